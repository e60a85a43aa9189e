import type { MultiPolygon, Polygon, Position } from 'geojson';

/** §3 Area of interest: a single Polygon or MultiPolygon in WGS 84, longitude before latitude (RFC 7946). */
export type AreaGeometry = Polygon | MultiPolygon;

/** A closed ring: the last position repeats the first. */
export type Ring = Position[];
/** The rings of one polygon: the outer one first, then its holes. */
export type Rings = Ring[];

/** The polygons of an area, each as its rings. */
export function polygonsOf(geometry: AreaGeometry): Rings[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** One polygon as a Polygon, several as a MultiPolygon. */
export function areaOfPolygons(polygons: Rings[]): AreaGeometry {
  const [first, ...others] = polygons;
  if (first !== undefined && others.length === 0) return { type: 'Polygon', coordinates: first };
  return { type: 'MultiPolygon', coordinates: polygons };
}

/** The number of vertices of polygons, without the closing positions. */
export function verticesOf(polygons: readonly Rings[]): number {
  return polygons.reduce((sum, rings) => sum + rings.reduce((count, ring) => count + ring.length - 1, 0), 0);
}

/** Longitude of a position, degrees. */
export function lonOf(position: Position | undefined): number {
  return position?.[0] ?? Number.NaN;
}

/** Latitude of a position, degrees. */
export function latOf(position: Position | undefined): number {
  return position?.[1] ?? Number.NaN;
}

/** Decimals of a degree in an AOI: 1e-7° is 11 mm at the equator. */
export const COORDINATE_DECIMALS = 7;
const SCALE = 10 ** COORDINATE_DECIMALS;

/** A coordinate rounded to COORDINATE_DECIMALS, halves up (Math.round); never -0. Idempotent. */
export function roundedDegrees(value: number): number {
  return Math.round(value * SCALE) / SCALE + 0;
}
