import { parseShp } from 'shpjs';
import { AOI_VERTICES_MAX, LATITUDE_MAX, LONGITUDE_MAX } from '../../../../contract/limits.ts';
import { areaOfPolygons, latOf, lonOf, type AreaGeometry, type Ring } from '../../area/areaGeometry.ts';
import { GeometryError } from '../../geometryError.ts';
import { RINGS_MAX, VERTICES_MAX } from '../limits.ts';
import { polygonsOfRings } from './nestedRings.ts';
import type { CoordinateSystem } from '../crs/coordinateSystem.ts';

const FILE_CODE = 9994;
const HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
/** Offset of the type of all shapes in the header. */
const TYPE_AT = 32;
const POLYLINE = 3;
const POLYGON = 5;
/** Length of a polygon record's type, bounding box, and numbers of parts and points. */
const POLYGON_BYTES = 44;

/** ESRI Shapefile Technical Description (1998), p. 4: shape types without Z and M, by their GeoJSON names. */
const TYPE_NAMES: Readonly<Record<number, string>> = {
  0: 'Null',
  1: 'Point',
  3: 'LineString',
  5: 'Polygon',
  8: 'MultiPoint',
};
const MULTIPATCH = 31;

function typeName(type: number): string {
  if (type === MULTIPATCH) return 'MultiPatch';
  return (type < 30 ? TYPE_NAMES[type % 10] : undefined) ?? String(type);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Some programs write zeros after the last record. A record's number is never 0. */
function isPadding(bytes: Uint8Array, at: number, end: number): boolean {
  return bytes.subarray(at, end).every((byte) => byte === 0);
}

/**
 * The content of the first record with a shape, else of the first, and the number of those with a shape. Some programs
 * write too small a length into the header: records go on as long as they are whole.
 * @throws GeometryError unreadable, truncated
 */
function recordsOf(bytes: Uint8Array): { first: DataView | null; count: number } {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getInt32(0) !== FILE_CODE) throw new GeometryError('unreadable');
  if (bytes.length < HEADER_BYTES) throw new GeometryError('truncated');
  const claimed = view.getInt32(24) * 2;
  if (claimed > bytes.length) throw new GeometryError('truncated');
  const end = bytes.length;
  let first: DataView | null = null;
  let count = 0;
  // what follows the header's end need not be a record
  for (let at = HEADER_BYTES; at < end && !isPadding(bytes, at, end);) {
    const isWhole = at + RECORD_HEADER_BYTES <= end;
    const length = isWhole ? view.getInt32(at + 4) * 2 : 0;
    const isRecord = isWhole && length >= 4 && at + RECORD_HEADER_BYTES + length <= end;
    if (!isRecord && at === claimed) break;
    if (!isRecord) throw new GeometryError(isWhole && length < 4 ? 'unreadable' : 'truncated');
    at += RECORD_HEADER_BYTES;
    const record = new DataView(view.buffer, view.byteOffset + at, length);
    const isNull = record.getInt32(0, true) === 0;
    if (count === 0 && (first === null || !isNull)) first = record;
    if (!isNull) count++;
    at += length;
  }
  return { first, count: first !== null && count === 0 ? 1 : count };
}

/**
 * The number of parts of a polygon record that have points, each number checked against the record's length.
 * @throws GeometryError unreadable, tooManyVertices
 */
function partCount(record: DataView): number {
  if (record.byteLength < POLYGON_BYTES) throw new GeometryError('unreadable');
  const [parts, points] = [record.getInt32(36, true), record.getInt32(40, true)];
  if (parts < 0 || points < 0 || POLYGON_BYTES + 4 * parts + 16 * points > record.byteLength)
    throw new GeometryError('unreadable');
  if (points > VERTICES_MAX || parts > RINGS_MAX)
    throw new GeometryError('tooManyVertices', { vertices: points, max: AOI_VERTICES_MAX });
  const starts = Array.from({ length: parts }, (_, part) => record.getInt32(POLYGON_BYTES + 4 * part, true));
  const ends = [...starts.slice(1), points];
  if ((starts[0] ?? 0) !== 0 || starts.some((start, part) => start > ends[part]!))
    throw new GeometryError('unreadable');
  return starts.filter((start, part) => start < ends[part]!).length;
}

