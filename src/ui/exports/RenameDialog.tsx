import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { exportRenameMachine } from '../../machines/exportRename.machine.ts';
import {
  isSavingName,
  nameOfExport,
  renameReason,
  renameRefusal,
} from '../../machines/exportRename.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Note } from '../kit/Note.tsx';
import { TextField } from '../kit/TextField.tsx';
import './exports.css';

/** §2 Rename dialog for export tasks, while it is open. */
export function RenameDialog() {
  const rename = useSelector(useActorOf('exports.scene'), ({ children }) => children.rename);
  return rename === undefined ? null : <OpenDialog rename={rename} />;
}

function OpenDialog({ rename }: { rename: ActorRefFrom<typeof exportRenameMachine> }) {
  const t = useT();
  const name = useSelector(rename, nameOfExport);
  const refusal = useSelector(rename, renameRefusal);
  const reason = useSelector(rename, renameReason);
  const isBusy = useSelector(rename, isSavingName);
  const formId = useId();
  const close = () => rename.send({ type: 'dialog.closed' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.send({ type: 'rename.submitted' });
  };
  return (
    <Dialog
      title={t('exports.renameTitle')}
      onClose={close}
      footer={
        <>
          <Button disabled={isBusy} onPress={close}>
            {t('common.close')}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy} busyLabel={t('exports.saving')}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="gt-export-form" onSubmit={submit} noValidate>
        <TextField
          label={t('exports.name')}
          name="exportName"
          value={name}
          maxLength={FIELD.exportTaskName}
          counter="always"
          required
          autoFocus
          autoComplete="off"
          readOnly={isBusy}
          // §5: silent when it is empty; the field shows that it is required (decision 23)
          invalid={name.trim() === ''}
          onChange={(text) => rename.send({ type: 'name.changed', name: text })}
        />
        {refusal !== null && (
          <Note tone="err" title={saidText(t, refusal)}>
            {reason !== null && <p>{saidText(t, reason)}</p>}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
