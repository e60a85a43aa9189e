import { latOf, lonOf, polygonsOf, type AreaGeometry, type Ring } from './areaGeometry.ts';
import type { Bounds } from '../entry/bbox.ts';
import { pointInside } from './pointInside.ts';
import { memoBy } from '../memo.ts';

interface Located {
  geometry: AreaGeometry;
}

/** Like boundsOf, but allocates no array: it runs for 100,000 items at once. */
function writeBounds(made: Float64Array, at: number, geometry: AreaGeometry): void {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rings of polygonsOf(geometry))
    for (const position of rings[0] ?? []) {
      const lon = lonOf(position);
      const lat = latOf(position);
      if (lon < west) west = lon;
      if (lon > east) east = lon;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
  made[at] = west;
  made[at + 1] = south;
  made[at + 2] = east;
  made[at + 3] = north;
}

/** West, south, east, north of each item of a list, degrees; cached per list. */
export const boxesOf = memoBy((list: readonly Located[]): Float64Array => {
  const made = new Float64Array(list.length * 4);
  for (let at = 0; at < list.length; at++) writeBounds(made, at * 4, list[at]!.geometry);
  return made;
});

/** Whether a segment and a box share a point (Liang and Barsky). */
function meetsSegment([west, south, east, north]: Bounds, ax: number, ay: number, bx: number, by: number) {
  let [from, to] = [0, 1];
  // per edge of the box: how fast the segment leaves it, and how far inside it begins
  for (const [out, inside] of [
    [ax - bx, ax - west],
    [bx - ax, east - ax],
    [ay - by, ay - south],
    [by - ay, north - ay],
  ] as const) {
    if (out === 0 && inside < 0) return false;
    if (out < 0) from = Math.max(from, inside / out);
    if (out > 0) to = Math.min(to, inside / out);
    if (from > to) return false;
  }
  return true;
}

/** Whether a line and a box share a point. */
export function meetsLine(box: Bounds, ring: Ring): boolean {
  for (let at = 1; at < ring.length; at++)
    if (meetsSegment(box, lonOf(ring[at - 1]), latOf(ring[at - 1]), lonOf(ring[at]), latOf(ring[at])))
      return true;
  return false;
}

/** Whether an area and a box of longitudes -180..180 share a point. A box within a hole shares none. */
export function meetsBox(geometry: AreaGeometry, box: Bounds): boolean {
  if (polygonsOf(geometry).some((rings) => rings.some((ring) => meetsLine(box, ring)))) return true;
  // no edge meets the box: it is wholly inside or wholly outside
  return pointInside([box[0], box[1]], geometry);
}

/** The box in longitudes -180..180: one part, or two if it crosses 180°. */
function partsOf([west, south, east, north]: Bounds): Bounds[] {
  if (east - west >= 360) return [[-180, south, 180, north]];
  const turn = 360 * Math.floor((west + 180) / 360);
  const [from, to] = [west - turn, east - turn];
  return to <= 180
    ? [[from, south, to, north]]
    : [
        [from, south, 180, north],
        [-180, south, to - 360, north],
      ];
}

/**
 * How many items of a list have bounds that meet a box.
 * @param box as for `scenesInBox`
 */
export function countInBox(list: readonly Located[], box: Bounds, shown: Uint8Array | null): number {
  const parts = partsOf(box);
  const all = boxesOf(list);
  let count = 0;
  for (let number = 0; number < list.length; number++) {
    if (shown?.[number] === 0) continue;
    const at = number * 4;
    const isIn = parts.some(
      ([west, south, east, north]) =>
        all[at]! <= east && all[at + 2]! >= west && all[at + 1]! <= north && all[at + 3]! >= south,
    );
    if (isIn) count += 1;
  }
  return count;
}

/**
 * The items of a list that a box touches or contains, in the list's order: the selection of a box drawn on
 * the map. 100,000 take a few milliseconds, because only those across an edge of the box need an exact test.
 * @param box degrees, west to east; across 180° one of its longitudes is beyond ±180, as the map gives it
 * @param shown one byte per item, 0 if the filters hide it; null if all are shown
 */
export function scenesInBox<T extends Located>(
  scenes: readonly T[],
  box: Bounds,
  shown: Uint8Array | null = null,
): T[] {
  const parts = partsOf(box);
  const all = boxesOf(scenes);
  return scenes.filter(({ geometry }, number) => {
    if (shown?.[number] === 0) return false;
    const at = number * 4;
    return parts.some((part) => {
      const [west, south, east, north] = [all[at]!, all[at + 1]!, all[at + 2]!, all[at + 3]!];
      if (west > part[2] || east < part[0] || south > part[3] || north < part[1]) return false;
      const isWithin = west >= part[0] && east <= part[2] && south >= part[1] && north <= part[3];
      return isWithin || meetsBox(geometry, part);
    });
  });
}
