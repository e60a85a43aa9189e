import { signedRingKm2 } from '../area/area.ts';
import { latOf, lonOf, type Ring, type Rings } from '../area/areaGeometry.ts';
import { sideOfRing } from '../area/pointInside.ts';

/** Whether a hole is in a ring: tests its first vertex off the ring. */
function holds(outer: Ring, hole: Ring): boolean {
  for (const position of hole) {
    const side = sideOfRing(lonOf(position), latOf(position), outer);
    if (side !== 0) return side > 0;
  }
  return true;
}

/** The polygons of closed rings: outer ones run counter-clockwise, holes clockwise. */
export function polygonsOfLoops(loops: readonly Ring[]): Rings[] {
  const polygons = loops.filter((ring) => signedRingKm2(ring) > 0).map((outer): Rings => [outer]);
  for (const hole of loops.filter((ring) => signedRingKm2(ring) < 0))
    polygons.find(([outer]) => holds(outer!, hole))?.push(hole);
  return polygons;
}
