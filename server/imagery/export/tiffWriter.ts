import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Samples } from '../tiles/blocks.ts';
import type { SampleKind } from '../layers/imageFile.ts';

/** An image of a TIFF file that is written tile by tile. */
export interface TiffImage {
  width: number;
  height: number;
  bands: number;
  kind: SampleKind;
  /** The last band is unassociated alpha. */
  hasAlpha: boolean;
  noData: number | null;
  /** A smaller version of the image before it. */
  isOverview: boolean;
  /** Where it lies: the outer edge of its upper left pixel and the pixel's size, in units of the map grid. */
  place: { epsg: number; west: number; north: number; pixelWidth: number; pixelHeight: number } | null;
  description?: string;
}

/** Writes tiled, deflated TIFF files of any size: what was handed over is on the disk, not in memory. */
export interface TiffWriter {
  /** Begins the next image; the one before is complete. Tiles are 256 × 256 and may come in any order. */
  begin(image: TiffImage): void;
  /** @param bands one array of 65,536 samples each, also for tiles that reach beyond the image */
  tile(column: number, row: number, bands: readonly Samples[]): Promise<void>;
  /** Writes the directories; without it the file is no TIFF. @returns bytes */
  finish(): Promise<number>;
  /** Gives the file up; what was written stays. */
  abandon(): Promise<void>;
}

export const TIFF_TILE = 256;
const compress = promisify(deflate);
const PIXELS = TIFF_TILE * TIFF_TILE;

/** TIFF 6.0 and BigTIFF types. */
const ASCII = 2;
const SHORT = 3;
const DOUBLE = 12;
const LONG8 = 16;
const HEADER = 16;

const BYTES: Record<SampleKind, number> = { uint8: 1, uint16: 2, int16: 2, float32: 4 };
const FORMAT: Record<SampleKind, number> = { uint8: 1, uint16: 1, int16: 2, float32: 3 };

interface Begun {
  image: TiffImage;
  columns: number;
  offsets: number[];
  lengths: number[];
}

interface Entry {
  tag: number;
  type: number;
  count: number;
  bytes: Buffer;
}

const shorts = (tag: number, ...values: number[]): Entry => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16LE(value, at * 2));
  return { tag, type: SHORT, count: values.length, bytes };
};
const doubles = (tag: number, ...values: number[]): Entry => {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => bytes.writeDoubleLE(value, at * 8));
  return { tag, type: DOUBLE, count: values.length, bytes };
};
const longs = (tag: number, values: readonly number[]): Entry => {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => bytes.writeBigUInt64LE(BigInt(value), at * 8));
  return { tag, type: LONG8, count: values.length, bytes };
};
const ascii = (tag: number, text: string): Entry => {
  const bytes = Buffer.from(`${text}\0`, 'utf8');
  return { tag, type: ASCII, count: bytes.length, bytes };
};

/** GeoKeys (OGC GeoTIFF 1.1 §7): model, pixel is area, the coordinate system, its unit. */
function geoKeys(epsg: number): Entry {
  const keys =
    epsg === 4326 ? [1024, 2, 1025, 1, 2048, 4326, 2054, 9102] : [1024, 1, 1025, 1, 3072, epsg, 3076, 9001];
  const entries: number[] = [];
  for (let at = 0; at < keys.length; at += 2) entries.push(keys[at]!, 0, 1, keys[at + 1]!);
  return shorts(34_735, 1, 1, 0, keys.length / 2, ...entries);
}

/** Pixel by pixel, each sample as its difference from the one to its left (predictor 2); floats as they are. */
function packed(image: TiffImage, bands: readonly Samples[]): Buffer {
  const { kind } = image;
  const size = BYTES[kind];
  const count = bands.length;
  const bytes = Buffer.alloc(PIXELS * count * size);
  const whole = new (kind === 'uint8' ? Uint8Array : kind === 'float32' ? Float32Array : Uint16Array)(
    bytes.buffer,
    bytes.byteOffset,
    PIXELS * count,
  );
  bands.forEach((values, band) => {
    for (let pixel = 0, at = band; pixel < PIXELS; pixel++, at += count) {
      const isFirst = kind === 'float32' || pixel % TIFF_TILE === 0;
      whole[at] = isFirst ? values[pixel]! : values[pixel]! - values[pixel - 1]!;
    }
  });
  return bytes;
}

