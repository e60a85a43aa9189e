import { type FocusEvent, type ReactNode, useId } from 'react';
import type { Choice } from '../choice/choice.ts';

export interface RadioGroupProps<V extends string> {
  label: string;
  hideLabel?: boolean | undefined;
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Choice<V>[];
  /** Why some options are disabled, or what the selection does. */
  hint?: ReactNode;
  disabled?: boolean | undefined;
}

interface Looks<V extends string> {
  className: string;
  optionClassName: string;
  renderOption: (option: Choice<V>) => ReactNode;
  /** What the options stand in. */
  renderFrame: (options: ReactNode) => ReactNode;
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
}

/** Radio buttons with a label and a hint; what they look like is the caller's. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V> & Looks<V>) {
  const { label, hideLabel, value, onChange, options, hint, disabled = false } = props;
  const { className, optionClassName, renderOption, renderFrame, onFocus } = props;
  const name = useId();
  return (
    <fieldset className={className} aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend className={hideLabel ? 'gt-visually-hidden' : 'gt-field__label'}>{label}</legend>
      {renderFrame(
        options.map((option) => (
          <label
            key={option.value}
            className={optionClassName}
            data-checked={option.value === value || undefined}
            data-disabled={disabled || option.disabled || undefined}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={disabled || option.disabled}
              onChange={() => onChange(option.value)}
              onFocus={onFocus}
            />
            {renderOption(option)}
          </label>
        )),
      )}
      {hint !== undefined && (
        <div id={`${name}-hint`} className="gt-field__hint">
          {hint}
        </div>
      )}
    </fieldset>
  );
}
