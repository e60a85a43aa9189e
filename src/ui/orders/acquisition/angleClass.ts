import type { Pass } from '../../../geo/orbit/passes.ts';

/**
 * Classes of dots by the off-nadir angle, degrees; the last one has everything beyond 20° that the limit allows
 * (docs/design.md, Passes).
 */
export const ANGLE_CLASSES = [
  { id: 'steep', from: 0, to: 10 },
  { id: 'middle', from: 10, to: 20 },
  { id: 'flat', from: 20, to: 45 },
] as const;

/** The size and strength of a pass's dot. */
export function angleClassOf({ offNadirDeg }: Pass, limit: number): string {
  if (offNadirDeg > limit) return 'beyond';
  return ANGLE_CLASSES.find(({ to }) => offNadirDeg <= to)?.id ?? 'flat';
}
