import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { EXPORT_TYPES } from '../../../contract/exportFormats.ts';
import { FIELD } from '../../../contract/limits.ts';
import type { exportRenameMachine } from '../../machines/exports/exportRename.machine.ts';
import {
  canSubmitExport,
  exportRefusal,
  hasExportChanges,
  isSubmittingExport,
} from '../../machines/exports/exports.selectors.ts';
import {
  hasTypedName,
  isSaving,
  savingReason,
  savingRefusal,
  typedName,
} from '../../machines/shared/names.rules.ts';
import { RefusalNote } from '../shared/SaveDialog.tsx';
import { useActorIf, useActorOf } from '../shared/actors.tsx';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Select } from '../shared/kit/fields/Select.tsx';
import { NameField } from '../shared/kit/fields/NameField.tsx';
import { FormDialog } from '../shared/kit/overlays/FormDialog.tsx';

/** The export dialog for the selected scenes, while it is open (decision 10). */
export function SceneExportDialog() {
  return useActorIf('sceneExport') === undefined ? null : <OpenExport />;
}

function OpenExport() {
  const t = useT();
  const form = useActorOf('sceneExport');
  const count = useSelector(form, ({ context }) => context.productIds.length);
  const { name, type } = useSelector(form, ({ context }) => context.draft);
  const refusal = useSelector(form, exportRefusal);
  const reason = useSelector(form, ({ context }) => context.reason);
  const isBusy = useSelector(form, isSubmittingExport);
  const canSubmit = useSelector(form, canSubmitExport);
  const field = useRef<HTMLInputElement>(null);
  const isIncomplete = refusal?.key === 'errors.incomplete';
  return (
    <FormDialog
      title={t('sceneExport.title')}
      subtitle={t('sceneExport.subtitle', { count })}
      submitLabel={t('sceneExport.submit')}
      busyLabel={t('sceneExport.submitting')}
      isBusy={isBusy}
      canSubmit={canSubmit}
      hasChanges={useSelector(form, hasExportChanges)}
      onClose={() => form.send({ type: 'form.closed' })}
      onSubmit={() => {
        form.send({ type: 'export.submitted' });
        if (exportRefusal(form.getSnapshot()) !== null) field.current?.focus();
      }}
    >
      <RefusalNote refusal={isIncomplete ? null : refusal} reason={reason} />
      <NameField
        label={t('sceneExport.name')}
        name="exportName"
        inputRef={field}
        value={name}
        maxLength={FIELD.exportTaskName}
        readOnly={isBusy}
        error={isIncomplete ? messageText(t, refusal) : null}
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
    </FormDialog>
  );
}

/** §2 Rename dialog for export tasks, while it is open. */
export function RenameDialog() {
  const rename = useSelector(useActorOf('exports.scene'), ({ children }) => children.rename);
  return rename === undefined ? null : <OpenRename rename={rename} />;
}

function OpenRename({ rename }: { rename: ActorRefFrom<typeof exportRenameMachine> }) {
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
