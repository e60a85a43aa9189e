import { useSelector } from '@xstate/react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import type { ActorRefFrom } from 'xstate';
import { isWithoutSystems, type uploadMachine } from '../../machines/aoi/upload.machine.ts';
import { accuracyText, type Picking, systemsOf } from '../../machines/aoi/systemPick.rules.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TextField } from '../shared/kit/fields/TextField.tsx';
import '../shared/kit/fields/choices.css';
import './aoi.css';

interface SystemPickerProps {
  upload: ActorRefFrom<typeof uploadMachine>;
  picking: Picking;
}

/** The coordinate systems for a file that has none, or an unknown one, with a search and their accuracies. */
export function SystemPicker({ upload, picking: { text, found, like } }: SystemPickerProps) {
  const t = useT();
  const hasFailed = useSelector(upload, isWithoutSystems);
  const seek = (sought: string) => upload.send({ type: 'system.sought', text: sought });
  const systems = found === null ? [] : systemsOf(found);
  const isEmpty = text.trim() === '';
  return (
    <section className="gt-stack gt-gap-8" aria-label={t('systems.title')}>
      <TextField
        label={t('systems.title')}
        type="search"
        value={text}
        onChange={seek}
        placeholder={t('systems.placeholder')}
        autoComplete="off"
        spellCheck={false}
        autoFocus
      />
      <p className="gt-quiet" role="status">
        {hasFailed
          ? t('systems.failed')
          : found === null
            ? ''
            : systems.length === 0
              ? t(isEmpty ? 'systems.how' : 'systems.none')
              : t(isEmpty && like !== '' ? 'systems.alike' : 'systems.found', { count: systems.length })}
      </p>
      {hasFailed && (
        <Button size="small" onPress={() => seek(text)}>
          {t('common.tryAgain')}
        </Button>
      )}
      {!hasFailed && systems.length > 0 && (
        // each list anew: a list that changes with each letter keeps rows of an earlier one
        <ListBox
          key={systems.map(({ code }) => code).join(' ')}
          className="gt-systems gt-scroll gt-round-note gt-framed gt-pad-4 gt-no-outline"
          aria-label={t('systems.list')}
          items={systems.map((system) => ({ id: system.code, system }))}
          onAction={(code) => upload.send({ type: 'system.chosen', code: Number(code) })}
        >
          {({ system }) => (
            <ListBoxItem className="gt-option" textValue={`${system.name} ${system.code}`}>
              <span className="gt-rest gt-shrink gt-stack">
                <span className="gt-strong gt-anywhere">{system.name}</span>
                <span className="gt-caption gt-muted gt-anywhere">{system.area}</span>
                <span className="gt-caption gt-muted gt-anywhere">
                  {messageText(t, accuracyText(system))}
                  {system.code === found?.last?.code && ` · ${t('systems.last')}`}
                </span>
              </span>
              <span className="gt-caption gt-faint gt-nowrap">EPSG:{system.code}</span>
            </ListBoxItem>
          )}
        </ListBox>
      )}
    </section>
  );
}
