import proj4, { type Converter } from 'proj4';
import { GeometryError } from '../../geometryError.ts';
import { quoted } from '../fileText.ts';
import { DEPTH_MAX, PRJ_BYTES_MAX } from '../limits.ts';

/** Semi-axes of WGS 84, and the tolerance for modern systems (GRS 80, CGCS 2000), metres. */
const A = 6378137;
const B = 6356752.314;
const NEAR = 1;

/** The fields of proj4's definition that show whether it can convert to WGS 84. */
interface Proj4Definition {
  projName?: string;
  units?: string;
  a?: number;
  b?: number;
  sphere?: boolean | undefined;
  datum_params?: unknown;
  nadgrids?: unknown;
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const sign of text) {
    if (sign === '[' || sign === '(') deepest = Math.max(deepest, ++depth);
    else if (sign === ']' || sign === ')') depth--;
  }
  return deepest;
}

/**
 * Whether proj4 is accurate to a few metres: it knows the datum shift, or the ellipsoid is like that of WGS
 * 84, as in geocentric systems. Otherwise, or if a grid is needed, it silently omits the shift, 100 m or
 * more.
 */
function isExact({
  a = 0,
  b = 0,
  sphere,
  datum_params: shift,
  nadgrids,
  projName,
  units,
}: Proj4Definition): boolean {
  if (nadgrids !== undefined && nadgrids !== null) return false;
  if (projName === 'longlat' && units !== undefined && !/^deg/i.test(units)) return false;
  if (shift !== undefined && shift !== null) return true;
  // web Mercator projects WGS 84 as if it were a sphere
  return Math.abs(a - A) < NEAR && (sphere === true || Math.abs(b - B) < NEAR);
}

/** Converts a position of the file to longitude and latitude in WGS 84. */
type Reprojection = (position: readonly [number, number]) => [number, number];

/** A coordinate system other than WGS 84 that can be reprojected. */
export interface CoordinateSystem {
  name: string;
  /** In proj4's notation. */
  definition: string;
  reproject: Reprojection;
}

/**
 * The coordinate system of a .prj (WKT), or of a name that proj4 knows (decision 22).
 * @returns null for WGS 84
 * @throws GeometryError projection {name} if it can't be reprojected to WGS 84
 */
export function coordinateSystemOf(text: string): CoordinateSystem | null {
  const wkt = text.trim();
  const name = quoted(/^\w+\s*[[(]\s*"([^"]*)"/.exec(wkt)?.[1] ?? wkt) || '?';
  const refusal = new GeometryError('projection', { name });
  if (wkt.length > PRJ_BYTES_MAX || depthOf(wkt) > DEPTH_MAX) throw refusal;
  if (isWgs84(wkt)) return null;
  let converter: Converter;
  try {
    if (!isExact(new proj4.Proj(wkt) as Proj4Definition)) throw refusal;
    converter = proj4(wkt, 'WGS84');
  } catch {
    throw refusal;
  }
  const reproject: Reprojection = (position) => {
    if (!position.every(Number.isFinite)) throw new GeometryError('coordinatesInvalid');
    const [lon, lat] = converter.forward([...position]);
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw refusal;
    return [lon!, lat!];
  };
  return { name, definition: wkt, reproject };
}

/** Longitude and latitude in degrees of WGS 84 from Greenwich, in the notations of common programs. */
function isWgs84(wkt: string): boolean {
  if (/^(?:EPSG:)?4326$|^(?:OGC:)?CRS:?84$|^WGS ?84$/i.test(wkt)) return true;
  return (
    /^GEOGCS\s*\[/i.test(wkt) &&
    /DATUM\s*\[\s*"(?:D_)?(?:WGS_1984|World Geodetic System 1984)"/i.test(wkt) &&
    /PRIMEM\s*\[\s*"[^"]*"\s*,\s*0(?:\.0*)?\s*[,\]]/i.test(wkt) &&
    /UNIT\s*\[\s*"degree"/i.test(wkt)
  );
}
