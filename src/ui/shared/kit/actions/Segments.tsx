import { type FocusEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { Choice } from '../fields/OptionList.tsx';
import './Segments.css';

/** Selects one of a few values. If too wide, it scrolls sideways with a fade; labels aren't cut. */
export function Segments<V extends string>(group: RadioGroupProps<V>) {
  const track = useRef<HTMLDivElement>(null);
  useOverflowFade(track);
  return (
    <RadioGroup
      {...group}
      className="gt-segments"
      optionClassName="gt-segment"
      renderOption={({ label }) => <span>{label}</span>}
      renderFrame={(options) => (
        <div className="gt-segments__frame gt-blank gt-round-field">
          <div className="gt-segments__track gt-fading gt-scroll-across gt-flex" ref={track}>
            {options}
          </div>
        </div>
      )}
      onFocus={(event) => event.target.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    />
  );
}

export interface RadioGroupProps<V extends string> {
  label: string;
  hideLabel?: boolean | undefined;
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Choice<V>[];
  /** Why some options are disabled, or what the selection does. */
  hint?: ReactNode;
  /** Below the options: unfolds more of them. */
  more?: ReactNode;
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
  const { label, hideLabel, value, onChange, options, hint, more, disabled = false } = props;
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
              className="gt-unseen-input"
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
      {more}
      {hint !== undefined && (
        <div id={`${name}-hint`} className="gt-field__hint">
          {hint}
        </div>
      )}
    </fieldset>
  );
}

/** Sets data-more-start and data-more-end on a sideways scroller while there is more content on that side. */
export function useOverflowFade(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const mark = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute('data-more-start', element.scrollLeft > 1);
      element.toggleAttribute('data-more-end', rest > 1);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [scroller]);
}