/** The parts of the last record that have points, as shpjs reads them if the file says that it has shapes of this type. */
function ringsAs(type: number, file: Uint8Array): Ring[] {
  const shp = viewOf(file.slice());
  shp.setInt32(TYPE_AT, type, true);
  const shape = parseShp(shp).at(-1);
  if (shape?.type === 'MultiPolygon') return shape.coordinates.flat();
  if (shape?.type === 'LineString') return [shape.coordinates];
  return shape?.type === 'Polygon' || shape?.type === 'MultiLineString' ? shape.coordinates : [];
}

/** The parts of a file's one record that have points, without heights and measures. */
function ringsOf(bytes: Uint8Array, record: DataView): Ring[] {
  const count = partCount(record);
  if (count === 0) return [];
  const file = bytes.subarray(0, record.byteOffset + record.byteLength - bytes.byteOffset);
  const rings = ringsAs(POLYGON, file);
  // it loses rings that by their directions are holes of none; lines have the same layout, and keep all
  return rings.length === count ? rings : ringsAs(POLYLINE, file);
}

/**
 * Refuses coordinates outside ±180/±90 (decision 22), unless they are in range with swapped axes, which
 * checkArea proposes.
 * @param isDeclared whether a .prj says that they are degrees
 */
function refuseOtherSystems(rings: readonly Ring[], isDeclared: boolean): void {
  let [wide, high, beyond] = [0, 0, [Number.NaN, Number.NaN]];
  for (const ring of rings)
    for (const position of ring) {
      const [lon, lat] = [Math.abs(lonOf(position)), Math.abs(latOf(position))];
      if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new GeometryError('coordinatesInvalid');
      if ((lon > LONGITUDE_MAX || lat > LATITUDE_MAX) && Number.isNaN(beyond[0])) beyond = position;
      [wide, high] = [Math.max(wide, lon), Math.max(high, lat)];
    }
  if (Number.isNaN(beyond[0]) || (wide <= LATITUDE_MAX && high <= LONGITUDE_MAX)) return;
  throw new GeometryError(isDeclared ? 'notDegrees' : 'notWgs84', { lon: lonOf(beyond), lat: latOf(beyond) });
}

/**
 * §5 Geometry file upload, shapefile: exactly one feature, whose geometry is Polygon or MultiPolygon. Every
 * length is checked (ESRI Shapefile Technical Description, 1998) before shpjs reads the record: it returns
 * nothing for a truncated .shp, and throws for an empty one.
 * @param system the coordinate system to reproject from; null for WGS 84 (decision 22)
 * @param isDeclared whether a .prj says so
 * @throws GeometryError empty, unreadable, truncated, singleFeature, geometryType, tooFewPoints,
 * tooManyVertices, coordinatesInvalid, notWgs84, notDegrees, degreesInSystem, projection
 */
export function readShp(
  bytes: Uint8Array,
  system: CoordinateSystem | null = null,
  isDeclared = false,
): AreaGeometry {
  if (bytes.length === 0) throw new GeometryError('empty');
  const { first, count } = recordsOf(bytes);
  if (count !== 1 || first === null) throw new GeometryError('singleFeature', { count });
  const type = first.getInt32(0, true);
  if (typeName(type) !== 'Polygon') throw new GeometryError('geometryType', { type: typeName(type) });
  const rings = ringsOf(bytes, first);
  if (rings.length === 0) throw new GeometryError('tooFewPoints', { ring: 1 });
  if (system !== null) return areaOfPolygons(polygonsOfRings(system.toWgs84(rings)));
  refuseOtherSystems(rings, isDeclared);
  return areaOfPolygons(polygonsOfRings(rings));
}
