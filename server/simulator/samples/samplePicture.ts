import sharp from 'sharp';
import { viewOfScene, type View } from '../../search/sceneView.ts';
import { pixelAt, readSample, type SamplePixels } from './samplePixels.ts';
import { sampleFootprint, type Sample } from './sampleTable.ts';

/** Positions per pixel of the picture and axis that are averaged. */
const PER_PIXEL = 2;
/** Pixels between exactly projected positions; a projection is straight to a hundredth of a pixel between them. */
const CELL = 32;

/** Maps picture coordinates to pixel coordinates of the file, exactly at the corners of cells. */
function mapping(pixels: SamplePixels, { width, height, origin, right, down }: View) {
  const columns = Math.ceil(width / CELL) + 1;
  const knots = Array.from({ length: columns * (Math.ceil(height / CELL) + 1) }, (_, n) => {
    const [x, y] = [(n % columns) * CELL, Math.floor(n / columns) * CELL];
    const longitude = origin[0] + x * right[0] + y * down[0];
    return pixelAt(pixels, longitude, origin[1] + x * right[1] + y * down[1]);
  });
  return (x: number, y: number): readonly [column: number, row: number] => {
    const at = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
    const [a, b, c, d] = [knots[at]!, knots[at + 1]!, knots[at + columns]!, knots[at + columns + 1]!];
    const [u, v] = [(x % CELL) / CELL, (y % CELL) / CELL];
    const between = (k: 0 | 1) => {
      const upper = a[k] + (b[k] - a[k]) * u;
      return upper + (c[k] + (d[k] - c[k]) * u - upper) * v;
    };
    return [Math.floor(between(0)), Math.floor(between(1))];
  };
}

/** Adds the values at a position to the sums. @returns whether there is data */
function addAt(pixels: SamplePixels, shown: Sample['shown'], at: number, sums: Float64Array): boolean {
  if (pixels.noData !== null && pixels.bands.every((band) => band[at] === pixels.noData)) return false;
  shown.forEach((band, k) => {
    sums[k]! += pixels.bands[band]![at]!;
  });
  return true;
}

/** The RGBA pixels of a sample over its footprint, stretched for display; transparent without data. */
async function picturePixels(sample: Sample, size: number) {
  const pixels = await readSample(sample.file);
  const view = viewOfScene(sampleFootprint(sample), size);
  const { width, height } = view;
  const pixelOf = mapping(pixels, view);
  const [black, white] = sample.stretch;
  const rgba = new Uint8ClampedArray(width * height * 4);
  const sums = new Float64Array(3);
  for (let j = 0, at = 0; j < height; j++)
    for (let i = 0; i < width; i++, at += 4) {
      let count = 0;
      sums.fill(0);
      for (let n = 0; n < PER_PIXEL * PER_PIXEL; n++) {
        const x = i + ((n % PER_PIXEL) + 0.5) / PER_PIXEL;
        const y = j + (Math.floor(n / PER_PIXEL) + 0.5) / PER_PIXEL;
        const [column, row] = pixelOf(x, y);
        if (column < 0 || row < 0 || column >= pixels.width || row >= pixels.height) continue;
        if (addAt(pixels, sample.shown, row * pixels.width + column, sums)) count++;
      }
      if (count === 0) continue;
      for (let k = 0; k < 3; k++) rgba[at + k] = (255 * (sums[k]! / count - black)) / (white - black);
      rgba[at + 3] = 255;
    }
  return { rgba, width, height };
}

/**
 * The quicklook of an open sample from its pixels, as WebP.
 * @param size longest side in pixels
 */
export async function renderSample(sample: Sample, size: number): Promise<Buffer> {
  const { rgba, width, height } = await picturePixels(sample, size);
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .webp({ quality: 85, effort: 2 })
    .toBuffer();
}
