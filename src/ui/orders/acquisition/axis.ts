/** First and last instant of the axis, ms. */
export interface Span {
  from: number;
  to: number;
}

/** The place of an instant (ms) on the axis, CSS. */
export const acrossOf = (at: number, { from, to }: Span): string =>
  `${(((at - from) / (to - from)) * 100).toFixed(2)}%`;
