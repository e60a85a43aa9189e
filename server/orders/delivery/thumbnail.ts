import sharp from 'sharp';
import type { Samples } from '../../../src/raster/geotiff.ts';
import type { SourceBand } from './pixelSource.ts';
import type { CogPreview } from './cogWriter.ts';

/** Longest side of a delivery's thumbnail, pixels. */
const THUMBNAIL_SIZE = 512;
/** Darkest and brightest share of the pixels that a stretch cuts off. */
const CUT = 0.02;

/** The bands shown as red, green and blue; one band alone is grey. */
function shownBands(bands: readonly SourceBand[]): readonly number[] {
  const colours = ['red', 'green', 'blue'].map((name) => bands.findIndex((band) => band.commonName === name));
  return colours.every((at) => at >= 0) ? colours : [0];
}

/** The lowest and highest shown value: bytes as they are, others between the cut shares. */
function rangeOf(values: Samples, noData: number): readonly [number, number] {
  if (values instanceof Uint8Array) return [0, 255];
  const valid = Float64Array.from(values)
    .filter((value) => value !== noData && !Number.isNaN(value))
    .sort();
  if (valid.length === 0) return [0, 1];
  const at = (share: number): number => valid[Math.round(share * (valid.length - 1))]!;
  return [at(CUT), Math.max(at(1 - CUT), at(CUT) + 1e-9)];
}

/** The delivery's thumbnail: WebP, transparent where there is no data. */
export async function thumbnailOfCog(
  { width, height, bands: samples }: CogPreview,
  bands: readonly SourceBand[],
  noData: number,
): Promise<Buffer> {
  const shown = shownBands(bands);
  const pixels = new Uint8ClampedArray(width * height * 4);
  const ranges = shown.map((band) => rangeOf(samples[band]!, noData));
  for (let at = 0; at < width * height; at++) {
    for (let k = 0; k < 3; k++) {
      const n = shown.length === 1 ? 0 : k;
      const value = samples[shown[n]!]![at]!;
      const [low, high] = ranges[n]!;
      pixels[at * 4 + k] = ((value - low) / (high - low)) * 255;
      if (value !== noData) pixels[at * 4 + 3] = 255;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .resize({ width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}
