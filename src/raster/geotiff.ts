import {
  ascii,
  BIG,
  CLASSIC,
  directoryBytes,
  double,
  long,
  padded,
  short,
  writeInteger,
  type Entry,
} from './tiffDirectory.ts';

/** Sample formats that are read and written. */
export type SampleKind = 'uint8' | 'uint16' | 'int16' | 'float32';
export type Samples = Uint8Array | Uint16Array | Int16Array | Float32Array;

/** Position of a north-up image: outer edge of the upper left pixel and pixel size, in map units. */
export interface RasterPlace {
  /** EPSG code: 4326 or a projected system in metres. */
  epsg: number;
  west: number;
  north: number;
  pixelWidth: number;
  pixelHeight: number;
}

export interface TiffImage {
  width: number;
  height: number;
  bands: number;
  kind: SampleKind;
  /** The last band is unassociated alpha. */
  hasAlpha: boolean;
  noData: number | null;
  place: RasterPlace | null;
  description?: string;
  /** The first three bands are red, green and blue; by default true of exactly three bands of uint8, alpha aside. */
  isRgb?: boolean;
  /** Side of a tile, pixels; TIFF_TILE by default. */
  tile?: number;
  /** A reduced version of another image of the file. */
  isOverview?: boolean;
  /** GDAL's XML with the names and statistics of the bands. */
  metadata?: string;
}

/** The storage of an image's pixels: offset and length of each block, bytes. */
export interface TiffBlocks {
  layout: 'strips' | 'tiles';
  isDeflated: boolean;
  offsets: readonly number[];
  lengths: readonly number[];
}

export const STRIP_ROWS = 64;
/** Side of a tile, pixels. */
export const TIFF_TILE = 256;
/** Header length of a BigTIFF file, bytes. */
export const BIG_HEADER_BYTES = 16;
export const SAMPLE_BYTES: Record<SampleKind, number> = { uint8: 1, uint16: 2, int16: 2, float32: 4 };
const ARRAYS = { uint8: Uint8Array, uint16: Uint16Array, int16: Int16Array, float32: Float32Array } as const;
/** SampleFormat (TIFF 6.0): unsigned, signed, floating point. */
const SAMPLE_FORMAT: Record<SampleKind, number> = { uint8: 1, uint16: 1, int16: 2, float32: 3 };

/** GeoKeys (OGC GeoTIFF 1.1 §7): model, pixel is area, the coordinate system, its unit. */
function geoKeys(epsg: number): Entry {
  const keys =
    epsg === 4326 ? [1024, 2, 1025, 1, 2048, 4326, 2054, 9102] : [1024, 1, 1025, 1, 3072, epsg, 3076, 9001];
  const entries: number[] = [];
  for (let at = 0; at < keys.length; at += 2) entries.push(keys[at]!, 0, 1, keys[at + 1]!);
  return short(34_735, 1, 1, 0, keys.length / 2, ...entries);
}

function placeEntries({ epsg, west, north, pixelWidth, pixelHeight }: RasterPlace): Entry[] {
  return [double(33_550, pixelWidth, pixelHeight, 0), double(33_922, 0, 0, 0, west, north, 0), geoKeys(epsg)];
}

function blockEntries({ layout, offsets, lengths }: TiffBlocks, tile: number): Entry[] {
  return layout === 'strips'
    ? [long(273, offsets), long(278, [STRIP_ROWS]), long(279, lengths)]
    : [short(322, tile), short(323, tile), long(324, offsets), long(325, lengths)];
}

/** Tags in the ascending order that TIFF 6.0 demands. */
export function entriesOf(image: TiffImage, blocks: TiffBlocks): Entry[] {
  const { bands, kind, place, noData, hasAlpha, description, metadata } = image;
  const each = (value: number): number[] => Array.from({ length: bands }, () => value);
  const isRgb = image.isRgb ?? (kind === 'uint8' && bands - (hasAlpha ? 1 : 0) === 3);
  const extras = bands - (isRgb ? 3 : 1);
  // extra bands are unspecified (0), except unassociated alpha (2)
  const extraKinds = Array.from({ length: extras }, (_, at) => (hasAlpha && at === extras - 1 ? 2 : 0));
  const entries = [
    ...(blocks.layout === 'tiles' ? [long(254, [image.isOverview ? 1 : 0])] : []),
    long(256, [image.width]),
    long(257, [image.height]),
    short(258, ...each(SAMPLE_BYTES[kind] * 8)),
    short(259, blocks.isDeflated ? 8 : 1),
    short(262, isRgb ? 2 : 1),
    ...(description === undefined ? [] : [ascii(270, description)]),
    short(277, bands),
    short(284, 1),
    ascii(305, 'Groundtrack'),
    ...(blocks.isDeflated ? [short(317, kind === 'float32' ? 1 : 2)] : []),
    ...blockEntries(blocks, image.tile ?? TIFF_TILE),
    ...(extras > 0 ? [short(338, ...extraKinds)] : []),
    short(339, ...each(SAMPLE_FORMAT[kind])),
    ...(place === null ? [] : placeEntries(place)),
    ...(metadata === undefined ? [] : [ascii(42_112, metadata)]),
    ...(noData === null ? [] : [ascii(42_113, String(noData))]),
  ];
  return entries.sort((a, b) => a.tag - b.tag);
}

