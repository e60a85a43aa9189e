import type { Position } from 'geojson';
import { AOI_VERTICES_MAX, LATITUDE_MAX, LONGITUDE_MAX } from '../../contract/limits.ts';
import { areaKm2, signedRingKm2 } from './area/area.ts';
import {
  areaOfPolygons,
  latOf,
  lonOf,
  polygonsOf,
  roundedDegrees,
  type AreaGeometry,
  type Ring,
  type Rings,
} from './area/areaGeometry.ts';
import { closedWithoutRepeats, cutAtAntimeridian, shortestEdges } from './antimeridian/antimeridian.ts';
import { boundsOf, type Bounds } from './entry/bbox.ts';
import { GeometryError } from './geometryError.ts';
import { gridRing } from './grid.ts';
import { checkParts, checkPolygon, isFlat } from './check/validity.ts';
import { writeWkt } from './wkt/writeWkt.ts';

export type { AreaGeometry } from './area/areaGeometry.ts';

/**
 * §3 Area of interest, checked and measured once. `geometry` follows RFC 7946: WGS 84 degrees of 7 decimals in
 * -180..180, outer rings counter-clockwise, holes clockwise, cut at 180°, no edge wider than 180°. `wkt` says exactly the
 * same. `areaKm2` by decision 17. `bbox` is west, south, east, north. `vertices` doesn't count closing positions.
 */
export interface Aoi {
  geometry: AreaGeometry;
  wkt: string;
  areaKm2: number;
  bbox: Bounds;
  vertices: number;
}

/**
 * How an edge of more than 180° of longitude is read: 'straight' as RFC 7946 §3.1.1 has it (drawings, forms), or
 * 'shortest', across 180°, as files mean it that write a crossing as 179 → -179.
 */
export type EdgeReading = 'straight' | 'shortest';

/** From drawing across 180° longitudes come on the neighbouring turns of the globe (decision 19). */
const DRAWN_LONGITUDE_MAX = 3 * LONGITUDE_MAX;

/**
 * Makes the AOI from a geometry: checks it, puts ring directions right, drops heights, cuts it at 180° (decision 19).
 * @throws GeometryError coordinatesInvalid, ringOpen, tooFewPoints, zeroArea, selfCrossing, holeOutside, partsOverlap,
 * tooManyVertices, tooWide
 */
export function aoiOf(geometry: AreaGeometry, edges: EdgeReading = 'straight'): Aoi {
  const given = polygonsOf(geometry);
  refuseTooMany(given);
  let ringNumber = 0;
  const polygons = given.map((rings) => {
    if (rings.length === 0) throw new GeometryError('tooFewPoints', { ring: ringNumber + 1 });
    const closed = rings.map((ring) => checkedRing(ring, ++ringNumber));
    const read = edges === 'shortest' ? shortestEdges(closed) : closed;
    read.forEach((ring, index) => refuseFlat(ring, ringNumber - read.length + 1 + index));
    checkPolygon(read);
    return directed(read);
  });
  if (polygons.length === 0) throw new GeometryError('tooFewPoints', { ring: 1 });
  const parts = polygons
    .flatMap(cutAtAntimeridian)
    .map(cleaned)
    .filter((rings) => rings.length > 0);
  // an area of a hair along 180° may be gone once it is cut and rounded
  if (parts.length === 0) throw new GeometryError('zeroArea', { ring: 1 });
  refuseTooMany(parts);
  if (polygons.length > 1) checkParts(parts);
  const area = areaOfPolygons(parts);
  return {
    geometry: area,
    wkt: writeWkt(area),
    areaKm2: areaKm2(area),
    bbox: boundsOf(area),
    vertices: verticesOf(parts),
  };
}

function verticesOf(polygons: readonly Rings[]): number {
  return polygons.reduce((sum, rings) => sum + rings.reduce((count, ring) => count + ring.length - 1, 0), 0);
}

function refuseTooMany(polygons: readonly Rings[]): void {
  const vertices = verticesOf(polygons);
  if (vertices > AOI_VERTICES_MAX)
    throw new GeometryError('tooManyVertices', { vertices, max: AOI_VERTICES_MAX });
}

/** A ring with finite coordinates in range, rounded, without heights and repeated vertices. */
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
  const kept = closedWithoutRepeats(rounded);
  const places = new Set(kept.map((position) => position.join(' ')));
  if (places.size < 3) throw new GeometryError('tooFewPoints', { ring: number });
  return kept;
}

function refuseFlat(ring: Ring, number: number): void {
  if (isFlat(gridRing(ring))) throw new GeometryError('zeroArea', { ring: number });
}

/** RFC 7946 §3.1.6: the outer ring counter-clockwise, holes clockwise; the first vertex stays the first. */
function directed(rings: Rings): Rings {
  return rings.map((ring, index) => {
    const counterClockwise = signedRingKm2(ring) > 0;
    return counterClockwise === (index === 0) ? ring : ring.toReversed();
  });
}

/** Rounds what cutting brought in, and drops what rounding left without area. */
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
