import { STRIP_ROWS, stripTiff } from './geotiff.ts';
import type { RasterGrid } from './grid.ts';

/**
 * An analysis as a one-band GeoTIFF on EPSG:3857: classes as bytes (no data 0), others as floats (−9999).
 * @param values one per pixel; NaN for no data
 * @param description the content, for the file's ImageDescription
 */
export function analysisTiff(
  { width, height, west, north, pixel }: RasterGrid,
  values: Float32Array,
  kind: 'classes' | 'numbers',
  description: string,
): Uint8Array<ArrayBuffer> {
  const isByte = kind === 'classes';
  const noData = isByte ? 0 : -9999;
  const size = isByte ? 1 : 4;
  const pixels = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, at) => {
    const sample = Number.isNaN(value) ? noData : value;
    if (isByte) pixels.setUint8(at, sample);
    else pixels.setFloat32(at * size, sample, true);
  });
  const stripBytes = STRIP_ROWS * width * size;
  const strips = Array.from({ length: Math.ceil(height / STRIP_ROWS) }, (_, strip) =>
    new Uint8Array(pixels.buffer).subarray(strip * stripBytes, (strip + 1) * stripBytes),
  );
  return stripTiff(
    {
      width,
      height,
      bands: 1,
      kind: isByte ? 'uint8' : 'float32',
      hasAlpha: false,
      noData,
      place: { epsg: 3857, west, north, pixelWidth: pixel, pixelHeight: pixel },
      description,
    },
    strips,
    false,
  );
}
