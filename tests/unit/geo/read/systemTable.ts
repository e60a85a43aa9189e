import { GeometryError } from '../../../../src/geo/geometryError.ts';
import type { CoordinateSystem } from '../../../../src/geo/read/crs/coordinateSystem.ts';

/** A position, and its longitude and latitude by PROJ. */
type Place = [x: number, y: number, lon: number, lat: number];

/** Code, name, texts by ESRI, GDAL and WKT 2 (null if the notation can't say it), places over the area of use. */
export type SystemPlaces = [code: number, name: string, texts: (string | null)[], places: Place[]];

/** Furthest that a place may be from PROJ's, metres. */
const METRES_MAX = 5;
const METRES_PER_DEGREE = 111_320;

/**
 * Whether a system converts a position as PROJ does; null if it refuses it by name.
 * @param system null for WGS 84
 */
export function isWithin(system: CoordinateSystem | null, [x, y, east, north]: Place): boolean | null {
  try {
    const [[found = []] = []] = system?.toWgs84([[[x, y]]]) ?? [[[x, y]]];
    const [lon = Number.NaN, lat = Number.NaN] = found;
    const wide = ((((lon - east) % 360) + 540) % 360) - 180;
    const metres = METRES_PER_DEGREE * Math.hypot(wide * Math.cos((north * Math.PI) / 180), lat - north);
    return metres <= METRES_MAX;
  } catch (error) {
    return refusalOf(error);
  }
}

/** @throws any error but a refusal by name */
export function refusalOf(error: unknown): null {
  if (error instanceof GeometryError && error.code === 'projection' && error.params['name'] !== '?')
    return null;
  throw error;
}
