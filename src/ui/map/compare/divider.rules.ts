/** Where the divider stands: its share of the way through the free map, 0 at its left edge, 1 at its right one. */
export type Share = number;

export const MIDDLE: Share = 0.5;
/** look.md: arrow keys move it 1 %, with shift 10 %. */
const STEP = { fine: 0.01, wide: 0.1 } as const;

/** A share within its bounds, in whole per mille: steps of 1 % stay what they say. */
export const bounded = (share: number): Share => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000;

/** Where a key moves the divider to; null for a key that is none of its own. */
export function movedByKey(share: Share, key: string, isShift: boolean): Share | null {
  const step = isShift ? STEP.wide : STEP.fine;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return bounded(share - step);
  if (key === 'ArrowRight' || key === 'ArrowUp') return bounded(share + step);
  if (key === 'PageDown') return bounded(share - STEP.wide);
  if (key === 'PageUp') return bounded(share + STEP.wide);
  if (key === 'Home') return 0;
  return key === 'End' ? 1 : null;
}

/** The share of a place between two edges; pixels. */
export function shareAt(x: number, from: number, to: number): Share {
  return to <= from ? MIDDLE : bounded((x - from) / (to - from));
}
