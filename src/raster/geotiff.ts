import type { RasterGrid } from './grid.ts';

/** TIFF 6.0 types: bytes of one value. */
const TYPES = { ascii: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const;

interface Entry {
  tag: number;
  type: keyof typeof TYPES;
  values: readonly number[];
}

/** What is written as "nothing here". */
const NO_DATA = -9999;
const ROWS_PER_STRIP = 64;

const ascii = (text: string): number[] => [...new TextEncoder().encode(`${text}\0`)];

/** GeoKeys (OGC GeoTIFF 1.1 §7): projected, pixel is area, EPSG:3857, metres. */
const GEO_KEYS = [1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857, 3076, 0, 1, 9001];

function write(view: DataView, at: number, type: Entry['type'], values: readonly number[]): void {
  const size = TYPES[type][1];
  values.forEach((value, index) => {
    const place = at + index * size;
    if (type === 'ascii') view.setUint8(place, value);
    else if (type === 'short') view.setUint16(place, value, true);
    else if (type === 'long') view.setUint32(place, value, true);
    else view.setFloat64(place, value, true);
  });
}

/**
 * A GeoTIFF of one band on EPSG:3857: classes as bytes with 0 for nothing, other values as 32 bit floats with −9999.
 * @param description what it shows
 */
export function geoTiff(
  grid: RasterGrid,
  values: Float32Array,
  kind: 'classes' | 'numbers',
  description: string,
): Uint8Array<ArrayBuffer> {
  const { width, height, west, north, pixel } = grid;
  const size = kind === 'classes' ? 1 : 4;
  const strips = Math.ceil(height / ROWS_PER_STRIP);
  const lengthOf = (strip: number): number =>
    Math.min(ROWS_PER_STRIP, height - strip * ROWS_PER_STRIP) * width * size;
  const entries = (offsets: readonly number[]): Entry[] => [
    { tag: 256, type: 'long', values: [width] },
    { tag: 257, type: 'long', values: [height] },
    { tag: 258, type: 'short', values: [size * 8] },
    { tag: 259, type: 'short', values: [1] },
    { tag: 262, type: 'short', values: [1] },
    { tag: 270, type: 'ascii', values: ascii(description) },
    { tag: 273, type: 'long', values: offsets },
    { tag: 277, type: 'short', values: [1] },
    { tag: 278, type: 'long', values: [ROWS_PER_STRIP] },
    { tag: 279, type: 'long', values: offsets.map((_, strip) => lengthOf(strip)) },
    { tag: 284, type: 'short', values: [1] },
    { tag: 305, type: 'ascii', values: ascii('Groundtrack') },
    { tag: 339, type: 'short', values: [kind === 'classes' ? 1 : 3] },
    { tag: 33_550, type: 'double', values: [pixel, pixel, 0] },
    { tag: 33_922, type: 'double', values: [0, 0, 0, west, north, 0] },
    { tag: 34_735, type: 'short', values: GEO_KEYS },
    { tag: 42_113, type: 'ascii', values: ascii(String(kind === 'classes' ? 0 : NO_DATA)) },
  ];
  const bytesOf = ({ type, values: all }: Entry): number => all.length * TYPES[type][1];
  const even = (bytes: number): number => bytes + (bytes % 2);
  const long = entries(Array.from({ length: strips }, () => 0)).filter((entry) => bytesOf(entry) > 4);
  const count = entries([]).length;
  const head = 8 + 2 + count * 12 + 4;
  const first = head + long.reduce((sum, entry) => sum + even(bytesOf(entry)), 0);
  // samples of four bytes begin at a multiple of four
  const begin = Math.ceil(first / 4) * 4;
  const offsets = Array.from({ length: strips }, (_, strip) => begin + strip * ROWS_PER_STRIP * width * size);
  const file = new Uint8Array(begin + width * height * size);
  const view = new DataView(file.buffer);
  view.setUint16(0, 0x4949, true);
  view.setUint16(2, 42, true);
  view.setUint32(4, 8, true);
  view.setUint16(8, count, true);
  let [at, place] = [10, head];
  for (const entry of entries(offsets)) {
    view.setUint16(at, entry.tag, true);
    view.setUint16(at + 2, TYPES[entry.type][0], true);
    view.setUint32(at + 4, entry.values.length, true);
    if (bytesOf(entry) <= 4) write(view, at + 8, entry.type, entry.values);
    else {
      view.setUint32(at + 8, place, true);
      write(view, place, entry.type, entry.values);
      place += even(bytesOf(entry));
    }
    at += 12;
  }
  for (let pixelAt = 0; pixelAt < values.length; pixelAt++) {
    const value = values[pixelAt]!;
    if (kind === 'classes') file[begin + pixelAt] = Number.isNaN(value) ? 0 : value;
    else view.setFloat32(begin + pixelAt * 4, Number.isNaN(value) ? NO_DATA : value, true);
  }
  return file;
}
