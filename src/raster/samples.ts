import type { LayerValues } from '../../contract/imagery.ts';
import type { GridPart, RasterGrid } from './grid.ts';
import type { LayerPixels } from './analyse.ts';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Numbers from little-endian samples. */
function numbersOf(base64: string, kind: LayerValues['kind'], count: number): Float32Array {
  const view = new DataView(bytesOf(base64).buffer);
  const readers = {
    uint8: (at: number) => view.getUint8(at),
    uint16: (at: number) => view.getUint16(2 * at, true),
    int16: (at: number) => view.getInt16(2 * at, true),
    float32: (at: number) => view.getFloat32(4 * at, true),
  };
  const read = readers[kind];
  return Float32Array.from({ length: count }, (_, at) => read(at));
}

/** The pixels of a layer before reading. */
export function emptyPixels({ width, height }: RasterGrid, bands: number): LayerPixels {
  const size = width * height;
  return {
    bands: Array.from({ length: bands }, () => new Float32Array(size)),
    cover: new Uint8Array(size),
  };
}

/**
 * The pixels of a server's reply.
 * @param count of the pixels
 * @throws RangeError if the samples are of another number of pixels
 */
export function pixelsOf(values: LayerValues, count: number): LayerPixels {
  return {
    bands: values.bands.map((text) => numbersOf(text, values.kind, count)),
    cover: bytesOf(values.cover),
  };
}

/**
 * Copies a part into its layer's pixels.
 * @throws RangeError if the values don't match the size of the part
 */
export function placePart(
  pixels: LayerPixels,
  grid: RasterGrid,
  part: GridPart,
  { bands, cover }: LayerPixels,
): void {
  const count = part.width * part.height;
  if (cover.length !== count || bands.length !== pixels.bands.length)
    throw new RangeError('the values are of another part');
  for (let row = 0; row < part.height; row++) {
    const to = (part.top + row) * grid.width + part.left;
    const [from, end] = [row * part.width, (row + 1) * part.width];
    pixels.cover.set(cover.subarray(from, end), to);
    bands.forEach((band, at) => pixels.bands[at]!.set(band.subarray(from, end), to));
  }
}
