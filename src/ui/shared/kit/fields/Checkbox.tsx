import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import './choices.css';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Label; may contain a link. Without it, set `label`. */
  children?: ReactNode;
  /** Accessible name if there is no visible label (rows of a list). */
  label?: string | undefined;
  /** Indeterminate: some but not all of its items are checked. */
  mixed?: boolean | undefined;
  disabled?: boolean | undefined;
  hint?: string | undefined;
  /** Why it is disabled; shown on hover and read with the name, if there is no room for a hint. */
  reason?: string | undefined;
  /** On top of a picture, which it covers: white border and dark background. */
  onPicture?: boolean | undefined;
  /** -1 inside a grid, whose rows take the focus. */
  tabIndex?: number | undefined;
}

export function Checkbox({
  checked,
  onChange,
  children,
  label,
  mixed = false,
  disabled,
  hint,
  reason,
  onPicture,
  tabIndex,
}: CheckboxProps) {
  const hintId = useId();
  return (
    <label
      className="gt-checkbox gt-pointed gt-start gt-gap-8 gt-anchor gt-body"
      data-disabled={disabled || undefined}
      data-on-picture={onPicture || undefined}
      title={reason}
    >
      <input
        className="gt-unseen-input"
        type="checkbox"
        checked={checked}
        disabled={disabled}
        tabIndex={tabIndex}
        aria-label={label}
        aria-describedby={hint === undefined && reason === undefined ? undefined : hintId}
        ref={(element) => {
          if (element) element.indeterminate = mixed && !checked;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        className="gt-checkbox__box gt-size-16 gt-eased gt-centre gt-keep gt-surface gt-outlined"
        aria-hidden="true"
      >
        {checked ? <Check size={12} strokeWidth={3} /> : mixed ? <Minus size={12} strokeWidth={3} /> : null}
      </span>
      {children === undefined && reason !== undefined && (
        <span id={hintId} className="gt-visually-hidden">
          {reason}
        </span>
      )}
      {children !== undefined && (
        <span className="gt-shrink">
          {children}
          {hint !== undefined && (
            <span id={hintId} className="gt-block gt-caption gt-faint">
              {hint}
            </span>
          )}
        </span>
      )}
    </label>
  );
}
