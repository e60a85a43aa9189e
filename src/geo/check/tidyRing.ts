import type { Position } from 'geojson';
import { closedWithoutRepeats } from '../antimeridian/chains.ts';
import { latOf, lonOf, roundedDegrees, type Ring } from '../area/areaGeometry.ts';
import { signedRingKm2 } from '../area/area.ts';
import { gridRing, turnOf } from '../grid.ts';
import { isFlat } from './validity.ts';

/** A closed ring of rounded degrees, with the numbers of removed points. */
export interface TidyRing {
  ring: Ring;
  duplicates: number;
  spikes: number;
}

const UNITS = 1e7;

/** Whether b is the tip of a zero-width spike: the path goes from a to b and straight back. Exact. */
function isSpike(a: Position, b: Position, c: Position): boolean {
  const [ax, ay] = [gridOf(lonOf(a)), gridOf(latOf(a))];
  const [bx, by] = [gridOf(lonOf(b)), gridOf(latOf(b))];
  const [cx, cy] = [gridOf(lonOf(c)), gridOf(latOf(c))];
  if ((bx - ax) * (cx - bx) + (by - ay) * (cy - by) >= 0) return false;
  return turnOf(ax, ay, bx, by, cx, cy) === 0;
}

function gridOf(degrees: number): number {
  return Math.round(degrees * UNITS);
}

function samePlace(a: Position, b: Position): boolean {
  return lonOf(a) === lonOf(b) && latOf(a) === latOf(b);
}

/** Removes spikes and repeats from the end of an open path. */
function withoutTip(path: Ring): void {
  for (;;) {
    const [a, b, c] = [path.at(-3), path.at(-2), path.at(-1)];
    if (b !== undefined && c !== undefined && samePlace(b, c)) path.pop();
    else if (a !== undefined && b !== undefined && c !== undefined && isSpike(a, b, c)) path.splice(-2, 1);
    else return;
  }
}

function withoutSpikes(closed: Ring): Ring {
  const path: Ring = [];
  for (const position of closed.slice(0, -1)) {
    path.push(position);
    withoutTip(path);
  }
  // then where the ends join
  for (;;) {
    const [last, first, second] = [path.at(-1), path[0], path[1]];
    if (path.length < 3 || last === undefined || first === undefined || second === undefined) break;
    if (samePlace(last, first) || isSpike(path.at(-2)!, last, first)) path.pop();
    else if (isSpike(last, first, second)) path.shift();
    else break;
  }
  return closedWithoutRepeats(path);
}

/**
 * Rounds a closed ring to 7 decimals, and removes heights, repeated points and zero-width spikes. The result
 * may be too short or flat.
 */
export function tidyRing(closed: Ring): TidyRing {
  const rounded = closed.map((position): Position => [
    roundedDegrees(lonOf(position)),
    roundedDegrees(latOf(position)),
  ]);
  const kept = closedWithoutRepeats(rounded);
  const ring = kept.length < 4 ? kept : withoutSpikes(kept);
  return { ring, duplicates: rounded.length - kept.length, spikes: kept.length - ring.length };
}

/** Whether a ring encloses nothing. */
export function isDegenerate(ring: Ring): boolean {
  return ring.length < 4 || isFlat(gridRing(ring));
}

const METRES_A_DEGREE = 111_320;
/** Parts and holes with a smaller mean width are slivers: one pixel of the finest imagery (§9), metres. */
const SLIVER_METRES = 0.1;

/** Whether the mean width of a ring (twice its area divided by its length) is less than SLIVER_METRES. */
export function isSliver(ring: Ring): boolean {
  let metres = 0;
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1]!, ring[i]!];
    const shrink = Math.cos((((latOf(a) + latOf(b)) / 2) * Math.PI) / 180);
    metres += METRES_A_DEGREE * Math.hypot((lonOf(b) - lonOf(a)) * shrink, latOf(b) - latOf(a));
  }
  return 2 * Math.abs(signedRingKm2(ring)) * 1e6 < SLIVER_METRES * metres;
}
