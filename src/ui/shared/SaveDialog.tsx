import { useSelector } from '@xstate/react';
import { type ReactNode, useRef } from 'react';
import type { AnyActorRef } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import {
  hasTypedName,
  isSaving,
  type Naming,
  savingReason,
  savingRefusal,
  typedName,
} from '../../machines/shared/names.rules.ts';
import type { NoticeText } from '../../machines/shared/notice.ts';
import { messageText } from './i18n/messageText.ts';
import { useT } from './i18n/useT.ts';
import { NameField } from './kit/fields/NameField.tsx';
import { Note } from './kit/figures/Note.tsx';
import { FormDialog } from './kit/overlays/FormDialog.tsx';

type SavingEvent =
  | { type: 'name.changed'; name: string }
  | { type: 'saving.submitted' }
  | { type: 'saving.closed' };

/** The actor of the form. */
interface SavingActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot: () => Naming;
  send: (event: SavingEvent) => void;
}

interface SaveDialogProps {
  title: string;
  busyLabel: string;
  label: string;
  fieldName: string;
  saving: SavingActor;
  children: ReactNode;
}

/** A dialog that saves something under a name (§2 Save-AOI dialog, decision 8). */
export function SaveDialog(props: SaveDialogProps) {
  const { saving } = props;
  const t = useT();
  const name = useSelector(saving, typedName);
  const refusal = useSelector(saving, savingRefusal);
  const isBusy = useSelector(saving, isSaving);
  const field = useRef<HTMLInputElement>(null);
  const isIncomplete = refusal !== null && name.trim() === '';
  return (
    <FormDialog
      title={props.title}
      submitLabel={t('common.save')}
      busyLabel={props.busyLabel}
      isBusy={isBusy}
      hasChanges={useSelector(saving, hasTypedName)}
      onClose={() => saving.send({ type: 'saving.closed' })}
      onSubmit={() => {
        saving.send({ type: 'saving.submitted' });
        if (savingRefusal(saving.getSnapshot()) !== null) field.current?.focus();
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
      <RefusalNote refusal={isIncomplete ? null : refusal} reason={useSelector(saving, savingReason)} />
    </FormDialog>
  );
}

/** Why something was refused: the catalogue's text, then the server's reason; renders nothing if null. */
export function RefusalNote({ refusal, reason }: { refusal: NoticeText | null; reason?: NoticeText | null }) {
  const t = useT();
  if (refusal === null) return null;
  return (
    <Note tone="err" title={messageText(t, refusal)}>
      {reason && <p>{messageText(t, reason)}</p>}
    </Note>
  );
}
