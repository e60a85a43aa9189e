import { useSelector } from '@xstate/react';
import { type FormEvent, useId, useRef } from 'react';
import { FIELD } from '../../../contract/limits.ts';
import {
  isSavingSearch,
  nameOfSearch,
  saveSearchReason,
  saveSearchRefusal,
  searchToSave,
} from '../../machines/saveSearch.selectors.ts';
import { useActorIf, useActorOf } from '../actors.tsx';
import { formatArea, formatNumber } from '../i18n/formats.ts';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Note } from '../kit/Note.tsx';
import { TextField } from '../kit/TextField.tsx';
import './saved.css';

/** The dialog that saves the shown search under a name, while it is open (decision 8). */
export function SaveSearchDialog() {
  return useActorIf('saveSearch') === undefined ? null : <OpenDialog />;
}

function OpenDialog() {
  const t = useT();
  const saving = useActorOf('saveSearch');
  const name = useSelector(saving, nameOfSearch);
  const { scenes, aoi } = useSelector(saving, searchToSave);
  const refusal = useSelector(saving, saveSearchRefusal);
  const reason = useSelector(saving, saveSearchReason);
  const isBusy = useSelector(saving, isSavingSearch);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  const close = () => saving.send({ type: 'saving.closed' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.send({ type: 'saving.submitted' });
    if (saveSearchRefusal(saving.getSnapshot()) !== null) field.current?.focus();
  };
  const isIncomplete = refusal !== null && name.trim() === '';
  return (
    <Dialog
      title={t('saveSearch.title')}
      onClose={close}
      footer={
        <>
          <Button disabled={isBusy} onPress={close}>
            {t('common.close')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={isBusy}
            busyLabel={t('saveSearch.saving')}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="gt-saved-form" onSubmit={submit} noValidate>
        <TextField
          label={t('saveSearch.name')}
          name="searchName"
          inputRef={field}
          value={name}
          maxLength={FIELD.aoiName}
          counter="always"
          required
          autoFocus
          autoComplete="off"
          readOnly={isBusy}
          error={isIncomplete ? saidText(t, refusal) : null}
          onChange={(text) => saving.send({ type: 'name.changed', name: text })}
        />
        <dl className="gt-saved-form__facts">
          <div>
            <dt>{t('saveSearch.scenes')}</dt>
            <dd>{formatNumber(scenes.length, 0)}</dd>
          </div>
          <div>
            <dt>{t('saveSearch.area')}</dt>
            <dd>{formatArea(aoi.areaKm2)}</dd>
          </div>
        </dl>
        {refusal !== null && !isIncomplete && (
          <Note tone="err" title={saidText(t, refusal)}>
            {reason !== null && <p>{saidText(t, reason)}</p>}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
