import proj4, { type Converter } from 'proj4';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../../contract/limits.ts';
import type { Ring } from '../../area/areaGeometry.ts';
import { GeometryError } from '../../geometryError.ts';
import { quoted } from '../fileText.ts';
import { PRJ_BYTES_MAX } from '../limits.ts';
import { datumAt, datumIndexOf, datumOf, isWgs84, shiftAt, type Datum } from './datums.ts';
import { projectionOf } from './projections.ts';
import { projConversionOf } from './projString.ts';
import systems from './systems.json' with { type: 'json' };
import { wktSystemOf } from './wktSystem.ts';

/** A coordinate system other than WGS 84 that can be converted. */
export interface CoordinateSystem {
  name: string;
  /**
   * Converts the rings of one area to longitude and latitude in WGS 84.
   * @throws GeometryError coordinatesInvalid, projection, notDegrees, degreesInSystem
   */
  toWgs84: (rings: readonly Ring[]) => Ring[];
}

/** How a system converts. */
interface Conversion {
  name: string;
  /** In proj4's notation, see projectionOf. */
  projection: string;
  /** Degrees per unit of a geographic system; 1 for projected ones. */
  degrees: number;
  datum: Datum;
}

type Pair = [x: number, y: number];

/** Furthest that a position may be from itself after its place is projected again, metres. */
const ROUND_TRIP_MAX = 1;

const WGS84_NAME =
  /^(?:EPSG:)?(?:4326|4979)$|^(?:OGC:)?CRS:?84h?$|^WGS ?84$|^\+proj=longlat \+datum=WGS84(?: \+(?:no_defs|type=crs))*$/i;
const CODE_NAME = /^(EPSG|ESRI):(\d{1,6})$/i;
/**
 * Codes that files still have, and EPSG's for the same: Web Mercator before it had one and by ESRI, Stereo 70, and of
 * systems with heights the part without them.
 */
const OTHER_CODES: Readonly<Record<string, string | number>> = {
  ...Object.fromEntries(systems.compound),
  900913: '3857',
  102100: '3857',
  102113: '3857',
  3785: '3857',
  31700: '3844',
};

/** EPSG code, projection, row of the datum or its ellipsoid if no shift of it is known, and degrees per unit unless it is 1. */
type SystemRow = readonly [
  code: number,
  projection: string,
  datum: number | Datum['ellipsoid'],
  degrees?: number,
];

const byCode = (rows: unknown) => new Map((rows as SystemRow[]).map((row) => [row[0], row]));
const BY_CODE = byCode(systems.byCode);
const UNSHIFTED = byCode(systems.unshifted);
/** Systems that this reader would convert elsewhere than PROJ, or where PROJ has no answer: row of the datum, projection. */
const UNPROVEN: ReadonlySet<string> = new Set(systems.unproven);

function figure([axis, inverseFlattening]: Datum['ellipsoid']): string {
  return `+a=${axis} ${inverseFlattening === 0 ? `+b=${axis}` : `+rf=${inverseFlattening}`}`;
}

/** @returns null for a position outside the projection */
function converted(converter: Converter, way: 'forward' | 'inverse', [x, y]: Pair): Pair | null {
  // proj4 answers nothing, or throws, where a projection has no place
  try {
    const [a, b] = converter[way]([x, y], true);
    return Number.isFinite(a) && Number.isFinite(b) ? [a!, b!] : null;
  } catch {
    return null;
  }
}

/** Positions as pairs. @throws GeometryError coordinatesInvalid */
function pairsOf(rings: readonly Ring[], factor: number): Pair[][] {
  return rings.map((ring) =>
    ring.map(([x = Number.NaN, y = Number.NaN]) => {
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new GeometryError('coordinatesInvalid');
      return [x * factor, y * factor];
    }),
  );
}

/** Degrees of the datum from Greenwich, of a geographic system. @throws GeometryError notDegrees */
function degreesOf({ projection, degrees }: Conversion, rings: readonly Ring[]): Pair[][] {
  const meridian = Number(/\+pm=(\S+)/.exec(projection)?.[1] ?? 0);
  return pairsOf(rings, degrees).map((ring) =>
    ring.map(([lon, lat]) => {
      if (Math.abs(lon) > 2 * LONGITUDE_MAX || Math.abs(lat) > LATITUDE_MAX)
        throw new GeometryError('notDegrees', { lon: lon / degrees, lat: lat / degrees });
      return [lon + meridian, lat];
    }),
  );
}

/** Degrees of the datum from Greenwich, of a projected system. @throws GeometryError projection, degreesInSystem */
function unprojected(
  { name, projection }: Conversion,
  converter: Converter,
  rings: readonly Ring[],
): Pair[][] {
  const refusal = new GeometryError('projection', { name });
  // cylinders repeat around the earth: their positions come back elsewhere, from the right place
  const isUnique = !/\+proj=(?:merc|cea|eqc)\b/.test(projection);
  const metres = Number(/\+to_meter=(\S+)/.exec(projection)?.[1] ?? 1);
  const pairs = pairsOf(rings, 1);
  if (metres <= 1 && pairs.flat().every(isLikeDegrees)) throw new GeometryError('degreesInSystem', { name });
  return pairs.map((ring) =>
    ring.map((pair) => {
      const place = converted(converter, 'forward', pair);
      const again = place && isUnique ? converted(converter, 'inverse', place) : pair;
      if (place === null || again === null) throw refusal;
      if (Math.hypot(again[0] - pair[0], again[1] - pair[1]) * metres > ROUND_TRIP_MAX) throw refusal;
      return place;
    }),
  );
}

