import type { Position } from 'geojson';
import { COORDINATE_DECIMALS, latOf, lonOf, type Ring } from './area/areaGeometry.ts';

/**
 * AOI coordinates have 7 decimals: in units of half 1e-7° they are even integers and their midpoints
 * integers, so tests for "left of", "on" and "right of" are exact.
 */
const UNITS = 2 * 10 ** COORDINATE_DECIMALS;

/** A closed ring on the grid: x[i], y[i] for i in 0..n, where n repeats 0. */
export interface GridRing {
  x: Float64Array;
  y: Float64Array;
}

/** A ring of rounded degrees on the grid. */
export function gridRing(ring: Ring): GridRing {
  // Float64Array.from iterates, and takes several times as long
  const [x, y] = [new Float64Array(ring.length), new Float64Array(ring.length)];
  ring.forEach((position, at) => {
    x[at] = Math.round(lonOf(position) * UNITS);
    y[at] = Math.round(latOf(position) * UNITS);
  });
  return { x, y };
}

/** Grid units as degrees, rounded to 7 decimals. */
export function gridDegrees(x: number, y: number): Position {
  const degrees = (value: number) => Number((value / UNITS).toFixed(COORDINATE_DECIMALS));
  return [degrees(x), degrees(y)];
}

/**
 * 1 if c is left of the line a→b, -1 right, 0 on it: exact for integers below 2^52. Uses the difference of
 * the two products if it exceeds its rounding error (Shewchuk 1997, filter A), else BigInt.
 */
export function turnOf(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): -1 | 0 | 1 {
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const difference = left - right;
  const doubt = 3.4e-16 * (Math.abs(left) + Math.abs(right));
  if (difference > doubt) return 1;
  if (difference < -doubt) return -1;
  const exact = BigInt(bx - ax) * BigInt(cy - ay) - BigInt(by - ay) * BigInt(cx - ax);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** The position of a grid point relative to a grid ring: 1 inside, 0 on it, -1 outside. Exact. */
export function sideOfGridRing(px: number, py: number, ring: GridRing): -1 | 0 | 1 {
  const { x, y } = ring;
  let inside = false;
  for (let i = 1; i < x.length; i++) {
    const [x1, y1, x2, y2] = [x[i - 1]!, y[i - 1]!, x[i]!, y[i]!];
    if (py < Math.min(y1, y2) || py > Math.max(y1, y2) || px > Math.max(x1, x2)) continue;
    const turn = turnOf(x1, y1, x2, y2, px, py);
    if (turn === 0 && px >= Math.min(x1, x2)) return 0;
    if (y1 > py !== y2 > py && turn > 0 === y2 > y1) inside = !inside;
  }
  return inside ? 1 : -1;
}
