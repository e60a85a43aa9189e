import type { Position } from 'geojson';

/** A ring in tile units, not closed. */
export type Ring = [x: number, y: number][];

/** The ring's area in square units, positive when it runs against the clock with y upwards; closed or not. */
export function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  ring.forEach((to, index) => {
    const from = ring.at(index - 1)!;
    sum += from[0]! * to[1]! - to[0]! * from[1]!;
  });
  return sum / 2;
}

/** Metres per degree of latitude. */
const METRES = 111_320;

/** Squared distance in metres of a position from a segment, on a plane around the segment. */
function distance2([lon = 0, lat = 0]: Position, a: Position, b: Position): number {
  const scale = Math.cos(((a[1]! + b[1]!) * Math.PI) / 360) * METRES;
  const [dx, dy] = [(b[0]! - a[0]!) * scale, (b[1]! - a[1]!) * METRES];
  const [px, py] = [(lon - a[0]!) * scale, (lat - a[1]!) * METRES];
  const length2 = dx * dx + dy * dy;
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
  return (px - share * dx) ** 2 + (py - share * dy) ** 2;
}

/** The position between two that is farthest from their segment. */
function farthest(line: readonly Position[], from: number, to: number): { at: number; far2: number } {
  let [at, far2] = [from, -1];
  for (let i = from + 1; i < to; i++) {
    const d2 = distance2(line[i]!, line[from]!, line[to]!);
    if (d2 > far2) [at, far2] = [i, d2];
  }
  return { at, far2 };
}

/**
 * A closed ring in degrees simplified by Douglas and Peucker's method.
 * @param toleranceAt metres, by latitude
 */
export function thinned(ring: readonly Position[], toleranceAt: (latitude: number) => number): Position[] {
  const last = ring.length - 1;
  const kept = new Set([0, last]);
  // the first and the last position are the same: the ring is halved at the position farthest from them
  const half = farthest(ring, 0, last).at;
  kept.add(half);
  const open: [from: number, to: number][] = [
    [0, half],
    [half, last],
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    if (to - from < 2) continue;
    const { at, far2 } = farthest(ring, from, to);
    if (far2 <= toleranceAt(ring[at]![1]!) ** 2) continue;
    kept.add(at);
    open.push([from, at], [at, to]);
  }
  return ring.filter((_, index) => kept.has(index));
}

/**
 * A ring with its corners cut off (Chaikin), its edges staying where they are: a corner of a generalized coast is no cape.
 * @param most how much of an edge a cut takes at most, in the ring's unit
 */
export function rounded(ring: Ring, most: number): Ring {
  return ring.flatMap((to, index) => {
    const from = ring.at(index - 1)!;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const share = Math.min(0.25, most / (Math.hypot(dx, dy) || 1));
    return [
      [from[0] + share * dx, from[1] + share * dy],
      [to[0] - share * dx, to[1] - share * dy],
    ] as Ring;
  });
}

/** The part of a ring on one side of a line along an axis (Sutherland and Hodgman). */
function oneSide(ring: Ring, axis: 0 | 1, at: number, isInside: (value: number) => boolean): Ring {
  const out: Ring = [];
  ring.forEach((to, index) => {
    const from = ring.at(index - 1)!;
    if (isInside(from[axis]) !== isInside(to[axis])) {
      const share = (at - from[axis]) / (to[axis] - from[axis]);
      const across = from[1 - axis]! + share * (to[1 - axis]! - from[1 - axis]!);
      out.push(axis === 0 ? [at, across] : [across, at]);
    }
    if (isInside(to[axis])) out.push(to);
  });
  return out;
}

function clipped(ring: Ring, axis: 0 | 1, low: number, high: number): Ring {
  let [least, most] = [Infinity, -Infinity];
  for (const position of ring) {
    least = Math.min(least, position[axis]);
    most = Math.max(most, position[axis]);
  }
  if (most < low || least > high) return [];
  const above = least < low ? oneSide(ring, axis, low, (value) => value >= low) : ring;
  return most > high ? oneSide(above, axis, high, (value) => value <= high) : above;
}

/** The polygons' parts between two lines along an axis; a polygon's first ring is its outer one. */
export function within(polygons: readonly Ring[][], axis: 0 | 1, low: number, high: number): Ring[][] {
  return polygons.flatMap((rings) => {
    const parts: Ring[] = [];
    for (const ring of rings) {
      const part = clipped(ring, axis, low, high);
      if (part.length > 2) parts.push(part);
      else if (parts.length === 0) return [];
    }
    return [parts];
  });
}