function isLikeDegrees([x, y]: Pair): boolean {
  return Math.abs(x) <= LONGITUDE_MAX && Math.abs(y) <= LATITUDE_MAX;
}

/** The middle of positions in degrees, also across 180°. */
function middleOf(rings: readonly Pair[][]): Pair {
  const first = rings[0]?.[0]?.[0] ?? 0;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (const [lon, lat] of ring) {
      const near = first + wrapped(lon - first);
      [west, south] = [Math.min(west, near), Math.min(south, lat)];
      [east, north] = [Math.max(east, near), Math.max(north, lat)];
    }
  return [wrapped((west + east) / 2), (south + north) / 2];
}

/** A longitude within ±180°. */
function wrapped(lon: number): number {
  return ((((lon + LONGITUDE_MAX) % 360) + 360) % 360) - LONGITUDE_MAX;
}

/** Between a projection and degrees on its ellipsoid. */
function converterOf({ projection, datum }: Conversion): Converter {
  const ellipsoid = figure(datum.ellipsoid);
  const figured = projection.includes('+b=') ? projection : `${projection} ${ellipsoid}`;
  return proj4(figured, `+proj=longlat ${ellipsoid}`);
}

/** @param isShiftNeeded whether a place without a known shift is refused; else its degrees count as those of WGS 84 */
export function systemOf(conversion: Conversion, isShiftNeeded = true): CoordinateSystem {
  const { name, projection, datum } = conversion;
  const converter = projection.startsWith('+proj=longlat') ? null : converterOf(conversion);
  const toWgs84 = (rings: readonly Ring[]): Ring[] => {
    const places =
      converter === null ? degreesOf(conversion, rings) : unprojected(conversion, converter, rings);
    // one shift for the whole area: two would tear it
    const shift = shiftAt(datum, ...middleOf(places));
    if (shift === null && isShiftNeeded) throw new GeometryError('projection', { name });
    if (shift === null || shift.parameters.length === 0) return places;
    const source = `+proj=longlat ${figure(datum.ellipsoid)} +towgs84=${shift.parameters.join(',')}`;
    const shifting = proj4(source, 'WGS84');
    return places.map((ring) => ring.map((place) => shifting.forward(place)));
  };
  return { name, toWgs84 };
}

interface WktConversion extends Conversion {
  /** Of the datum, if it is in the table. */
  row: number | undefined;
  isWgs84: boolean;
}

/** The conversion of a WKT; null if it is refused. */
export function wktConversionOf(wkt: string): WktConversion | null {
  const system = wktSystemOf(wkt);
  const projection = system && projectionOf(system);
  const datum = system && datumOf(system);
  if (!system || !projection || !datum) return null;
  const row = system.shift === null ? datumIndexOf(system) : undefined;
  const degrees = system.method === null ? system.unit : 1;
  return { name: quoted(system.name) || '?', projection, degrees, datum, row, isWgs84: isWgs84(system) };
}

/** The conversion of a code; null if it is unknown. */
function conversionOf([, projection, datum, degrees = 1]: SystemRow, name: string): Conversion | null {
  const found = typeof datum === 'number' ? datumAt(datum) : { ellipsoid: datum, shifts: [] };
  return found ? { name, projection, degrees, datum: found } : null;
}

function systemOfCode(code: string, name: string): CoordinateSystem {
  const row = BY_CODE.get(Number(code));
  const conversion = row && conversionOf(row, name);
  if (!conversion) throw new GeometryError('projection', { name });
  return systemOf(conversion);
}

/** A system that the user picked for a file. */
export interface PickedSystem {
  system: CoordinateSystem;
  /** The metres that EPSG states for the shift at a place of WGS 84, -1 if it states none; null if no shift is known there. */
  accuracyAt(longitude: number, latitude: number): number | null;
}

/**
 * A system that the user picked for a file. Where no shift is known, its degrees count as those of WGS 84.
 * @param code of EPSG
 * @throws GeometryError projection {name} if the code is unknown
 */
export function pickedSystemOf(code: number, name: string): PickedSystem {
  const unshifted = UNSHIFTED.get(code);
  const row = unshifted ?? BY_CODE.get(code);
  const conversion = row && conversionOf(row, name);
  if (!conversion) throw new GeometryError('projection', { name });
  return {
    system: systemOf(conversion, false),
    accuracyAt: (...place) => (unshifted ? null : (shiftAt(conversion.datum, ...place)?.accuracy ?? null)),
  };
}

/**
 * The coordinate system of a .prj (WKT 1 or 2, PROJ's notation) or of a name (EPSG:28992, CRS84).
 * @returns null for WGS 84
 * @throws GeometryError projection {name} if it can't be converted as PROJ does, within 5 m (decision 180)
 */
export function coordinateSystemOf(text: string): CoordinateSystem | null {
  const wkt = text.replaceAll('\0', ' ').trim();
  const [, authority = '', given = ''] = CODE_NAME.exec(wkt) ?? [];
  // ESRI's own codes are others than EPSG's
  const code = OTHER_CODES[given] ?? (/epsg/i.test(authority) ? given : '');
  if (WGS84_NAME.test(String(code) || wkt)) return null;
  const name = quoted(/^\w+\s*[[(]\s*"([^"]*)"/.exec(wkt)?.[1] ?? wkt) || '?';
  if (given !== '') return systemOfCode(String(code), name);
  const plain = projConversionOf(wkt);
  if (plain !== null) return systemOf({ name, ...plain });
  const conversion = wkt.length > PRJ_BYTES_MAX ? null : wktConversionOf(wkt);
  if (conversion === null || UNPROVEN.has(`${conversion.row} ${conversion.projection}`))
    throw new GeometryError('projection', { name });
  return conversion.isWgs84 ? null : systemOf(conversion);
}
