import { AOI_VERTICES_MAX, LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { areaOfPolygons, latOf, lonOf, type AreaGeometry, type Ring } from '../area/areaGeometry.ts';
import { GeometryError } from '../geometryError.ts';
import { RINGS_MAX, VERTICES_MAX } from './limits.ts';
import { polygonsOfRings } from './nestedRings.ts';

const FILE_CODE = 9994;
const HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
/** Up to the parts: type, box, their number and the number of points. */
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

/** Some programs fill up with zeros behind the last record. A record's number is never 0. */
function isPadding(bytes: Uint8Array, at: number, end: number): boolean {
  return bytes.subarray(at, end).every((byte) => byte === 0);
}

/** The content of the first record, and how many there are; a record that the file's end cuts off is damage. */
function recordsOf(bytes: Uint8Array): { first: DataView | null; count: number } {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getInt32(0) !== FILE_CODE) throw new GeometryError('unreadable');
  if (bytes.length < HEADER_BYTES) throw new GeometryError('truncated');
  const end = view.getInt32(24) * 2;
  if (end < HEADER_BYTES) throw new GeometryError('unreadable');
  if (end > bytes.length) throw new GeometryError('truncated');
  let first: DataView | null = null;
  let count = 0;
  for (let at = HEADER_BYTES; at < end;) {
    if (isPadding(bytes, at, end)) break;
    if (at + RECORD_HEADER_BYTES > end) throw new GeometryError('truncated');
    const length = view.getInt32(at + 4) * 2;
    if (length < 4) throw new GeometryError('unreadable');
    at += RECORD_HEADER_BYTES;
    if (at + length > end) throw new GeometryError('truncated');
    first ??= new DataView(view.buffer, view.byteOffset + at, length);
    count++;
    at += length;
  }
  return { first, count };
}

/** The rings of a polygon record; parts without points are left out. Heights and measures are not read. */
function ringsOf(record: DataView): Ring[] {
  if (record.byteLength < POLYGON_BYTES) throw new GeometryError('unreadable');
  const [parts, points] = [record.getInt32(36, true), record.getInt32(40, true)];
  if (parts < 0 || points < 0) throw new GeometryError('unreadable');
  const pointsAt = POLYGON_BYTES + 4 * parts;
  if (pointsAt + 16 * points > record.byteLength) throw new GeometryError('unreadable');
  if (points > VERTICES_MAX || parts > RINGS_MAX)
    throw new GeometryError('tooManyVertices', { vertices: points, max: AOI_VERTICES_MAX });
  const starts = Array.from({ length: parts }, (_, part) => record.getInt32(POLYGON_BYTES + 4 * part, true));
  const rings = starts.map((start, part) => {
    const next = starts[part + 1] ?? points;
    if (start < 0 || next < start || next > points || (part === 0 && start !== 0))
      throw new GeometryError('unreadable');
    const ring: Ring = [];
    for (let at = pointsAt + 16 * start; at < pointsAt + 16 * next; at += 16)
      ring.push([record.getFloat64(at, true), record.getFloat64(at + 8, true)]);
    return ring;
  });
  return rings.filter((ring) => ring.length > 0);
}

/**
 * Decision 22: coordinates outside ±180/±90 are refused. Those that are in range once their axes are swapped go on: the AOI
 * doctor proposes that.
 */
function refuseOtherSystems(rings: readonly Ring[]): void {
  let [wide, high, beyond] = [0, 0, [Number.NaN, Number.NaN]];
  for (const ring of rings)
    for (const position of ring) {
      const [lon, lat] = [Math.abs(lonOf(position)), Math.abs(latOf(position))];
      if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new GeometryError('coordinatesInvalid');
      if ((lon > LONGITUDE_MAX || lat > LATITUDE_MAX) && Number.isNaN(beyond[0])) beyond = position;
      [wide, high] = [Math.max(wide, lon), Math.max(high, lat)];
    }
  if (Number.isNaN(beyond[0]) || (wide <= LATITUDE_MAX && high <= LONGITUDE_MAX)) return;
  throw new GeometryError('notWgs84', { lon: lonOf(beyond), lat: latOf(beyond) });
}

/** From a position of the file to longitude and latitude in WGS 84. */
export type Reprojection = (position: readonly [number, number]) => [number, number];

/**
 * §5 Geometry file upload, shapefile: exactly one feature, whose geometry is Polygon or MultiPolygon. Read by its lengths,
 * each of which is checked (ESRI Shapefile Technical Description, 1998).
 * @param reproject without it the coordinates are WGS 84 (decision 22)
 * @throws GeometryError empty, unreadable, truncated, singleFeature, geometryType, tooFewPoints, tooManyVertices,
 * coordinatesInvalid, notWgs84, and what `reproject` throws
 */
export function readShp(bytes: Uint8Array, reproject?: Reprojection): AreaGeometry {
  if (bytes.length === 0) throw new GeometryError('empty');
  const { first, count } = recordsOf(bytes);
  if (count !== 1 || first === null) throw new GeometryError('singleFeature', { count });
  const type = first.getInt32(0, true);
  if (typeName(type) !== 'Polygon') throw new GeometryError('geometryType', { type: typeName(type) });
  const given = ringsOf(first);
  const rings =
    reproject === undefined
      ? given
      : given.map((ring) => ring.map((position) => reproject([lonOf(position), latOf(position)])));
  if (rings.length === 0) throw new GeometryError('tooFewPoints', { ring: 1 });
  refuseOtherSystems(rings);
  return areaOfPolygons(polygonsOfRings(rings));
}
