import { parseShp } from 'shpjs';
import { AOI_VERTICES_MAX, LATITUDE_MAX, LONGITUDE_MAX } from '../../../../contract/limits.ts';
import { areaOfPolygons, latOf, lonOf, type AreaGeometry, type Ring } from '../../area/areaGeometry.ts';
import { GeometryError } from '../../geometryError.ts';
import { FEATURES_MAX, RINGS_MAX, VERTICES_MAX } from '../limits.ts';
import { polygonsOfRings } from './nestedRings.ts';
import type { CoordinateSystem } from '../crs/coordinateSystem.ts';
import { type FileFeature, type FileNote, onlyFeature, type ReadArea } from '../readArea.ts';

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

/** The content of a record, and its place among all, from 0. */
interface ShpRecord {
  content: DataView;
  index: number;
}

/**
 * The first records with a shape, at most FEATURES_MAX, else the first of all, and the number of those with a shape. Some
 * programs write too small a length into the header: records go on as long as they are whole.
 * @throws GeometryError unreadable, truncated
 */
function recordsOf(bytes: Uint8Array): { records: ShpRecord[]; count: number } {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getInt32(0) !== FILE_CODE) throw new GeometryError('unreadable');
  if (bytes.length < HEADER_BYTES) throw new GeometryError('truncated');
  const claimed = view.getInt32(24) * 2;
  if (claimed > bytes.length) throw new GeometryError('truncated');
  const end = bytes.length;
  const records: ShpRecord[] = [];
  let [first, index, count]: [ShpRecord | null, number, number] = [null, 0, 0];
  // what follows the header's end need not be a record
  for (let at = HEADER_BYTES; at < end && !isPadding(bytes, at, end);) {
    const isWhole = at + RECORD_HEADER_BYTES <= end;
    const length = isWhole ? view.getInt32(at + 4) * 2 : 0;
    const isRecord = isWhole && length >= 4 && at + RECORD_HEADER_BYTES + length <= end;
    if (!isRecord && at === claimed) break;
    if (!isRecord) throw new GeometryError(isWhole && length < 4 ? 'unreadable' : 'truncated');
    at += RECORD_HEADER_BYTES;
    const record = { content: new DataView(view.buffer, view.byteOffset + at, length), index: index++ };
    first ??= record;
    // null shapes are no features, unless there is nothing else
    if (record.content.getInt32(0, true) !== 0 && ++count <= FEATURES_MAX) records.push(record);
    at += length;
  }
  return first !== null && count === 0 ? { records: [first], count: 1 } : { records, count };
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

/** The parts of a file's one record that have points, as shpjs reads them if the file says that it has shapes of this type. */
function ringsAs(type: number, file: Uint8Array): Ring[] {
  const shp = viewOf(file);
  shp.setInt32(TYPE_AT, type, true);
  const [shape] = parseShp(shp);
  if (shape?.type === 'MultiPolygon') return shape.coordinates.flat();
  if (shape?.type === 'LineString') return [shape.coordinates];
  return shape?.type === 'Polygon' || shape?.type === 'MultiLineString' ? shape.coordinates : [];
}

/** The parts of a record that have points, without heights and measures. */
function ringsOf(bytes: Uint8Array, record: DataView): Ring[] {
  const count = partCount(record);
  if (count === 0) return [];
  const from = record.byteOffset - bytes.byteOffset;
  const file = new Uint8Array(HEADER_BYTES + RECORD_HEADER_BYTES + record.byteLength);
  file.set(bytes.subarray(0, HEADER_BYTES));
  file.set(bytes.subarray(from - RECORD_HEADER_BYTES, from + record.byteLength), HEADER_BYTES);
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

/** How the coordinates of a shapefile are read. */
interface ShpReading {
  /** The coordinate system to reproject from; null for WGS 84 (decision 22). */
  system: CoordinateSystem | null;
  /** Whether a .prj says so. */
  isDeclared: boolean;
  notes: FileNote[];
}

/** One of the features of a shapefile. */
interface ShpFeature extends FileFeature {
  /** The place of its record among all, from 0. */
  index: number;
}

/**
 * §5 Geometry file upload, shapefile: its features, whose geometries must be Polygon or MultiPolygon. Every length is
 * checked (ESRI Shapefile Technical Description, 1998) before shpjs reads the record: it returns nothing for a truncated
 * .shp, and throws for an empty one. Reading a feature throws geometryType, tooFewPoints, tooManyVertices,
 * coordinatesInvalid, notWgs84, notDegrees, degreesInSystem, projection.
 * @throws GeometryError empty, unreadable, truncated
 */
export function shpFeatures(bytes: Uint8Array, given: ShpReading): { features: ShpFeature[]; count: number } {
  if (bytes.length === 0) throw new GeometryError('empty');
  const { records, count } = recordsOf(bytes);
  const features = records.map(({ content, index }) => ({
    name: '',
    index,
    read: () => ({ geometry: areaOfRecord(bytes, content, given), notes: given.notes }),
  }));
  return { features, count };
}

function areaOfRecord(bytes: Uint8Array, record: DataView, { system, isDeclared }: ShpReading): AreaGeometry {
  const type = record.getInt32(0, true);
  if (typeName(type) !== 'Polygon') throw new GeometryError('geometryType', { type: typeName(type) });
  const rings = ringsOf(bytes, record);
  if (rings.length === 0) throw new GeometryError('tooFewPoints', { ring: 1 });
  if (system !== null) return areaOfPolygons(polygonsOfRings(system.toWgs84(rings)));
  refuseOtherSystems(rings, isDeclared);
  return areaOfPolygons(polygonsOfRings(rings));
}

/**
 * §5: a .shp alone, which is taken as WGS 84 (decision 22), but for the system that the user picked.
 * @throws GeometryError those of shpFeatures and its features, singleFeature
 */
export function readShp(bytes: Uint8Array, system: CoordinateSystem | null = null): ReadArea {
  const { features, count } = shpFeatures(bytes, {
    system,
    isDeclared: false,
    notes: [system === null ? { kind: 'wgs84Assumed' } : { kind: 'reprojected', name: system.name }],
  });
  return onlyFeature(features, count);
}
