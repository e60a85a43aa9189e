import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** The action removes or ends something. */
  destructive?: boolean | undefined;
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
          <Button onPress={props.onCancel}>{props.cancelLabel}</Button>
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
