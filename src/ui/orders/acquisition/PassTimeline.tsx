import { type CSSProperties, useRef, useState } from 'react';
import { BEYOND_LIMIT_DEG, type Pass } from '../../../geo/orbit/passes.ts';
import { formatDayOfYear, formatDegrees, withUnit } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { stepTo } from '../../shared/kit/figures/Sparkline.tsx';
import './passes.css';

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
      <div className="gt-timeline__angles gt-anchor gt-axis gt-muted" aria-hidden="true">
        <span style={{ top: 0 }}>{formatDegrees(0)}</span>
        {limit > 6 && limit < BEYOND_LIMIT_DEG - 6 && (
          <span style={{ top: percent(limit / BEYOND_LIMIT_DEG) }}>{formatDegrees(limit)}</span>
        )}
        <span style={{ top: '100%' }}>{formatDegrees(BEYOND_LIMIT_DEG)}</span>
      </div>
      <div
        className="gt-timeline__plot gt-anchor"
        role="group"
        aria-label={t('passes.timeline', { limit: formatDegrees(limit), count: passes.length })}
      >
        <div className="gt-timeline__band gt-placed" style={{ height: percent(limit / BEYOND_LIMIT_DEG) }} />
        <Dots {...props} acrossOf={acrossOf} />
      </div>
      <div className="gt-timeline__days gt-anchor gt-axis gt-muted" aria-hidden="true">
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
        className="gt-timeline__dot gt-placed gt-through"
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

/** An instant (ms) → '2026-11-26 05:30 UTC'. */
export function minuteOf(at: number): string {
  return withUnit(new Date(at).toISOString().slice(0, 16).replace('T', ' '), 'UTC');
}

/** A pass in a sentence: time, off-nadir angle and sun elevation. */
export function passSentence(t: Translate, pass: Pass): string {
  return t('passes.pass', {
    time: minuteOf(pass.at),
    angle: formatDegrees(pass.offNadirDeg),
    sun: formatDegrees(pass.sunElevationDeg),
  });
}

/** The pass shown on the map, in words. */
export function PassFacts({ pass, isBest }: { pass: Pass | null; isBest: boolean }) {
  const t = useT();
  if (pass === null) return <span />;
  return (
    <p className="gt-shrink gt-quiet">
      {isBest && <strong className="gt-bold gt-ink">{t('passes.best')} </strong>}
      {passSentence(t, pass)}
    </p>
  );
}

/** First and last instant of the axis, ms. */
export interface Span {
  from: number;
  to: number;
}

/** The place of an instant (ms) on the axis, CSS. */
export const acrossOf = (at: number, { from, to }: Span): string =>
  `${(((at - from) / (to - from)) * 100).toFixed(2)}%`;

const DAY_MS = 86_400_000;
/** Maximum number of labelled days. */
const DAYS_NAMED = 4;
/** The last share of the axis that a label may start at; after it, the label would leave the axis. */
const LAST_LABEL = 0.8;

/** Up to four days of the axis, evenly spaced, whose labels neither overlap nor leave it. */
export function namedDays({ from, to }: Span): number[] {
  const days = Math.round((to - from) / DAY_MS);
  const step = Math.max(1, Math.ceil(days / DAYS_NAMED));
  return Array.from({ length: Math.ceil(days / step) }, (_, n) => n * step)
    .filter((day) => day <= LAST_LABEL * days)
    .map((day) => from + day * DAY_MS);
}
