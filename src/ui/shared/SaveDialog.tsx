import { useRef, type ReactNode } from 'react';
import { FIELD } from '../../../contract/limits.ts';
import type { NoticeText } from '../../machines/shared/notice.ts';
import { messageText } from './i18n/messageText.ts';
import { useT } from './i18n/useT.ts';
import { NameField } from './kit/fields/text/NameField.tsx';
import { FormDialog } from './kit/overlays/FormDialog.tsx';
import { RefusalNote } from './RefusalNote.tsx';

type SavingEvent =
  | { type: 'name.changed'; name: string }
  | { type: 'saving.submitted' }
  | { type: 'saving.closed' };

interface SaveDialogProps {
  title: string;
  busyLabel: string;
  label: string;
  fieldName: string;
  saving: { send: (event: SavingEvent) => void };
  name: string;
  /** Whether another name than the offered one was typed. */
  hasChanges: boolean;
  refusal: NoticeText | null;
  /** Why the call failed. */
  reason: NoticeText | null;
  isBusy: boolean;
  /** Whether the last submit was refused; read from the actor synchronously. */
  isRefused: () => boolean;
  children: ReactNode;
}

/** A dialog that saves something under a name (§2 Save-AOI dialog, decision 8). */
export function SaveDialog(props: SaveDialogProps) {
  const { saving, name, refusal, isBusy } = props;
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const isIncomplete = refusal !== null && name.trim() === '';
  return (
    <FormDialog
      title={props.title}
      submitLabel={t('common.save')}
      busyLabel={props.busyLabel}
      isBusy={isBusy}
      hasChanges={props.hasChanges}
      onClose={() => saving.send({ type: 'saving.closed' })}
      onSubmit={() => {
        saving.send({ type: 'saving.submitted' });
        if (props.isRefused()) field.current?.focus();
      }}
    >
      <NameField
        label={props.label}
        name={props.fieldName}
        inputRef={field}
        value={name}
        maxLength={FIELD.aoiName}
        readOnly={isBusy}
        error={isIncomplete ? messageText(t, refusal) : null}
        onChange={(text) => saving.send({ type: 'name.changed', name: text })}
      />
      {props.children}
      <RefusalNote refusal={isIncomplete ? null : refusal} reason={props.reason} />
    </FormDialog>
  );
}
