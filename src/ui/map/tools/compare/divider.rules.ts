import type { CSSProperties } from 'react';
import type { MapPadding } from '../../kernel/mapPadding.ts';

/** Position of the divider in the free map: 0 at the left edge, 1 at the right one. */
export type Share = number;

export const MIDDLE: Share = 0.5;
/** Arrow keys move the divider by 1%, with Shift by 10% (docs/design.md, Comparison). */
const STEP = { fine: 0.01, wide: 0.1 } as const;

/** Clamps a share to 0..1 and rounds it to 0.001, so that steps of 1% stay exact. */
export const bounded = (share: number): Share => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000;

/** The share after a key press; null for other keys. */
export function movedByKey(share: Share, key: string, isShift: boolean): Share | null {
  const step = isShift ? STEP.wide : STEP.fine;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return bounded(share - step);
  if (key === 'ArrowRight' || key === 'ArrowUp') return bounded(share + step);
  if (key === 'PageDown') return bounded(share - STEP.wide);
  if (key === 'PageUp') return bounded(share + STEP.wide);
  if (key === 'Home') return 0;
  return key === 'End' ? 1 : null;
}

/** The share of a position between two edges, pixels. */
export function shareAt(x: number, from: number, to: number): Share {
  return to <= from ? MIDDLE : bounded((x - from) / (to - from));
}

/** Where a divider and the names of its sides are, for the styles of the comparison. */
export const dividerStyle = (
  { left, right }: MapPadding,
  share: Share,
): CSSProperties & Record<`--gt-${string}`, string> => ({
  '--gt-left': `${left}px`,
  '--gt-right': `${right}px`,
  '--gt-divider': `calc(${left}px + (100% - ${left + right}px) * ${share})`,
});
