import { deflateSync } from 'node:zlib';

/** A picture on a map grid: north up, square or oblong pixels. */
export interface GeoRaster {
  width: number;
  height: number;
  /** Red, green, blue, alpha, a byte each; alpha 0 outside the ordered area. */
  rgba: Uint8Array | Uint8ClampedArray;
  /** 4326, or a UTM zone of WGS 84 (326xx north, 327xx south). */
  epsg: number;
  /** Outer edge of the upper left pixel, in the units of the projection. */
  west: number;
  north: number;
  /** Units of the projection. */
  pixelWidth: number;
  pixelHeight: number;
  /** Goes into the file's description. */
  description: string;
}

const BANDS = 4;
const ROWS_PER_STRIP = 64;
const SHORT = 3;
const LONG = 4;
const ASCII = 2;
const DOUBLE = 12;

interface Entry {
  tag: number;
  type: number;
  count: number;
  bytes: Buffer;
}

function shorts(tag: number, ...values: number[]): Entry {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16LE(value, i * 2));
  return { tag, type: SHORT, count: values.length, bytes };
}

function longs(tag: number, values: readonly number[]): Entry {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32LE(value, i * 4));
  return { tag, type: LONG, count: values.length, bytes };
}

function doubles(tag: number, ...values: number[]): Entry {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => bytes.writeDoubleLE(value, i * 8));
  return { tag, type: DOUBLE, count: values.length, bytes };
}

function ascii(tag: number, text: string): Entry {
  const bytes = Buffer.from(`${text}\0`, 'latin1');
  return { tag, type: ASCII, count: bytes.length, bytes };
}

/** GeoKeys (OGC GeoTIFF 1.1 §7): model, pixel is area, the coordinate system, its unit. */
function geoKeys(epsg: number): Entry {
  const keys =
    epsg === 4326
      ? [
          [1024, 2],
          [1025, 1],
          [2048, 4326],
          [2054, 9102],
        ]
      : [
          [1024, 1],
          [1025, 1],
          [3072, epsg],
          [3076, 9001],
        ];
  return shorts(34735, 1, 1, 0, keys.length, ...keys.flatMap(([key = 0, value = 0]) => [key, 0, 1, value]));
}

/** Strips of rows, each pixel as its difference from the one before (predictor 2), deflated. */
function strips({ width, height, rgba }: GeoRaster): Buffer[] {
  const packed: Buffer[] = [];
  const rowBytes = width * BANDS;
  for (let top = 0; top < height; top += ROWS_PER_STRIP) {
    const rows = Math.min(ROWS_PER_STRIP, height - top);
    const strip = Buffer.from(rgba.subarray(top * rowBytes, (top + rows) * rowBytes));
    for (let row = 0; row < rows; row++)
      for (let at = (row + 1) * rowBytes - 1; at >= row * rowBytes + BANDS; at--)
        strip[at] = (strip[at]! - strip[at - BANDS]!) & 0xff;
    packed.push(deflateSync(strip, { level: 6 }));
  }
  return packed;
}

/** Lays out header, directory, the directory's longer values and the strips. */
function layOut(entries: Entry[], data: Buffer[]): Buffer {
  entries.sort((a, b) => a.tag - b.tag);
  const directoryBytes = 2 + entries.length * 12 + 4;
  let offset = 8 + directoryBytes;
  const places = entries.map(({ bytes }) => {
    const place = offset;
    if (bytes.length > 4) offset += bytes.length + (bytes.length % 2);
    return place;
  });
  const stripOffsets = entries.find((entry) => entry.tag === 273);
  data.forEach((strip, i) => {
    stripOffsets?.bytes.writeUInt32LE(offset, i * 4);
    offset += strip.length;
  });
  const head = Buffer.alloc(offset - data.reduce((sum, strip) => sum + strip.length, 0));
  head.write('II', 0, 'latin1');
  head.writeUInt16LE(42, 2);
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  entries.forEach(({ tag, type, count, bytes }, i) => {
    const at = 10 + i * 12;
    const place = places[i] ?? 0;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    if (bytes.length > 4) head.writeUInt32LE(place, at + 8);
    bytes.copy(head, bytes.length > 4 ? place : at + 8);
  });
  return Buffer.concat([head, ...data]);
}

/**
 * Writes a GeoTIFF (TIFF 6.0, OGC GeoTIFF 1.1): four bands, the fourth unassociated alpha, deflated.
 * The `geotiff` package's writer was tried and left: it knows no compression and no alpha.
 */
export function writeGeoTiff(raster: GeoRaster): Buffer {
  const data = strips(raster);
  return layOut(
    [
      longs(256, [raster.width]),
      longs(257, [raster.height]),
      shorts(258, 8, 8, 8, 8),
      shorts(259, 8),
      shorts(262, 2),
      ascii(270, raster.description),
      longs(
        273,
        data.map(() => 0),
      ),
      shorts(277, BANDS),
      longs(278, [ROWS_PER_STRIP]),
      longs(
        279,
        data.map((strip) => strip.length),
      ),
      shorts(284, 1),
      ascii(305, 'Groundtrack'),
      shorts(317, 2),
      shorts(338, 2),
      shorts(339, 1, 1, 1, 1),
      doubles(33550, raster.pixelWidth, raster.pixelHeight, 0),
      doubles(33922, 0, 0, 0, raster.west, raster.north, 0),
      geoKeys(raster.epsg),
    ],
    data,
  );
}
