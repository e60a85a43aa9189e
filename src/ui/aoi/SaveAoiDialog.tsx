import { useSelector } from '@xstate/react';
import { type FormEvent, useId, useRef } from 'react';
import { FIELD } from '../../../contract/limits.ts';
import { shownAoi } from '../../machines/aoi.selectors.ts';
import {
  isSavingAoi,
  isSavingOpen,
  nameOfAoi,
  savingReason,
  savingRefusal,
} from '../../machines/saveAoi.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { formatArea, formatNumber } from '../i18n/formats.ts';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Note } from '../kit/Note.tsx';
import { TextField } from '../kit/TextField.tsx';
import './saveAoi.css';

/** §2 Save-AOI dialog, while it is open: the area under a name. */
export function SaveAoiDialog() {
  const isOpen = useSelector(useActorOf('saveAoi'), isSavingOpen);
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const saving = useActorOf('saveAoi');
  const name = useSelector(saving, nameOfAoi);
  const refusal = useSelector(saving, savingRefusal);
  const reason = useSelector(saving, savingReason);
  const isBusy = useSelector(saving, isSavingAoi);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  const close = () => saving.send({ type: 'saving.closed' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.send({ type: 'saving.submitted' });
    if (savingRefusal(saving.getSnapshot()) !== null) field.current?.focus();
  };
  // §5: a name and a geometry; the geometry is there as long as the dialog is
  const isIncomplete = refusal !== null && name.trim() === '';
  return (
    <Dialog
      title={t('saveAoi.title')}
      onClose={close}
      footer={
        <>
          <Button disabled={isBusy} onPress={close}>
            {t('common.close')}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy} busyLabel={t('saveAoi.saving')}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="gt-save-aoi" onSubmit={submit} noValidate>
        <TextField
          label={t('saveAoi.name')}
          name="aoiName"
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
        <AreaFacts />
        {refusal !== null && !isIncomplete && (
          <Note tone="err" title={saidText(t, refusal)}>
            {reason !== null && <p>{saidText(t, reason)}</p>}
          </Note>
        )}
      </form>
    </Dialog>
  );
}

function AreaFacts() {
  const t = useT();
  const area = useSelector(useActorOf('aoi'), shownAoi);
  if (area === null) return null;
  return (
    <dl className="gt-save-aoi__facts">
      <div>
        <dt>{t('saveAoi.area')}</dt>
        <dd>{formatArea(area.areaKm2)}</dd>
      </div>
      <div>
        <dt>{t('saveAoi.vertices')}</dt>
        <dd>{formatNumber(area.vertices, 0)}</dd>
      </div>
    </dl>
  );
}
