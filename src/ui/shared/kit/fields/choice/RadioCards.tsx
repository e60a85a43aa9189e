import { type CSSProperties, type ReactNode, useId } from 'react';
import type { Choice } from './choice.ts';
import './RadioCards.css';

export interface RadioCardsProps<V extends string> {
  label: string;
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Choice<V>[];
  /** Maximum number of columns. */
  columns?: number | undefined;
  hint?: ReactNode;
  disabled?: boolean | undefined;
}

/** Selects one of a few values; each is a card with a radio button and an optional note. */
export function RadioCards<V extends string>(props: RadioCardsProps<V>) {
  const { label, value, onChange, options, columns = 2, hint, disabled = false } = props;
  const name = useId();
  const style: CSSProperties & Record<'--columns', number> = { '--columns': columns };
  return (
    <fieldset className="gt-radios" aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend className="gt-field__label">{label}</legend>
      <div className="gt-radios__grid" style={style}>
        {options.map((option) => (
          <label
            key={option.value}
            className="gt-radio"
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
            />
            <span className="gt-radio__dot" aria-hidden="true" />
            <span className="gt-radio__label">{option.label}</span>
            {option.note !== undefined && <span className="gt-radio__note">{option.note}</span>}
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <div id={`${name}-hint`} className="gt-field__hint">
          {hint}
        </div>
      )}
    </fieldset>
  );
}
