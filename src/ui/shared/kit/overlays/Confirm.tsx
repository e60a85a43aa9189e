import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/useT.ts';
import { Button } from '../actions/Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** The action removes or ends something. */
  destructive?: boolean | undefined;
  /** The button that changes nothing has the focus, so that Enter does no harm. */
  isCareful?: boolean | undefined;
}

/** A confirmation before something that can't be undone. */
export function Confirm(props: ConfirmProps) {
  return (
    <Dialog
      role="alertdialog"
      title={props.title}
      onClose={props.onCancel}
      footer={
        <>
          <Button autoFocus={props.isCareful} onPress={props.onCancel}>
            {props.cancelLabel}
          </Button>
          <Button variant={props.destructive ? 'dangerFilled' : 'primary'} onPress={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div>{props.children}</div>
    </Dialog>
  );
}

interface LeavingQuestionProps {
  title: string;
  text: string;
  /** Label of the button that closes anyway. */
  leave: string;
  onLeave: () => void;
  onStay: () => void;
}

/** The confirmation before closing a form with unsaved input. */
export function LeavingQuestion({ title, text, leave, onLeave, onStay }: LeavingQuestionProps) {
  const t = useT();
  return (
    <Confirm
      title={title}
      destructive
      confirmLabel={leave}
      cancelLabel={t('order.confirmBack')}
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>{text}</p>
    </Confirm>
  );
}

/**
 * Closing a dialog, which asks first if that loses what was typed: by its buttons, Escape and a press outside alike.
 * @returns `close` for all of them, and the question, to render in the dialog
 */
export function useClosing(
  hasChanges: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const question = isAsked && hasChanges && (
    <LeavingQuestion
      title={t('closing.title')}
      text={t('closing.text')}
      leave={t('closing.leave')}
      onLeave={onClose}
      onStay={() => setAsked(false)}
    />
  );
  return { close: hasChanges ? () => setAsked(true) : onClose, question };
}
