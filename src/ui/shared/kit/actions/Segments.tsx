import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Choice } from '../fields/choice/choice.ts';
import { useOverflowFade } from '../layout/useOverflowFade.ts';
import './Segments.css';

export interface SegmentsProps<V extends string> {
  label: string;
  hideLabel?: boolean | undefined;
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Choice<V>[];
  /** Why some options are disabled, or what the selection does. */
  hint?: ReactNode;
  disabled?: boolean | undefined;
}

/** Selects one of a few values. If too wide, it scrolls sideways with a fade; labels aren't cut. */
export function Segments<V extends string>(props: SegmentsProps<V>) {
  const { label, hideLabel, value, onChange, options, hint, disabled = false } = props;
  const name = useId();
  const track = useRef<HTMLDivElement>(null);
  useOverflowFade(track);
  return (
    <fieldset className="gt-segments" aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend className={hideLabel ? 'gt-visually-hidden' : 'gt-field__label'}>{label}</legend>
      <div className="gt-segments__frame">
        <div className="gt-segments__track" ref={track}>
          {options.map((option) => (
            <label
              key={option.value}
              className="gt-segment"
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
                onFocus={(event) =>
                  event.target.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
                }
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      </div>
      {hint !== undefined && (
        <div id={`${name}-hint`} className="gt-field__hint">
          {hint}
        </div>
      )}
    </fieldset>
  );
}
