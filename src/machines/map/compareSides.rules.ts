import type { LayerId } from './map.events.ts';

/** The two sides of the compare slider. */
export type CompareSide = 'before' | 'after';
export type CompareSides = Record<CompareSide, LayerId>;

/** Shows a layer on one side. A layer is not compared with itself: the sides swap. */
export function withSide(sides: CompareSides, side: CompareSide, layer: LayerId): CompareSides {
  const other = side === 'before' ? 'after' : 'before';
  if (sides[other] === layer) return { before: sides.after, after: sides.before };
  return { ...sides, [side]: layer };
}
