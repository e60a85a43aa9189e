import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '../../i18n/useT.ts';
import { Button } from '../actions/Button.tsx';
import { useClosing } from './Confirm.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'subtitle' | 'width' | 'persistent'> {
  submitLabel: string;
  /** Label while the form is submitted; both buttons then do nothing. */
  busyLabel: string;
  isBusy: boolean;
  /** Whether Close works; by default while it isn't busy. */
  canClose?: boolean | undefined;
  canSubmit?: boolean | undefined;
  /** Why it can't be submitted; below the buttons. */
  waitsFor?: string | undefined;
  /** Whether closing loses what was typed: it then asks first. */
  hasChanges?: boolean | undefined;
  onClose: () => void;
  onSubmit: () => void;
  above?: ReactNode;
  /** A button that replaces the submit button. */
  instead?: ReactNode;
  children: ReactNode;
}

/**
 * Returns the focus to the field from which a form was submitted, if the field lost it by being disabled meanwhile.
 * @returns remembers the field
 */
function useFocusReturn(isBusy: boolean): () => void {
  const field = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // a lost focus is at the dialog or the body, which contain the field
    if (!isBusy && document.activeElement?.contains(field.current)) field.current?.focus();
  }, [isBusy]);
  return () => (field.current = document.activeElement as HTMLElement | null);
}

/** A dialog with one form: Close, and a submit button that Enter in a field presses too. */
export function FormDialog(props: FormDialogProps) {
  const { title, subtitle, width, persistent, isBusy, canSubmit = true, waitsFor, children } = props;
  const { canClose = !isBusy, instead } = props;
  const t = useT();
  const { close, question } = useClosing(props.hasChanges === true, props.onClose);
  const id = useId();
  const rememberField = useFocusReturn(isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rememberField();
    props.onSubmit();
  };
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width={width}
      persistent={persistent}
      isHeld={!canClose}
      onClose={close}
      footer={
        <>
          {props.above}
          <Button disabled={!canClose} onPress={close}>
            {t('common.close')}
          </Button>
          {instead ?? (
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
          )}
        </>
      }
    >
      <form id={id} className="gt-grid gt-gap-16" onSubmit={submit} noValidate>
        {children}
      </form>
      {question}
    </Dialog>
  );
}

/** Read-only facts about the form. */
export function FormFacts({ facts }: { facts: readonly { term: string; value: string }[] }) {
  return (
    <dl className="gt-pad-12 gt-grid gt-gap-12 gt-sunken gt-round-field gt-two">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt className="gt-caption gt-muted">{term}</dt>
          <dd className="gt-strong gt-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
