import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../i18n/useT.ts';
import './choices.css';

interface SliderTick {
  value: number;
  label: string;
  /** Also draws a small line on the rail. */
  mark?: boolean | undefined;
}

export interface SliderProps {
  label: string;
  value: number;
  /** Called with the final value: at the end of a drag, after each key, after typing. */
  onChange: (value: number) => void;
  /** Called with every value during a drag. */
  onSlide?: ((value: number) => void) | undefined;
  min: number;
  max: number;
  step: number;
  /** Text of a value: '20%', '15°', '1.0 m'. */
  format: (value: number) => string;
  ticks?: readonly SliderTick[] | undefined;
  disabled?: boolean | undefined;
  /** What to know before moving it. */
  hint?: string | undefined;
}

/** The bold value next to the label becomes a field when pressed; ticks are at their true positions. */
export function Slider({
  label,
  value,
  onChange,
  onSlide,
  min,
  max,
  step,
  format,
  ticks,
  disabled,
  hint,
}: SliderProps) {
  const t = useT();
  const id = useId();
  const [sliding, setSliding] = useState<number | null>(null);
  const shown = sliding ?? value;
  const range = useSettled((settled) => {
    setSliding(null);
    onChange(settled);
  });
  const share = (at: number) => `${((at - min) / (max - min)) * 100}%`;
  const style: CSSProperties & Record<'--share', string> = { '--share': share(shown) };
  return (
    <div className="gt-slider" data-disabled={disabled || undefined}>
      <div className="gt-field__head">
        <label className="gt-field__label" htmlFor={id}>
          {label}
        </label>
        <SliderValue
          name={t('kit.editValue', { label })}
          text={format(shown)}
          value={shown}
          disabled={disabled}
          onTyped={(typed) => onChange(valueWithin(typed, min, max, step))}
        />
      </div>
      <div className="gt-slider__rail gt-anchor" style={style}>
        <input
          className="gt-tall gt-pointed gt-no-outline"
          ref={range}
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={shown}
          disabled={disabled}
          aria-valuetext={format(shown)}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onInput={(event) => {
            const next = event.currentTarget.valueAsNumber;
            setSliding(next);
            onSlide?.(next);
          }}
          onChange={() => {}}
        />
      </div>
      {ticks !== undefined && (
        <div className="gt-slider__ticks gt-anchor gt-caption gt-faint" aria-hidden="true">
          {ticks.map((tick) => (
            <span
              key={tick.value}
              className="gt-slider__tick gt-placed gt-nowrap"
              data-mark={tick.mark || undefined}
              data-edge={tick.value <= min ? 'start' : tick.value >= max ? 'end' : undefined}
              style={{ left: share(tick.value) }}
            >
              {tick.label}
            </span>
          ))}
        </div>
      )}
      {hint !== undefined && (
        <p className="gt-field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Listens to the native `change`: once after a drag or key. React's onChange fires on every move. */
function useSettled(onSettled: (value: number) => void) {
  const range = useRef<HTMLInputElement>(null);
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    const element = range.current;
    if (element === null) return undefined;
    const settle = () => latest.current(element.valueAsNumber);
    element.addEventListener('change', settle);
    return () => element.removeEventListener('change', settle);
  }, []);
  return range;
}

interface SliderValueProps {
  name: string;
  text: string;
  value: number;
  disabled: boolean | undefined;
  onTyped: (value: number) => void;
}

/** The bold value; a press turns it into a number field. Enter accepts, Escape cancels. */
function SliderValue({ name, text, value, disabled, onTyped }: SliderValueProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const returnFocus = useRef(false);
  useEffect(() => {
    if (draft === null && returnFocus.current) {
      returnFocus.current = false;
      button.current?.focus();
    }
  }, [draft]);
  if (draft === null) {
    return (
      <button
        ref={button}
        type="button"
        className="gt-slider__value gt-press-24 gt-heading gt-ink gt-end"
        aria-label={`${name}: ${text}`}
        disabled={disabled}
        onClick={() => setDraft(String(value))}
      >
        {text}
      </button>
    );
  }
  const keep = () => {
    const number = Number(draft.trim().replace(',', '.'));
    if (draft.trim() !== '' && Number.isFinite(number)) onTyped(number);
    setDraft(null);
  };
  return (
    <input
      className="gt-slider__value gt-press-24 gt-heading gt-ink gt-end"
      aria-label={name}
      inputMode="decimal"
      autoFocus
      value={draft}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        returnFocus.current = true;
        if (event.key === 'Enter') keep();
        else setDraft(null);
      }}
    />
  );
}

/** The valid value nearest to a typed number: in range, on a step from min, without rounding errors. */
export function valueWithin(typed: number, min: number, max: number, step: number): number {
  const held = Math.min(max, Math.max(min, typed));
  const onStep = min + Math.round((held - min) / step + 1e-9) * step;
  return Number(Math.min(max, onStep).toFixed(6));
}
