import { useRef, useState, type CSSProperties } from 'react';
import { BEYOND_LIMIT_DEG, type Pass } from '../../../geo/orbit/passes.ts';
import { formatDayOfYear, formatDegrees } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { stepTo } from '../../shared/kit/figures/sparkline/sparklineStep.ts';
import { namedDays } from '../acquisition/axis.ts';
import { passSentence } from './PassFacts.tsx';
import './timeline.css';

interface PassTimelineProps {
  passes: readonly Pass[];
  /** Instants, ms. */
  span: { from: number; to: number };
  /** Degrees. */
  limit: number;
  best: Pass | null;
  chosen: Pass | null;
  onChoose: (at: number) => void;
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/**
 * The passes as dots over the days, with the off-nadir angle increasing downwards from 0°: filled if within
 * the limit, hollow if not, ringed for the best one. The timeline is one Tab stop; arrow keys move between
 * passes, Enter or Space selects one.
 */
export function PassTimeline(props: PassTimelineProps) {
  const { passes, span, limit } = props;
  const t = useT();
  const acrossOf = (at: number) => percent((at - span.from) / (span.to - span.from));
  return (
    <div className="gt-timeline">
      <div className="gt-timeline__angles" aria-hidden="true">
        <span style={{ top: 0 }}>{formatDegrees(0)}</span>
        {limit > 6 && limit < BEYOND_LIMIT_DEG - 6 && (
          <span style={{ top: percent(limit / BEYOND_LIMIT_DEG) }}>{formatDegrees(limit)}</span>
        )}
        <span style={{ top: '100%' }}>{formatDegrees(BEYOND_LIMIT_DEG)}</span>
      </div>
      <div
        className="gt-timeline__plot"
        role="group"
        aria-label={t('passes.timeline', { limit: formatDegrees(limit), count: passes.length })}
      >
        <div className="gt-timeline__band" style={{ height: percent(limit / BEYOND_LIMIT_DEG) }} />
        <Dots {...props} acrossOf={acrossOf} />
      </div>
      <div className="gt-timeline__days" aria-hidden="true">
        {namedDays(span).map((day) => (
          <span key={day} style={{ left: acrossOf(day) }}>
            {formatDayOfYear(new Date(day).toISOString())}
          </span>
        ))}
      </div>
    </div>
  );
}

function Dots(props: PassTimelineProps & { acrossOf: (at: number) => string }) {
  const { passes, limit, best, chosen, onChoose, acrossOf } = props;
  const t = useT();
  const dots = useRef<(HTMLButtonElement | null)[]>([]);
  const [focused, setFocused] = useState<number | null>(null);
  const start = Math.max(
    0,
    passes.findIndex((pass) => pass.at === (focused ?? chosen?.at ?? best?.at)),
  );
  return passes.map((pass, index) => {
    const style: CSSProperties & Record<'--down', string> = {
      left: acrossOf(pass.at),
      '--down': percent(pass.offNadirDeg / BEYOND_LIMIT_DEG),
    };
    const where = t(pass.offNadirDeg <= limit ? 'passes.within' : 'passes.beyond');
    return (
      <button
        key={pass.at}
        ref={(element) => {
          dots.current[index] = element;
        }}
        type="button"
        className="gt-timeline__dot"
        style={style}
        tabIndex={index === start ? 0 : -1}
        aria-pressed={pass === chosen}
        aria-label={`${passSentence(t, pass)}, ${where}${pass === best ? `, ${t('passes.bestShort')}` : ''}`}
        data-within={pass.offNadirDeg <= limit || undefined}
        data-best={pass === best || undefined}
        onFocus={() => setFocused(pass.at)}
        onClick={() => onChoose(pass.at)}
        onKeyDown={(event) => {
          const next = stepTo(event.key, index, passes.length);
          if (next === null) return;
          event.preventDefault();
          dots.current[next]?.focus();
        }}
      />
    );
  });
}
