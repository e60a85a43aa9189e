import { useClosing } from '../../shared/kit/overlays/useClosing.tsx';
import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import { DIALOG_WIDTH } from '../../../../contract/limits.ts';
import type { CoordinateEntry } from '../../../machines/aoi/aoi.rules.ts';
import {
  askedEntry,
  entryRefusal,
  hasTypedCoordinates,
  isEnteringCoordinates,
  repairedEntry,
  typedEntries,
} from '../../../machines/aoi/aoi.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Dialog } from '../../shared/kit/overlays/Dialog.tsx';
import { Tabs } from '../../shared/kit/navigation/Tabs.tsx';
import { AreaChoices } from '../AreaChoices.tsx';
import { BboxFields } from './BboxFields.tsx';
import { CenterFields } from './CenterFields.tsx';
import type { Entries } from './entries.ts';
import { AskedActions, RepairedActions, RepairedArea } from './RepairedEntry.tsx';
import { WktFields } from './WktFields.tsx';
import './coordinates.css';

/** §2 Coordinate-input dialog, while it is open: BBOX, WKT or Center becomes the AOI. */
export function CoordinatesDialog() {
  const isOpen = useSelector(useActorOf('aoi'), isEnteringCoordinates);
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const aoi = useActorOf('aoi');
  const refusal = useSelector(aoi, entryRefusal);
  const repaired = useSelector(aoi, repairedEntry);
  const asked = useSelector(aoi, askedEntry);
  const isForm = repaired === null && asked === null;
  const formId = useId();
  const { entries, tab } = useSelector(aoi, typedEntries);
  const { close, question } = useClosing(useSelector(aoi, hasTypedCoordinates), () =>
    aoi.send({ type: 'coordinates.closed' }),
  );
  const edit = <Tab extends keyof Entries>(name: Tab, patch: Partial<Entries[Tab]>) =>
    aoi.send({ type: 'coordinates.edited', entry: { ...entries[name], ...patch } });
  return (
    <Dialog
      width={DIALOG_WIDTH.coordinates}
      bare={isForm}
      title={t('coordinates.title')}
      onClose={close}
      footer={
        isForm ? (
          <>
            <Button onPress={close}>{t('common.close')}</Button>
            <Button variant="primary" type="submit" form={formId} disabled={refusal !== null}>
              {t('coordinates.use')}
            </Button>
          </>
        ) : asked === null ? (
          <RepairedActions onClose={close} />
        ) : (
          <AskedActions asked={asked} onClose={close} />
        )
      }
    >
      {isForm && (
        <EntryForm
          id={formId}
          entries={entries}
          tab={tab}
          onEdit={edit}
          onTab={(next) => aoi.send({ type: 'coordinates.edited', entry: entries[next] })}
        />
      )}
      {repaired !== null && <RepairedArea repaired={repaired} />}
      {asked !== null && (
        <AreaChoices asked={asked} onChoose={(index) => aoi.send({ type: 'choice.made', index })} />
      )}
      {question}
    </Dialog>
  );
}

interface EntryFormProps {
  id: string;
  entries: Entries;
  tab: CoordinateEntry['tab'];
  onEdit: <Tab extends keyof Entries>(name: Tab, patch: Partial<Entries[Tab]>) => void;
  onTab: (tab: CoordinateEntry['tab']) => void;
}

/** Focuses the text when returning from the repaired area; at first there is no text. */
function focusText(form: HTMLFormElement | null): void {
  form?.querySelector('textarea')?.focus();
}

/** The three tabs with their fields. */
function EntryForm({ id, entries, tab, onEdit, onTab }: EntryFormProps) {
  const t = useT();
  const aoi = useActorOf('aoi');
  const refusal = useSelector(aoi, entryRefusal);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    aoi.send({ type: 'coordinates.submitted', entry: entries[tab] });
    // an error disables the button, so the focus moves to the field
    if (entryRefusal(aoi.getSnapshot()) !== null && !event.currentTarget.contains(document.activeElement))
      event.currentTarget.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  return (
    <form id={id} ref={focusText} className="gt-coordinates" onSubmit={submit} noValidate>
      <Tabs
        label={t('coordinates.tabs')}
        tabs={[
          { id: 'BBOX', label: t('coordinates.bbox') },
          { id: 'WKT', label: t('coordinates.wkt') },
          { id: 'Center', label: t('coordinates.center') },
        ]}
        selected={tab}
        onSelect={onTab}
      >
        <div className="gt-coordinates__tab">
          {tab === 'BBOX' && (
            <BboxFields entry={entries.BBOX} refusal={refusal} onEdit={(patch) => onEdit('BBOX', patch)} />
          )}
          {tab === 'WKT' && (
            <WktFields entry={entries.WKT} refusal={refusal} onEdit={(patch) => onEdit('WKT', patch)} />
          )}
          {tab === 'Center' && (
            <CenterFields
              entry={entries.Center}
              refusal={refusal}
              onEdit={(patch) => onEdit('Center', patch)}
            />
          )}
        </div>
      </Tabs>
    </form>
  );
}
