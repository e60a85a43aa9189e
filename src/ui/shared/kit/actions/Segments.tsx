import { useRef } from 'react';
import { RadioGroup, type RadioGroupProps } from '../fields/radio/RadioGroup.tsx';
import { useOverflowFade } from '../layout/useOverflowFade.ts';
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
        <div className="gt-segments__frame">
          <div className="gt-segments__track" ref={track}>
            {options}
          </div>
        </div>
      )}
      onFocus={(event) => event.target.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    />
  );
}
