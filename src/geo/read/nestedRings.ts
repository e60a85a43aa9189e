import { latOf, lonOf, type Ring, type Rings } from '../areaGeometry.ts';
import { sideOfRing } from '../pointInside.ts';

interface NestedRing {
  ring: Ring;
  west: number;
  south: number;
  east: number;
  north: number;
  /** Of its box. */
  size: number;
}

function nestedRing(ring: Ring): NestedRing {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const position of ring) {
    west = Math.min(west, lonOf(position));
    east = Math.max(east, lonOf(position));
    south = Math.min(south, latOf(position));
    north = Math.max(north, latOf(position));
  }
  return { ring, west, south, east, north, size: (east - west) * (north - south) };
}

function holds(outer: NestedRing, inner: NestedRing): boolean {
  if (outer.west > inner.west || outer.east < inner.east) return false;
  if (outer.south > inner.south || outer.north < inner.north || outer.ring === inner.ring) return false;
  for (const position of inner.ring) {
    const side = sideOfRing(lonOf(position), latOf(position), outer.ring);
    if (side !== 0) return side > 0;
  }
  return false;
}

/**
 * Polygons of rings in no order (a shapefile has one list of them): a ring within an even number of others is an outer
 * one, else a hole of the smallest that holds it. So files whose ring directions are wrong are read as well.
 */
export function polygonsOfRings(rings: readonly Ring[]): Rings[] {
  if (rings.length === 1) return [[rings[0]!]];
  const bySize = rings.map(nestedRing).sort((a, b) => b.size - a.size);
  const holders = new Map<NestedRing, NestedRing[]>();
  const polygons = new Map<NestedRing, Rings>();
  bySize.forEach((inner, index) => {
    // what holds it is at least as large, so it stands before
    const around = bySize.slice(0, index).filter((outer) => holds(outer, inner));
    holders.set(inner, around);
    const owner = around.findLast((outer) => (holders.get(outer)?.length ?? 0) === around.length - 1);
    if (around.length % 2 === 0 || owner === undefined) polygons.set(inner, [inner.ring]);
    else polygons.get(owner)?.push(inner.ring);
  });
  return [...polygons.values()];
}
