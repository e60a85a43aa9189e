import { enclosureOf } from '../../antimeridian/poles.ts';
import { hasTwoWays } from '../../antimeridian/unbroken.ts';
import { latOf, lonOf, type Ring, type Rings } from '../../area/areaGeometry.ts';
import { boundsOf } from '../../entry/bbox.ts';
import { sideOfRing } from '../../area/pointInside.ts';

interface NestedRing {
  ring: Ring;
  /** What it encloses, with its edges read the short way round. */
  enclosure: Ring;
  /** Whether it may go the long way (hasTwoWays): its direction says it, and stays the file's. */
  isWide: boolean;
  isLong: boolean;
  west: number;
  south: number;
  east: number;
  north: number;
  /** Area of its bounding box. */
  size: number;
  isLeft: boolean;
}

function nestedRing(ring: Ring): NestedRing {
  let [twiceArea, before] = [0, ring[ring.length - 1]];
  for (const position of ring) {
    const [lon, lat] = [lonOf(position), latOf(position)];
    // relative to the first corner, to keep precision
    const [x, y] = [lonOf(before) - lonOf(ring[0]), latOf(before) - latOf(ring[0])];
    twiceArea += x * (lat - latOf(ring[0])) - (lon - lonOf(ring[0])) * y;
    before = position;
  }
  const isWide = hasTwoWays(ring);
  const enclosure = enclosureOf(ring);
  const [west, south, east, north] = boundsOf({ type: 'Polygon', coordinates: [enclosure] });
  const size = (east - west) * (north - south);
  const isLeft = twiceArea > 0;
  return { ring, enclosure, isWide, isLong: isWide && !isLeft, west, south, east, north, size, isLeft };
}

/** Turns of the globe by which rings may be apart. */
const TURNS = [0, 360, -360, 720, -720];

function holds(outer: NestedRing, inner: NestedRing): boolean {
  if (outer.south > inner.south || outer.north < inner.north || outer.ring === inner.ring) return false;
  if (outer.isLong && !inner.isWide) return isIn(inner, outer.ring, 0);
  return TURNS.some((turn) => holdsAt(outer, inner, turn));
}

function holdsAt(outer: NestedRing, inner: NestedRing, turn: number): boolean {
  if (outer.west > inner.west + turn || outer.east < inner.east + turn) {
    // a cap has every longitude, though a ring in it may begin on another turn of the globe
    if (outer.east - outer.west < 360) return false;
  }
  return isIn(inner, outer.enclosure, turn);
}

function isIn({ enclosure }: NestedRing, outer: Ring, turn: number): boolean {
  for (const position of enclosure) {
    const side = sideOfRing(lonOf(position) + turn, latOf(position), outer);
    if (side !== 0) return side > 0;
  }
  return false;
}

/**
 * Sorts rings in any order, as in a shapefile, into polygons: a ring within an even number of others is an
 * outer ring, else a hole of the smallest around it. So files with wrong ring directions are read too. The
 * polygons' directions are those of RFC 7946 (§3.1.6), opposite to a shapefile's.
 */
export function polygonsOfRings(rings: readonly Ring[]): Rings[] {
  const bySize = rings.map(nestedRing).sort((a, b) => b.size - a.size);
  const holders = new Map<NestedRing, NestedRing[]>();
  const polygons = new Map<NestedRing, Rings>();
  bySize.forEach((inner, index) => {
    // its container is at least as large, so it comes earlier in the list
    const around = bySize.slice(0, index).filter((outer) => holds(outer, inner));
    holders.set(inner, around);
    const owner = around.findLast((outer) => (holders.get(outer)?.length ?? 0) === around.length - 1);
    const isOuter = around.length % 2 === 0 || owner === undefined;
    const ring = !inner.isWide && inner.isLeft === isOuter ? inner.ring : inner.ring.toReversed();
    if (isOuter) polygons.set(inner, [ring]);
    else polygons.get(owner)?.push(ring);
  });
  return [...polygons.values()];
}