function entriesOf({ image, offsets, lengths }: Begun): Entry[] {
  const { bands, kind, place, noData } = image;
  const each = (value: number): number[] => Array.from({ length: bands }, () => value);
  const colours = bands - (image.hasAlpha ? 1 : 0);
  const isRgb = colours === 3 && kind === 'uint8';
  const extras = bands - (isRgb ? 3 : 1);
  // what is neither colour nor alpha is unspecified (0); unassociated alpha is 2
  const kinds = Array.from({ length: extras }, (_, at) => (image.hasAlpha && at === extras - 1 ? 2 : 0));
  return [
    longs(254, [image.isOverview ? 1 : 0]),
    longs(256, [image.width]),
    longs(257, [image.height]),
    shorts(258, ...each(BYTES[kind] * 8)),
    shorts(259, 8),
    shorts(262, isRgb ? 2 : 1),
    ...(image.description === undefined ? [] : [ascii(270, image.description)]),
    shorts(277, bands),
    shorts(284, 1),
    ascii(305, 'Groundtrack'),
    shorts(317, kind === 'float32' ? 1 : 2),
    shorts(322, TIFF_TILE),
    shorts(323, TIFF_TILE),
    longs(324, offsets),
    longs(325, lengths),
    ...(extras > 0 ? [shorts(338, ...kinds)] : []),
    shorts(339, ...each(FORMAT[kind])),
    ...(place === null
      ? []
      : [
          doubles(33_550, place.pixelWidth, place.pixelHeight, 0),
          doubles(33_922, 0, 0, 0, place.west, place.north, 0),
          geoKeys(place.epsg),
        ]),
    ...(noData === null ? [] : [ascii(42_113, String(noData))]),
  ];
}

/** A BigTIFF directory whose long values follow it. */
function directory(entries: readonly Entry[], at: number, hasNext: boolean): Buffer {
  const head = Buffer.alloc(8 + entries.length * 20 + 8);
  head.writeBigUInt64LE(BigInt(entries.length), 0);
  const values: Buffer[] = [];
  let place = at + head.length;
  entries.forEach(({ tag, type, count, bytes }, index) => {
    const start = 8 + index * 20;
    head.writeUInt16LE(tag, start);
    head.writeUInt16LE(type, start + 2);
    head.writeBigUInt64LE(BigInt(count), start + 4);
    if (bytes.length <= 8) {
      bytes.copy(head, start + 12);
      return;
    }
    head.writeBigUInt64LE(BigInt(place), start + 12);
    const padded = Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
    values.push(padded);
    place += padded.length;
  });
  head.writeBigUInt64LE(BigInt(hasNext ? place : 0), head.length - 8);
  return Buffer.concat([head, ...values]);
}

/**
 * Opens a TIFF file for writing (BigTIFF, so that size is no question; OGC GeoTIFF 1.1). The `geotiff` package's writer
 * was tried and left: it wants the whole picture in memory and knows no compression.
 * @param file absolute path; what is there is overwritten
 */
export async function openTiffWriter(file: string): Promise<TiffWriter> {
  const handle: FileHandle = await open(file, 'w');
  const images: Begun[] = [];
  let end = HEADER;
  const append = async (bytes: Buffer): Promise<number> => {
    // the place is taken before anything is waited for: tiles are handed over side by side
    const at = end;
    end += bytes.length;
    await handle.write(bytes, 0, bytes.length, at);
    return at;
  };
  const header = (first: number): Buffer => {
    const bytes = Buffer.alloc(HEADER);
    bytes.write('II', 0, 'latin1');
    bytes.writeUInt16LE(43, 2);
    bytes.writeUInt16LE(8, 4);
    bytes.writeBigUInt64LE(BigInt(first), 8);
    return bytes;
  };
  return {
    begin(image) {
      const columns = Math.ceil(image.width / TIFF_TILE);
      const count = columns * Math.ceil(image.height / TIFF_TILE);
      const zeros = (): number[] => Array.from({ length: count }, () => 0);
      images.push({ image, columns, offsets: zeros(), lengths: zeros() });
    },
    async tile(column, row, bands) {
      const begun = images.at(-1);
      if (!begun) throw new Error('no image was begun');
      const bytes = await compress(packed(begun.image, bands), { level: 5 });
      const at = row * begun.columns + column;
      begun.lengths[at] = bytes.length;
      begun.offsets[at] = await append(bytes);
    },
    async finish() {
      end += (8 - (end % 8)) % 8;
      const first = end;
      for (const [at, begun] of images.entries()) {
        const bytes = directory(entriesOf(begun), end, at < images.length - 1);
        await append(bytes);
      }
      await handle.write(header(first), 0, HEADER, 0);
      await handle.sync();
      await handle.close();
      return end;
    },
    async abandon() {
      await handle.close();
    },
  };
}
