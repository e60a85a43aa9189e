import { Lock } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { Counter, describedBy, FieldFrame } from './Field.tsx';

type NativeProps = Pick<
  ComponentPropsWithRef<'input'>,
  | 'name'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'inputMode'
  | 'placeholder'
  | 'spellCheck'
  | 'autoFocus'
  | 'required'
  | 'onBlur'
  | 'onKeyDown'
  | 'onPaste'
>;

export interface TextFieldProps extends NativeProps {
  label: string;
  hideLabel?: boolean | undefined;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'password' | 'search' | undefined;
  size?: 'normal' | 'large' | undefined;
  /** A star next to the label; the form explains it. */
  marked?: boolean | undefined;
  /** 'Required', next to the label of a field that was left empty; the field is then marked as invalid. */
  missing?: string | undefined;
  /** Left of the text, 16 px. */
  icon?: ReactNode;
  /** Right of the text: a unit, a toggle. */
  trailing?: ReactNode;
  /** At the label's right if there is no counter. */
  aside?: ReactNode;
  error?: string | null | undefined;
  /** Id of a description elsewhere. */
  describedBy?: string | undefined;
  /** Marks it as invalid if the message is elsewhere. */
  invalid?: boolean | undefined;
  hint?: ReactNode;
  maxLength?: number | undefined;
  /** late: the counter appears from 80% of maxLength. */
  counter?: 'late' | 'always' | undefined;
  /** The placeholder says why it is disabled. */
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** Renders a text area with this number of lines. */
  lines?: number | undefined;
  /** Monospace, for WKT. */
  mono?: boolean | undefined;
  inputRef?: React.Ref<HTMLInputElement> | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, hideLabel, value, onChange, type = 'text', size = 'normal', icon, trailing, aside } = props;
  const {
    error,
    hint,
    missing,
    maxLength,
    counter = 'late',
    disabled = false,
    readOnly,
    lines,
    mono,
    inputRef,
  } = props;
  const id = useId();
  const wrong = Boolean(error) || missing !== undefined || props.invalid === true;
  const shared = {
    id,
    value,
    disabled,
    readOnly,
    maxLength,
    name: props.name,
    autoComplete: props.autoComplete,
    autoCapitalize: props.autoCapitalize,
    inputMode: props.inputMode,
    placeholder: props.placeholder,
    spellCheck: props.spellCheck,
    autoFocus: props.autoFocus,
    'aria-label': hideLabel ? label : undefined,
    // aria-required only: the browser's own validation messages would replace the product's
    'aria-required': props.required || undefined,
    'aria-invalid': wrong || undefined,
    'aria-describedby':
      [describedBy(id, error, hint, missing), props.describedBy].filter(Boolean).join(' ') || undefined,
  };
  return (
    <FieldFrame
      id={id}
      label={label}
      hideLabel={hideLabel}
      marked={props.marked}
      missing={missing}
      error={error}
      hint={hint}
      aside={
        maxLength === undefined
          ? aside
          : (aside ?? <Counter used={value.length} limit={maxLength} always={counter === 'always'} />)
      }
    >
      <div
        className={`gt-box gt-across gt-shrink gt-ink gt-surface gt-round-field gt-outlined gt-box--${size}${mono ? ' gt-box--mono' : ''}`}
        data-invalid={wrong || undefined}
        data-disabled={disabled || undefined}
      >
        {icon}
        {lines === undefined ? (
          <input
            {...shared}
            ref={inputRef}
            type={type}
            onBlur={props.onBlur}
            onKeyDown={props.onKeyDown}
            onPaste={props.onPaste}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <textarea {...shared} rows={lines} onChange={(event) => onChange(event.target.value)} />
        )}
        {trailing}
        {disabled && <Lock size={16} strokeWidth={1.6} aria-hidden="true" />}
      </div>
    </FieldFrame>
  );
}
