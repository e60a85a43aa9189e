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