export function samplesOf(kind: SampleKind, length: number): Samples {
  return new ARRAYS[kind](length);
}

/** Interleaves bands pixel by pixel, in the sample type of the file. */
export function interleaved(kind: SampleKind, bands: readonly Samples[]): Samples {
  const pixels = bands[0]?.length ?? 0;
  const samples = samplesOf(kind, pixels * bands.length);
  bands.forEach((values, band) => {
    for (let pixel = 0, at = band; pixel < pixels; pixel++, at += bands.length) samples[at] = values[pixel]!;
  });
  return samples;
}

/** Bands pixel by pixel, integers with predictor 2: as `interleaved` and `toDifferences` in one pass. */
export function differencesOf(kind: SampleKind, bands: readonly Samples[], width: number): Samples {
  if (kind === 'float32') return interleaved(kind, bands);
  const pixels = bands[0]?.length ?? 0;
  const samples = samplesOf(kind, pixels * bands.length);
  bands.forEach((values, band) => {
    for (let pixel = 0, at = band; pixel < pixels;)
      for (let end = pixel + width, last = 0; pixel < end; pixel++, at += bands.length) {
        const value = values[pixel]!;
        samples[at] = value - last;
        last = value;
      }
  });
  return samples;
}

/** Predictor 2 (TIFF 6.0 §14), in place: integers become differences from their left neighbours. */
export function toDifferences<S extends Samples>(samples: S, width: number, bands: number): S {
  if (samples instanceof Float32Array) return samples;
  const rowLength = width * bands;
  for (let row = 0; row < samples.length; row += rowLength)
    for (let at = row + rowLength - 1; at >= row + bands; at--) samples[at]! -= samples[at - bands]!;
  return samples;
}

/**
 * A whole TIFF file of one image in strips of STRIP_ROWS rows (TIFF 6.0, OGC GeoTIFF 1.1), little endian.
 * @param strips the bytes of each strip, from the top; deflated ones with predictor 2
 */
export function stripTiff(
  image: TiffImage,
  strips: readonly Uint8Array[],
  isDeflated: boolean,
): Uint8Array<ArrayBuffer> {
  const lengths = strips.map(({ length }) => length);
  const directoryWith = (offsets: readonly number[]) =>
    directoryBytes(entriesOf(image, { layout: 'strips', isDeflated, offsets, lengths }), CLASSIC, 8);
  // the directory's size doesn't depend on the offsets; plain samples are aligned to their size
  const begin = padded(8 + directoryWith(lengths).length, isDeflated ? 2 : 4);
  let end = begin;
  const offsets = lengths.map((length) => (end += length) - length);
  const file = new Uint8Array(end);
  file.set(classicHeader(8));
  file.set(directoryWith(offsets), 8);
  strips.forEach((strip, at) => file.set(strip, offsets[at]));
  return file;
}

/** The header of a TIFF file below 4 GiB whose directory begins at the given position. */
export function classicHeader(first: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  writeInteger(view, 0, 2, 0x4949);
  writeInteger(view, 2, 2, 42);
  writeInteger(view, 4, 4, first);
  return bytes;
}

/** The header of a BigTIFF file whose directory begins at the given position. */
export function bigTiffHeader(first: number): Uint8Array {
  const bytes = new Uint8Array(BIG_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  writeInteger(view, 0, 2, 0x4949);
  writeInteger(view, 2, 2, 43);
  writeInteger(view, 4, 2, 8);
  writeInteger(view, 8, 8, first);
  return bytes;
}

/**
 * The directory of a BigTIFF image in deflated tiles of TIFF_TILE pixels.
 * @param at its position in the file, a multiple of 8
 */
export function tileDirectory(
  image: TiffImage,
  blocks: Pick<TiffBlocks, 'offsets' | 'lengths'>,
  at: number,
): Uint8Array {
  return directoryBytes(entriesOf(image, { ...blocks, layout: 'tiles', isDeflated: true }), BIG, at);
}
