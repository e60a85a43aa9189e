import { useSelector } from '@xstate/react';
import { type FormEvent, useId, useRef } from 'react';
import { EXPORT_TYPES, FIELD } from '../../../contract/limits.ts';
import {
  canSubmitExport,
  exportDraft,
  exportedCount,
  exportReason,
  exportRefusal,
  isSubmittingExport,
} from '../../machines/sceneExport.selectors.ts';
import { useActorIf, useActorOf } from '../actors.tsx';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Note } from '../kit/Note.tsx';
import { Select } from '../kit/Select.tsx';
import { TextField } from '../kit/TextField.tsx';
import './exports.css';

/** The export of the chosen scenes, while it is open (decision 10). */
export function SceneExportDialog() {
  return useActorIf('sceneExport') === undefined ? null : <OpenDialog />;
}

function OpenDialog() {
  const t = useT();
  const form = useActorOf('sceneExport');
  const count = useSelector(form, exportedCount);
  const isBusy = useSelector(form, isSubmittingExport);
  const canSubmit = useSelector(form, canSubmitExport);
  const formId = useId();
  const close = () => form.send({ type: 'form.closed' });
  return (
    <Dialog
      title={t('sceneExport.title')}
      subtitle={t('sceneExport.subtitle', { count })}
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
            busyLabel={t('sceneExport.submitting')}
            disabled={!canSubmit && !isBusy}
          >
            {t('sceneExport.submit')}
          </Button>
        </>
      }
    >
      <Fields id={formId} />
    </Dialog>
  );
}

function Fields({ id }: { id: string }) {
  const t = useT();
  const form = useActorOf('sceneExport');
  const { name, type } = useSelector(form, exportDraft);
  const refusal = useSelector(form, exportRefusal);
  const reason = useSelector(form, exportReason);
  const isBusy = useSelector(form, isSubmittingExport);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.send({ type: 'export.submitted' });
    if (exportRefusal(form.getSnapshot()) !== null) field.current?.focus();
  };
  const isIncomplete = refusal?.key === 'errors.incomplete';
  return (
    <form id={id} className="gt-export-form" onSubmit={submit} noValidate>
      {refusal !== null && !isIncomplete && (
        <Note tone="err" title={saidText(t, refusal)}>
          {reason !== null && <p>{saidText(t, reason)}</p>}
        </Note>
      )}
      <TextField
        label={t('sceneExport.name')}
        name="exportName"
        inputRef={field}
        value={name}
        maxLength={FIELD.exportTaskName}
        counter="always"
        required
        autoFocus
        autoComplete="off"
        readOnly={isBusy}
        error={isIncomplete ? saidText(t, refusal) : null}
        onChange={(text) => form.send({ type: 'draft.changed', patch: { name: text } })}
      />
      <Select
        label={t('sceneExport.type')}
        value={type}
        disabled={isBusy}
        options={EXPORT_TYPES.map((value) => ({ value, label: t(`sceneExport.types.${value}`) }))}
        hint={t(`sceneExport.hints.${type}`)}
        onChange={(value) => {
          if (value !== null) form.send({ type: 'draft.changed', patch: { type: value } });
        }}
      />
    </form>
  );
}
