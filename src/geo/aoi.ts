import type { Position } from 'geojson';
import { AOI_KM2_MIN, AOI_VERTICES_MAX, LATITUDE_MAX, LONGITUDE_MAX } from '../../contract/limits.ts';
import { areaKm2 } from './area/area.ts';
import {
  areaOfPolygons,
  latOf,
  lonOf,
  polygonsOf,
  roundedDegrees,
  verticesOf,
  type AreaGeometry,
  type Ring,
  type Rings,
} from './area/areaGeometry.ts';
import { directedRings } from './area/directedRings.ts';
import { cutAtAntimeridian } from './antimeridian/antimeridian.ts';
import { closedWithoutRepeats } from './antimeridian/chains.ts';
import { refuseUnclear, shortestEdges, type EdgeReading } from './antimeridian/unbroken.ts';
import { boundsOf, type Bounds } from './entry/bbox.ts';
import { GeometryError } from './geometryError.ts';
import { gridRing } from './grid.ts';
import { checkParts, checkPolygon, isFlat } from './check/validity.ts';
import { writeWkt } from './wkt/writeWkt.ts';

export type { AreaGeometry } from './area/areaGeometry.ts';
export type { EdgeReading } from './antimeridian/unbroken.ts';

/**
 * §3 Area of interest, checked and measured once. `geometry` follows RFC 7946: WGS 84 degrees of 7 decimals
 * in -180..180, outer rings counter-clockwise, holes clockwise, cut at 180°, no edge wider than 180°. `wkt`
 * is the same geometry. `areaKm2`: decision 17. `bbox`: west, south, east, north. `vertices` excludes closing
 * positions.
 */
export interface Aoi {
  geometry: AreaGeometry;
  wkt: string;
  areaKm2: number;
  bbox: Bounds;
  vertices: number;
}

/** Drawings across 180° have longitudes up to one turn of the globe beyond ±180° (decision 19). */
export const DRAWN_LONGITUDE_MAX = 3 * LONGITUDE_MAX;

/**
 * Makes an AOI: checks it, corrects ring directions, drops heights, cuts at 180° (decision 19).
 * @throws GeometryError coordinatesInvalid, ringOpen, tooFewPoints, zeroArea, selfCrossing, holeOutside,
 * partsOverlap, tooManyVertices, tooWide, tooSmall; poleUnclear if a ring goes around the globe and edges are
 * 'shortest'
 */
export function aoiOf(geometry: AreaGeometry, edges: EdgeReading = 'straight'): Aoi {
  const checked = checkedArea(geometry, edges);
  return {
    geometry: checked.geometry,
    wkt: writeWkt(checked.geometry),
    areaKm2: checked.areaKm2,
    bbox: boundsOf(checked.geometry),
    vertices: verticesOf(polygonsOf(checked.geometry)),
  };
}

/** An AOI's geometry and area, without what else is said of it. @throws GeometryError as aoiOf does */
export function checkedArea(geometry: AreaGeometry, edges: EdgeReading): Pick<Aoi, 'geometry' | 'areaKm2'> {
  const given = polygonsOf(geometry);
  refuseTooMany(given);
  let ringNumber = 0;
  const polygons = given.map((rings) => {
    if (rings.length === 0) throw new GeometryError('tooFewPoints', { ring: ringNumber + 1 });
    const closed = rings.map((ring) => checkedRing(ring, ++ringNumber));
    if (edges === 'shortest') refuseUnclear(closed, edges);
    const read = edges === 'shortest' ? shortestEdges(closed) : closed;
    read.forEach((ring, index) => refuseFlat(ring, ringNumber - read.length + 1 + index));
    checkPolygon(read);
    return directedRings(read);
  });
  if (polygons.length === 0) throw new GeometryError('tooFewPoints', { ring: 1 });
  const parts = polygons
    .flatMap(cutAtAntimeridian)
    .map(cleaned)
    .filter((rings) => rings.length > 0);
  // a very thin area along 180° may have no part left after cutting and rounding
  if (parts.length === 0) throw new GeometryError('zeroArea', { ring: 1 });
  refuseTooMany(parts);
  if (polygons.length > 1) checkParts(parts);
  const area = areaOfPolygons(parts);
  const km2 = areaKm2(area);
  if (km2 < AOI_KM2_MIN) throw new GeometryError('tooSmall', { least: AOI_KM2_MIN * 1e6 });
  return { geometry: area, areaKm2: km2 };
}

function refuseTooMany(polygons: readonly Rings[]): void {
  const vertices = verticesOf(polygons);
  if (vertices > AOI_VERTICES_MAX)
    throw new GeometryError('tooManyVertices', { vertices, max: AOI_VERTICES_MAX });
}

/**
 * Rounds a ring, and drops heights and repeated vertices.
 * @throws GeometryError coordinatesInvalid, ringOpen, tooFewPoints
 */
function checkedRing(ring: Ring, number: number): Ring {
  const rounded = ring.map((position): Position => {
    const [lon, lat] = [lonOf(position), latOf(position)];
    if (!(Math.abs(lon) <= DRAWN_LONGITUDE_MAX && Math.abs(lat) <= LATITUDE_MAX)) {
      const known = Number.isFinite(lon) && Number.isFinite(lat);
      throw new GeometryError('coordinatesInvalid', known ? { lon, lat } : {});
    }
    return [roundedDegrees(lon), roundedDegrees(lat)];
  });
  const [first, last] = [rounded[0], rounded[rounded.length - 1]];
  if (lonOf(first) !== lonOf(last) || latOf(first) !== latOf(last))
    throw new GeometryError(rounded.length < 3 ? 'tooFewPoints' : 'ringOpen', { ring: number });
  const distinct = closedWithoutRepeats(rounded);
  const places = new Set(distinct.map((position) => position.join(' ')));
  if (places.size < 3) throw new GeometryError('tooFewPoints', { ring: number });
  return distinct;
}

function refuseFlat(ring: Ring, number: number): void {
  if (isFlat(gridRing(ring))) throw new GeometryError('zeroArea', { ring: number });
}

/** Rounds the vertices that cutting added, and drops rings without area. */
function cleaned(rings: Rings): Rings {
  const rounded = rings.map((ring) =>
    closedWithoutRepeats(
      ring.map((position) => [roundedDegrees(lonOf(position)), roundedDegrees(latOf(position))]),
    ),
  );
  const [outer, ...holes] = rounded;
  if (outer === undefined || outer.length < 4 || isFlat(gridRing(outer))) return [];
  return [outer, ...holes.filter((hole) => hole.length >= 4 && !isFlat(gridRing(hole)))];
}
