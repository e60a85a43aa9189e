import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../../../../src/geo/read/zip/crc32.ts';
import { readAoiFile, type ReadArea } from '../../../../src/geo/read/readAoiFile.ts';
import { GeometryError } from '../../../../src/geo/geometryError.ts';

/** Writers of the file formats for tests; they can also write invalid values, like malicious files. */

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function readFile(name: string, content: string | Uint8Array): Promise<ReadArea> {
  return readAoiFile({ name, bytes: typeof content === 'string' ? bytesOf(content) : content });
}

/** The outcome of reading a file: its geometry as text, or its error's code and parameters. */
export async function outcomeOf(name: string, content: string | Uint8Array): Promise<string> {
  try {
    const { geometry } = await readFile(name, content);
    return `${geometry.type} ${JSON.stringify(geometry.coordinates)}`;
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    return [error.code, ...Object.values(error.params)].join(' ');
  }
}

export interface ShpRecord {
  /** 5 Polygon, 15 PolygonZ, 25 PolygonM, or another type of the ESRI specification. */
  type?: number;
  parts?: readonly (readonly (readonly number[])[])[];
  /** Invalid values that replace the real ones. */
  claims?: { length?: number; parts?: number; points?: number; starts?: readonly number[] };
}

function shpRecord({ type = 5, parts = [], claims = {} }: ShpRecord, number: number): Uint8Array {
  const points = parts.flat();
  const extra = type === 15 ? 2 * (16 + 8 * points.length) : type === 25 ? 16 + 8 * points.length : 0;
  const shaped = type === 5 || type === 15 || type === 25 || type === 3;
  const length = type === 0 ? 4 : shaped ? 44 + 4 * parts.length + 16 * points.length + extra : 20;
  const view = new DataView(new ArrayBuffer(8 + length));
  view.setInt32(0, number);
  view.setInt32(4, (claims.length ?? length) / 2);
  view.setInt32(8, type, true);
  if (!shaped) return new Uint8Array(view.buffer);
  view.setInt32(44, claims.parts ?? parts.length, true);
  view.setInt32(48, claims.points ?? points.length, true);
  let start = 0;
  parts.forEach((part, index) => {
    view.setInt32(52 + 4 * index, claims.starts?.[index] ?? start, true);
    start += part.length;
  });
  points.forEach(([x = 0, y = 0], index) => {
    view.setFloat64(52 + 4 * parts.length + 16 * index, x, true);
    view.setFloat64(60 + 4 * parts.length + 16 * index, y, true);
  });
  return new Uint8Array(view.buffer);
}

export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(pieces));
}

/** A .shp with these records. `claimedBytes` replaces the length in its header. */
export function shpOf(records: readonly ShpRecord[], claimedBytes?: number): Uint8Array {
  const body = records.map((record, index) => shpRecord(record, index + 1));
  const length = 100 + body.reduce((sum, record) => sum + record.length, 0);
  const header = new DataView(new ArrayBuffer(100));
  header.setInt32(0, 9994);
  header.setInt32(24, (claimedBytes ?? length) / 2);
  header.setInt32(28, 1000, true);
  header.setInt32(32, records[0]?.type ?? 5, true);
  return joined(new Uint8Array(header.buffer), ...body);
}

/** A .dbf in UTF-8 with one field of 32 bytes, a record for each value (dBASE III). */
export function dbfOf(field: string, values: readonly string[]): Uint8Array {
  const header = record(65, (view) => {
    view.setUint8(0, 3);
    view.setUint32(4, values.length, true);
    view.setUint16(8, 65, true);
    view.setUint16(10, 33, true);
    [...bytesOf(field)].forEach((byte, at) => view.setUint8(32 + at, byte));
    view.setUint8(43, 'C'.charCodeAt(0));
    view.setUint8(48, 32);
    view.setUint8(64, 13);
  });
  const rows = values.map((value) => {
    const text = bytesOf(value);
    return joined(bytesOf(' '), text, new Uint8Array(32 - text.length).fill(32));
  });
  return joined(header, ...rows, new Uint8Array([26]));
}

export interface ZipFile {
  name: string;
  content: Uint8Array | string;
  stored?: boolean;
  /** Invalid values that replace the real ones. */
  claims?: {
    method?: number;
    flags?: number;
    bytes?: number;
    packedBytes?: number;
    crc?: number;
    at?: number;
  };
  zip64?: boolean;
}

