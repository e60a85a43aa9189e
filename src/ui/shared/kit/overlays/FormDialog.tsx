import { type FormEvent, type ReactNode, useId } from 'react';
import { useT } from '../../i18n/useT.ts';
import { Button } from '../actions/Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import './FormDialog.css';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'subtitle' | 'width' | 'persistent'> {
  submitLabel: string;
  /** The word while what was sent is under way; neither button does anything then. */
  busyLabel: string;
  isBusy: boolean;
  /** Whether it may be sent. */
  canSubmit?: boolean | undefined;
  /** Why it may not, in words, below the buttons. */
  waitsFor?: string | undefined;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog with one form in it: Close, and a button that sends it, which Enter in a field does as well. */
export function FormDialog(props: FormDialogProps) {
  const { title, subtitle, width, persistent, isBusy, canSubmit = true, waitsFor, onClose, children } = props;
  const t = useT();
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width={width}
      persistent={persistent}
      onClose={onClose}
      footer={
        <>
          <Button disabled={isBusy} onPress={onClose}>
            {t('common.close')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            busy={isBusy}
            busyLabel={props.busyLabel}
            disabled={!canSubmit && !isBusy}
            reason={waitsFor}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} className="gt-form" onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  );
}

/** What the form is about: figures that can't be changed in it. */
export function FormFacts({ facts }: { facts: readonly { term: string; value: string }[] }) {
  return (
    <dl className="gt-form-facts">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
