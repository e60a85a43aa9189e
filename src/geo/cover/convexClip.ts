import type { Position } from 'geojson';
import { latOf, lonOf, type Ring } from '../area/areaGeometry.ts';

function turn(a: Position, b: Position, c: Position): number {
  return (lonOf(b) - lonOf(a)) * (latOf(c) - latOf(a)) - (latOf(b) - latOf(a)) * (lonOf(c) - lonOf(a));
}

/**
 * The ring counter-clockwise if it is convex, else null. A convex ring always turns the same way and goes
 * around once: it changes between eastward and westward twice.
 */
export function convexRing(ring: Ring): Ring | null {
  const open = ring.slice(0, -1);
  const bends = new Set<number>();
  const headings: number[] = [];
  open.forEach((position, i) => {
    const [next, afterNext] = [open[(i + 1) % open.length]!, open[(i + 2) % open.length]!];
    bends.add(Math.sign(turn(position, next, afterNext)));
    const heading = Math.sign(lonOf(next) - lonOf(position));
    if (heading !== 0) headings.push(heading);
  });
  bends.delete(0);
  const changes = headings.filter((heading, i) => heading !== headings.at(i - 1)).length;
  if (bends.size !== 1 || changes !== 2) return null;
  return bends.has(1) ? ring : ring.toReversed();
}

/**
 * A ring clipped to a convex counter-clockwise ring (Sutherland and Hodgman 1974). Several pieces stay joined
 * along the clip's edges; these joints run there and back and add no area.
 */
export function clipToConvex(ring: Ring, convex: Ring): Ring {
  let points = ring.slice(0, -1);
  for (let i = 1; i < convex.length && points.length > 0; i++)
    points = leftOf(points, convex[i - 1]!, convex[i]!);
  return points.length === 0 ? [] : [...points, points[0]!];
}

/** The part of an open ring left of a line. A plain loop for speed: it runs for thousands of footprints. */
function leftOf(points: Ring, from: Position, to: Position): Ring {
  const [ax, ay] = [lonOf(from), latOf(from)];
  const [dx, dy] = [lonOf(to) - ax, latOf(to) - ay];
  const kept: Ring = [];
  let before = points[points.length - 1]!;
  let sideBefore = dx * (before[1]! - ay) - dy * (before[0]! - ax);
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    const side = dx * (point[1]! - ay) - dy * (point[0]! - ax);
    if (side >= 0 !== sideBefore >= 0) kept.push(crossing(before, point, sideBefore / (sideBefore - side)));
    if (side >= 0) kept.push(point);
    before = point;
    sideBefore = side;
  }
  return kept;
}

function crossing(a: Position, b: Position, share: number): Position {
  return [lonOf(a) + share * (lonOf(b) - lonOf(a)), latOf(a) + share * (latOf(b) - latOf(a))];
}
