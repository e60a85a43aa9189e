import type { ReactNode } from 'react';
import type { Rgba } from '../../kernel/symbols.ts';
import './density.css';

interface StepsCardProps {
  title: string;
  /** The title on phones, where the card is one line. */
  short: string;
  /** The colours, palest first. Each applies from a number, which screen readers hear in words. */
  steps: readonly { color: Rgba; label: string; said: string }[];
  /** All numbers, for phones. */
  range: string;
  note: ReactNode;
}

/** The legend of counted scenes; on phones one line with the range. */
export function StepsCard({ title, short, steps, range, note }: StepsCardProps) {
  return (
    <section className="gt-density gt-placed gt-float gt-round-toolbar" aria-label={title}>
      <h2 className="gt-density__title gt-label">{title}</h2>
      <span className="gt-phone-only gt-block" aria-hidden="true">
        {short}
      </span>
      <ul className="gt-density__steps gt-flex">
        {steps.map(({ color, label, said }) => (
          <li className="gt-grid gt-grow" key={label}>
            <span
              className="gt-density__swatch"
              style={{ background: `rgb(${color.slice(0, 3).join(' ')} / ${color[3] / 255})` }}
              aria-hidden="true"
            />
            <span className="gt-density__from gt-caption gt-muted">
              <span className="gt-visually-hidden">{said}</span>
              <span aria-hidden="true">{label}</span>
            </span>
          </li>
        ))}
      </ul>
      <span className="gt-phone-only gt-block" aria-hidden="true">
        {range}
      </span>
      <p className="gt-density__note gt-caption gt-muted">{note}</p>
    </section>
  );
}
