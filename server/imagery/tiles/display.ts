import { colourBands } from '../layers/bandNames.ts';
import type { Samples } from '../../../src/raster/geotiff.ts';
import type { ImageFacts } from '../layers/imageFile.ts';
import type { Warped } from './warp.ts';

/** Mapping of values to colours: the bands for red, green and blue, and the stretch of each. */
export interface Display {
  /** Three bands, or one for grey. */
  bands: number[];
  /** The values shown as black and white, for each shown band. */
  low: number[];
  high: number[];
}

const COLOURS = ['red', 'green', 'blue'];

/** The shown bands: those named red, green and blue, else the first three, else the first in grey. */
export function shownBands(facts: Pick<ImageFacts, 'bands' | 'alphaBand' | 'bandNames'>): number[] {
  const seen = colourBands(facts);
  const names = facts.bandNames?.map((name) => name.toLowerCase()) ?? [];
  const named = COLOURS.map((colour) => seen[names.indexOf(colour)]);
  if (named.every((band) => band !== undefined)) return named;
  return seen.length >= 3 ? seen.slice(0, 3) : seen.slice(0, 1);
}

/** RGBA bytes in row order. @param warped the displayed bands */
export function colours(warped: Warped, { bands, low, high }: Display): Uint8Array {
  const pixels = warped.width * warped.height;
  // its elements round and clamp what they are given
  const rgba = new Uint8ClampedArray(pixels * 4);
  const channels = [0, 1, 2].map((channel) => {
    const at = bands.length === 1 ? 0 : channel;
    const values: Samples = warped.bands[at]!;
    const from = low[at] ?? 0;
    return { values, from, times: 255 / Math.max(1e-12, (high[at] ?? 255) - from) };
  });
  for (const [channel, { values, from, times }] of channels.entries())
    for (let pixel = 0, at = channel; pixel < pixels; pixel++, at += 4)
      if (warped.alpha[pixel] !== 0) rgba[at] = (values[pixel]! - from) * times;
  for (let pixel = 0, at = 3; pixel < pixels; pixel++, at += 4) rgba[at] = warped.alpha[pixel]!;
  return new Uint8Array(rgba.buffer);
}

/** Statistics of a band for its stretch. */
export interface BandStats {
  min: number;
  max: number;
  mean: number;
  /** The 2nd and 98th percentile. */
  low: number;
  high: number;
}

const SHARE = 0.02;

/** @param values the valid values of one band */
export function statsOf(values: Float64Array): BandStats {
  const sorted = values.toSorted();
  const { length } = sorted;
  if (length === 0) return { min: 0, max: 0, mean: 0, low: 0, high: 0 };
  const at = (share: number): number => sorted[Math.min(length - 1, Math.floor(share * length))]!;
  return {
    min: sorted[0]!,
    max: sorted[length - 1]!,
    mean: sorted.reduce((sum, value) => sum + value, 0) / length,
    low: at(SHARE),
    high: at(1 - SHARE),
  };
}

/**
 * How a layer is displayed: in the given range, else 8-bit values unchanged and others stretched between their 2nd and
 * 98th percentile.
 */
export function displayOf(
  facts: ImageFacts,
  stats: readonly BandStats[],
  range: readonly [number, number] | undefined = facts.kind === 'uint8' ? [0, 255] : undefined,
): Display {
  const bands = shownBands(facts);
  return {
    bands,
    low: bands.map((band) => range?.[0] ?? stats[band]?.low ?? 0),
    high: bands.map((band) => range?.[1] ?? Math.max(stats[band]?.high ?? 1, (stats[band]?.low ?? 0) + 1e-6)),
  };
}
