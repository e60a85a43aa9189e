import type { Aoi } from '../aoi.ts';
import { areaKm2, signedRingKm2 } from '../area/area.ts';
import {
  areaOfPolygons,
  polygonsOf,
  type AreaGeometry,
  type Ring,
  type Rings,
} from '../area/areaGeometry.ts';
import { boundsMeet, boundsOf, type Bounds } from '../entry/bbox.ts';
import { clipToConvex, convexRing } from './convexClip.ts';
import { overlay } from './overlay.ts';
import { unionOf } from './union.ts';

/** The grid of 1e-9°, 0.1 mm, on which intersections and differences are found. */
const UNITS = 1e9;
const areaOrNull = (polygons: Rings[]) => (polygons.length === 0 ? null : areaOfPolygons(polygons));

/** The intersection of two areas, edges straight in longitude/latitude, on the grid of 1e-9°; null if it is empty. */
export function intersectionOf(a: AreaGeometry, b: AreaGeometry): AreaGeometry | null {
  if (!boundsMeet(boundsOf(a), boundsOf(b))) return null;
  return areaOrNull(overlay('Intersection', UNITS, polygonsOf(a), polygonsOf(b)));
}

/** The part of an area outside another, in the same way; null if there is none. */
export function differenceOf(area: AreaGeometry, taken: AreaGeometry): AreaGeometry | null {
  if (!boundsMeet(boundsOf(area), boundsOf(taken))) return area;
  return areaOrNull(overlay('Difference', UNITS, polygonsOf(area), polygonsOf(taken)));
}

/** Area in km² that a polygon shares with a convex ring. The rings are signed, so that joints cancel. */
function sharedWithConvexKm2(rings: Rings, convex: Ring): number {
  let sum = 0;
  rings.forEach((ring, index) => {
    const area = Math.abs(signedRingKm2(clipToConvex(ring, convex)));
    sum += index === 0 ? area : -area;
  });
  return sum;
}

/** Area in km² that one polygon shares with an area. */
function sharedKm2(polygon: Rings, area: AreaGeometry, bounds: Bounds): number {
  const part: AreaGeometry = { type: 'Polygon', coordinates: polygon };
  if (!boundsMeet(boundsOf(part), bounds)) return 0;
  const convex = polygon.length === 1 ? convexRing(polygon[0]!) : null;
  if (convex !== null)
    return polygonsOf(area).reduce((sum, rings) => sum + sharedWithConvexKm2(rings, convex), 0);
  const shared = intersectionOf(part, area);
  return shared === null ? 0 : areaKm2(shared);
}

/** Area in km² that a footprint shares with an area (decision 17). */
export function sharedAreaKm2(
  footprint: AreaGeometry,
  area: AreaGeometry,
  bounds: Bounds = boundsOf(area),
): number {
  return polygonsOf(footprint).reduce((sum, rings) => sum + sharedKm2(rings, area, bounds), 0);
}

/** Sums of parts are this exact: what is left of the whole is none. */
const NOISE = 1e-9;

/** The share that one area is of another, 0 to 1; all of it is exactly 1. */
export function shareOf(sharedKm2: number, wholeKm2: number): number {
  const share = wholeKm2 > 0 ? Math.max(0, sharedKm2 / wholeKm2) : 0;
  return share > 1 - NOISE ? 1 : share;
}

/**
 * The part of an area within a footprint, to be drawn: within a convex one, nearly all, pieces stay joined along its edges.
 * @returns null if they don't meet
 */
export function clippedTo(footprint: AreaGeometry, area: AreaGeometry): AreaGeometry | null {
  const [only, ...more] = polygonsOf(footprint);
  const convex = only?.length === 1 && more.length === 0 ? convexRing(only[0]!) : null;
  if (convex === null) return intersectionOf(footprint, area);
  const polygons = polygonsOf(area)
    .map((rings) => rings.map((ring) => clipToConvex(ring, convex)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
  return areaOrNull(polygons);
}

/**
 * The share of the AOI that a footprint covers, 0 to 1, by area (decision 17). Convex footprints, nearly all,
 * take a fast path that agrees to 1e-9.
 */
export function coveredShare(footprint: AreaGeometry, aoi: Aoi): number {
  return shareOf(sharedAreaKm2(footprint, aoi.geometry, aoi.bbox), aoi.areaKm2);
}

/** The share of the AOI that footprints cover together, 0 to 1, by area. */
export function unionShare(footprints: readonly AreaGeometry[], aoi: Aoi): number {
  const near = footprints.filter((footprint) => boundsMeet(boundsOf(footprint), aoi.bbox));
  if (near.length < 2) return near[0] === undefined ? 0 : coveredShare(near[0], aoi);
  const together = unionOf(near);
  const shared = together === null ? null : intersectionOf(together, aoi.geometry);
  return shared === null ? 0 : shareOf(areaKm2(shared), aoi.areaKm2);
}
