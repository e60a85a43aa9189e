import { latOf, lonOf, polygonsOf, type AreaGeometry, type Ring } from '../area/areaGeometry.ts';
import { writeDbf, type DbfField, type DbfValue } from './dbf.ts';
import { boundsOf } from '../entry/bbox.ts';
import { directedRings } from '../area/directedRings.ts';

const FILE_CODE = 9994;
const VERSION = 1000;
const POLYGON = 5;
const HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
/** Length of a record's type, bounding box, and numbers of parts and points. */
const POLYGON_BYTES = 44;
/** Lengths and offsets are in 16-bit words. */
const WORD = 2;

/** WGS 84 in ESRI's notation. */
export const WGS84_PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** The files of a shapefile by their extensions. */
export interface Shapefile {
  shp: Uint8Array;
  shx: Uint8Array;
  dbf: Uint8Array;
  prj: string;
  cpg: string;
}

/** All rings of an area in the shapefile's directions, each outer ring before its holes. */
function partsOf(geometry: AreaGeometry): Ring[] {
  return polygonsOf(geometry).flatMap((rings) => directedRings(rings, 'clockwise'));
}

function recordBytes(parts: readonly Ring[]): number {
  return parts.reduce((sum, ring) => sum + 4 + 16 * ring.length, POLYGON_BYTES);
}

function writeRecord(view: DataView, from: number, parts: readonly Ring[]): void {
  const points = parts.flat();
  view.setInt32(from, POLYGON, true);
  boundsOf({ type: 'Polygon', coordinates: [points] }).forEach((value, place) =>
    view.setFloat64(from + 4 + 8 * place, value, true),
  );
  view.setInt32(from + 36, parts.length, true);
  view.setInt32(from + 40, points.length, true);
  let start = 0;
  parts.forEach((ring, part) => {
    view.setInt32(from + POLYGON_BYTES + 4 * part, start, true);
    start += ring.length;
  });
  let at = from + POLYGON_BYTES + 4 * parts.length;
  for (const position of points) {
    view.setFloat64(at, lonOf(position), true);
    view.setFloat64(at + 8, latOf(position), true);
    at += 16;
  }
}

function writeHeader(view: DataView, box: readonly number[]): void {
  view.setInt32(0, FILE_CODE);
  view.setInt32(24, view.byteLength / WORD);
  view.setInt32(28, VERSION, true);
  view.setInt32(32, POLYGON, true);
  box.forEach((value, place) => view.setFloat64(36 + 8 * place, value, true));
}

/**
 * Areas as the two geometry files of a shapefile (ESRI Shapefile Technical Description, 1998): type Polygon,
 * outer rings clockwise, holes counter-clockwise, without heights. Coordinates are not changed. The writer that npm
 * has loses features and duplicates names.
 * @param geometries at least one
 */
export function writeShp(geometries: readonly AreaGeometry[]): { shp: Uint8Array; shx: Uint8Array } {
  const records = geometries.map(partsOf);
  const lengths = records.map(recordBytes);
  const total = lengths.reduce((sum, length) => sum + RECORD_HEADER_BYTES + length, HEADER_BYTES);
  const shp = new DataView(new ArrayBuffer(total));
  const shx = new DataView(new ArrayBuffer(HEADER_BYTES + 8 * records.length));
  const box = boundsOf({ type: 'Polygon', coordinates: [records.flat(2)] });
  writeHeader(shp, box);
  writeHeader(shx, box);
  let at = HEADER_BYTES;
  records.forEach((parts, index) => {
    const length = lengths[index] ?? 0;
    shx.setInt32(HEADER_BYTES + 8 * index, at / WORD);
    shx.setInt32(HEADER_BYTES + 8 * index + 4, length / WORD);
    shp.setInt32(at, index + 1);
    shp.setInt32(at + 4, length / WORD);
    writeRecord(shp, at + RECORD_HEADER_BYTES, parts);
    at += RECORD_HEADER_BYTES + length;
  });
  return { shp: new Uint8Array(shp.buffer), shx: new Uint8Array(shx.buffer) };
}

/**
 * A whole shapefile in WGS 84, its attributes in UTF-8.
 * @param features at least one; values in the order of the fields
 * @param day YYYY-MM-DD, when it was written
 * @throws RangeError if field names are invalid or not unique
 */
export function writeShapefile(
  features: readonly { geometry: AreaGeometry; values: readonly DbfValue[] }[],
  fields: readonly DbfField[],
  day: string,
): Shapefile {
  return {
    ...writeShp(features.map((feature) => feature.geometry)),
    dbf: writeDbf(
      fields,
      features.map((feature) => feature.values),
      day,
    ),
    prj: WGS84_PRJ,
    cpg: 'UTF-8',
  };
}
