import type { CSSProperties } from 'react';
import { RadioGroup, type RadioGroupProps } from '../actions/Segments.tsx';
import './RadioCards.css';

interface RadioCardsProps<V extends string> extends RadioGroupProps<V> {
  columns?: number | undefined;
}

/** Selects one of a few values; each is a card with a radio button and an optional note. */
export function RadioCards<V extends string>({ columns = 2, ...group }: RadioCardsProps<V>) {
  const style: CSSProperties & Record<'--columns', number> = { '--columns': columns };
  return (
    <RadioGroup
      {...group}
      className="gt-radios"
      optionClassName="gt-radio"
      renderOption={({ label, line, note }) => (
        <>
          <span
            className="gt-radio__dot gt-size-16 gt-keep gt-surface gt-round gt-outlined"
            aria-hidden="true"
          />
          <span className="gt-rest gt-across gt-wrap gt-gap-beside">
            <span className="gt-grow gt-stack">
              <span className="gt-radio__label gt-nowrap">{label}</span>
              {line !== undefined && <span className="gt-radio__line gt-caption gt-muted">{line}</span>}
            </span>
            {note !== undefined && <span className="gt-radio__note gt-nowrap gt-label gt-faint">{note}</span>}
          </span>
        </>
      )}
      renderFrame={(options) => (
        <div className="gt-radios__grid gt-grid gt-gap-8" style={style}>
          {options}
        </div>
      )}
    />
  );
}