function record(size: number, fill: (view: DataView) => void): Uint8Array {
  const view = new DataView(new ArrayBuffer(size));
  fill(view);
  return new Uint8Array(view.buffer);
}

/** A zip archive (APPNOTE.TXT 4.3). @param claimedCount replaces its number of files */
export function zipOf(files: readonly ZipFile[], claimedCount?: number): Uint8Array {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, content, stored = false, claims = {}, zip64 = false } of files) {
    const plain = typeof content === 'string' ? bytesOf(content) : content;
    const packed = stored ? plain : Uint8Array.from(deflateRawSync(plain));
    const title = bytesOf(name);
    const fields = (view: DataView, from: number) => {
      view.setUint16(from, claims.flags ?? 0, true);
      view.setUint16(from + 2, claims.method ?? (stored ? 0 : 8), true);
      view.setUint32(from + 8, claims.crc ?? crc32(plain), true);
      view.setUint32(from + 12, zip64 ? 0xffffffff : (claims.packedBytes ?? packed.length), true);
      view.setUint32(from + 16, zip64 ? 0xffffffff : (claims.bytes ?? plain.length), true);
      view.setUint16(from + 20, title.length, true);
    };
    const local = record(30, (view) => {
      view.setUint32(0, 0x04034b50, true);
      fields(view, 6);
    });
    const wide = record(zip64 ? 28 : 0, (view) => {
      if (!zip64) return;
      view.setUint16(0, 1, true);
      view.setUint16(2, 24, true);
      view.setBigUint64(4, BigInt(claims.bytes ?? plain.length), true);
      view.setBigUint64(12, BigInt(claims.packedBytes ?? packed.length), true);
      view.setBigUint64(20, BigInt(claims.at ?? at), true);
    });
    const entry = record(46, (view) => {
      view.setUint32(0, 0x02014b50, true);
      fields(view, 8);
      view.setUint16(30, wide.length, true);
      view.setUint32(42, zip64 ? 0xffffffff : (claims.at ?? at), true);
    });
    directory.push(entry, title, wide);
    locals.push(local, title, packed);
    at += local.length + title.length + packed.length;
  }
  const directoryBytes = directory.reduce((sum, piece) => sum + piece.length, 0);
  const isWide = files.some((file) => file.zip64);
  const count = claimedCount ?? files.length;
  const end64 = record(isWide ? 76 : 0, (view) => {
    if (!isWide) return;
    view.setUint32(0, 0x06064b50, true);
    view.setBigUint64(4, 44n, true);
    view.setBigUint64(24, BigInt(count), true);
    view.setBigUint64(32, BigInt(count), true);
    view.setBigUint64(40, BigInt(directoryBytes), true);
    view.setBigUint64(48, BigInt(at), true);
    view.setUint32(56, 0x07064b50, true);
    view.setBigUint64(64, BigInt(at + directoryBytes), true);
  });
  const end = record(22, (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, isWide ? 0xffff : count, true);
    view.setUint16(10, isWide ? 0xffff : count, true);
    view.setUint32(12, isWide ? 0xffffffff : directoryBytes, true);
    view.setUint32(16, isWide ? 0xffffffff : at, true);
  });
  return joined(...locals, ...directory, end64, end);
}

/** Clockwise, like outer rings of shapefiles. */
export const SQUARE: readonly (readonly number[])[] = [
  [103, 1],
  [103, 2],
  [104, 2],
  [104, 1],
  [103, 1],
];
/** Counter-clockwise, inside the square. */
export const HOLE: readonly (readonly number[])[] = [
  [103.4, 1.4],
  [103.6, 1.4],
  [103.6, 1.6],
  [103.4, 1.4],
];

export const polygonKml = (coordinates: string, inner = '') =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs>${inner}</Polygon></Placemark></Document></kml>`;
export const SQUARE_KML = polygonKml(SQUARE.map((position) => position.join(',')).join(' '));
export const SQUARE_TEXT = `Polygon ${JSON.stringify([SQUARE])}`;
/** The square as read from a shapefile: the outer ring counter-clockwise (RFC 7946 §3.1.6). */
export const SHP_TEXT = `Polygon ${JSON.stringify([SQUARE.toReversed()])}`;
