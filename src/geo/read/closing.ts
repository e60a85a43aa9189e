import { latOf, lonOf, type Ring } from '../area/areaGeometry.ts';

type Position = Ring[number] | undefined;

/** Length of an edge in degrees, with the meridians' convergence, the shorter way round the globe. */
function lengthOf(from: Position, to: Position): number {
  const turn = Math.abs(lonOf(to) - lonOf(from)) % 360;
  const wide = Math.min(turn, 360 - turn) * Math.cos((((latOf(from) + latOf(to)) / 2) * Math.PI) / 180);
  return Math.hypot(wide, latOf(to) - latOf(from));
}

/**
 * Whether an open ring certainly lacks nothing but the repetition of its first position: the edge that closes it is no
 * longer than its longest edge. A longer one cuts off ground: positions are missing, too.
 */
export function isClosingCertain(ring: Ring): boolean {
  const longest = ring.reduce(
    (most, at, index) => Math.max(most, lengthOf(ring[Math.max(0, index - 1)], at)),
    0,
  );
  // the sides of a scene differ by a few thousandths over its height
  return lengthOf(ring.at(-1), ring[0]) <= longest * 1.01;
}
