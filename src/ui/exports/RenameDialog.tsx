import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { exportRenameMachine } from '../../machines/exports/exportRename.machine.ts';
import {
  hasTypedName,
  isSaving,
  savingReason,
  savingRefusal,
  typedName,
} from '../../machines/shared/names.rules.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { FormDialog } from '../shared/kit/overlays/FormDialog.tsx';
import { NameField } from '../shared/kit/fields/text/NameField.tsx';
import { RefusalNote } from '../shared/RefusalNote.tsx';

/** §2 Rename dialog for export tasks, while it is open. */
export function RenameDialog() {
  const rename = useSelector(useActorOf('exports.scene'), ({ children }) => children.rename);
  return rename === undefined ? null : <OpenDialog rename={rename} />;
}

function OpenDialog({ rename }: { rename: ActorRefFrom<typeof exportRenameMachine> }) {
  const t = useT();
  const name = useSelector(rename, typedName);
  const isBusy = useSelector(rename, isSaving);
  return (
    <FormDialog
      title={t('exports.renameTitle')}
      submitLabel={t('common.save')}
      busyLabel={t('exports.saving')}
      isBusy={isBusy}
      hasChanges={useSelector(rename, hasTypedName)}
      onClose={() => rename.send({ type: 'dialog.closed' })}
      onSubmit={() => rename.send({ type: 'rename.submitted' })}
    >
      <NameField
        label={t('exports.name')}
        name="exportName"
        value={name}
        maxLength={FIELD.exportTaskName}
        readOnly={isBusy}
        // §5: no message if it is empty; the field is marked as required (decision 23)
        invalid={name.trim() === ''}
        onChange={(text) => rename.send({ type: 'name.changed', name: text })}
      />
      <RefusalNote refusal={useSelector(rename, savingRefusal)} reason={useSelector(rename, savingReason)} />
    </FormDialog>
  );
}
