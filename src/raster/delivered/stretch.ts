import type { Samples } from '../geotiff.ts';
import type { RasterFacts, RasterFile, RasterLevel } from './rasterFile.ts';

/** How often values occur, band by band, over one axis. */
export interface Histogram {
  /** Smallest and largest value of all bands. */
  min: number;
  max: number;
  /** By band without alpha: counts of BINS equal parts of the axis. */
  counts: readonly Uint32Array[];
}

const BINS = 4096;
/** Pixels that are counted at most, and that an overview needs to stand for the image. */
const [COUNTED_MAX, COUNTED_MIN] = [4_000_000, 200_000];

/** Whether a sample is data; `alpha` is that of its pixel. */
export function isData({ noData }: RasterFacts, value: number, alpha: number | undefined): boolean {
  return alpha !== 0 && value !== noData && !Number.isNaN(value);
}

/** The level that is counted: the coarsest that still has enough pixels. */
function countedLevel({ levels }: RasterFile): RasterLevel {
  const found = levels.findLast(({ width, height }) => width * height >= COUNTED_MIN) ?? levels[0];
  if (found === undefined) throw new Error('an image has a level');
  return found;
}

/** Blocks of a level, evenly over it and no more than may be counted. */
function countedBlocks(level: RasterLevel): [across: number, down: number][] {
  const [columns, rows] = [
    Math.ceil(level.width / level.blockWidth),
    Math.ceil(level.height / level.blockHeight),
  ];
  const step = Math.max(1, Math.ceil((level.width * level.height) / COUNTED_MAX));
  const blocks: [number, number][] = [];
  for (let at = 0; at < columns * rows; at += step) blocks.push([at % columns, Math.floor(at / columns)]);
  return blocks;
}

function countInto(
  counts: Uint32Array,
  values: Samples,
  isCounted: (at: number) => boolean,
  min: number,
  max: number,
) {
  const scale = max > min ? (BINS - 1) / (max - min) : 0;
  for (let at = 0; at < values.length; at++)
    if (isCounted(at)) counts[Math.round((values[at]! - min) * scale)]!++;
}

/** Counts an image's values; of a large one without overviews only those of some blocks. */
export async function histogramOf(file: RasterFile): Promise<Histogram> {
  const { facts } = file;
  const level = countedLevel(file);
  const blocks = [];
  for (const [across, down] of countedBlocks(level)) blocks.push(await file.block(level, across, down));
  const dataOf = (bands: readonly Samples[], values: Samples) => {
    const alpha = facts.alphaBand === null ? undefined : bands[facts.alphaBand];
    return (at: number) => isData(facts, values[at]!, alpha?.[at]);
  };
  let [min, max] = [Infinity, -Infinity];
  for (const { bands } of blocks)
    for (const { at: band } of facts.bands) {
      const values = bands[band]!;
      const isCounted = dataOf(bands, values);
      for (let at = 0; at < values.length; at++) {
        const value = values[at]!;
        if ((value < min || value > max) && isCounted(at)) {
          min = Math.min(min, value);
          max = Math.max(max, value);
        }
      }
    }
  const counts = facts.bands.map(() => new Uint32Array(BINS));
  if (min > max) return { min: 0, max: 1, counts };
  for (const { bands } of blocks)
    for (const [place, { at: band }] of facts.bands.entries()) {
      const values = bands[band]!;
      countInto(counts[place]!, values, dataOf(bands, values), min, max);
    }
  return { min, max, counts };
}

/** The counts of some bands together. @param places of the bands without alpha */
function together({ counts }: Histogram, places: readonly number[]): Float64Array {
  const sum = new Float64Array(BINS);
  for (const place of new Set(places)) counts[place]?.forEach((count, bin) => (sum[bin]! += count));
  return sum;
}

/** The value below which this share of the values of some bands lies. @param percent 0 to 100 */
export function valueAtPercent(histogram: Histogram, places: readonly number[], percent: number): number {
  const { min, max } = histogram;
  if (percent <= 0) return min;
  if (percent >= 100) return max;
  const counts = together(histogram, places);
  const wanted = (counts.reduce((sum, count) => sum + count, 0) * percent) / 100;
  let below = 0;
  for (const [bin, count] of counts.entries()) {
    below += count;
    if (below >= wanted && below > 0) return min + (bin / (BINS - 1)) * (max - min);
  }
  return max;
}

/** The share of the values of some bands up to a value, percent. */
export function percentAtValue(histogram: Histogram, places: readonly number[], value: number): number {
  const { min, max } = histogram;
  if (value <= min) return 0;
  if (value >= max) return 100;
  const counts = together(histogram, places);
  const last = ((value - min) / (max - min)) * (BINS - 1);
  let [below, all] = [0, 0];
  for (const [bin, count] of counts.entries()) {
    if (bin <= last) below += count;
    all += count;
  }
  return all === 0 ? 0 : (below / all) * 100;
}

/**
 * A band's curve between two values: heights 0..1 at `steps` even places, of which the highest of `places` is 1.
 */
export function curveOf(
  histogram: Histogram,
  place: number,
  [from, to]: readonly [number, number],
  steps: number,
): number[] {
  const { min, max, counts } = histogram;
  const own = counts[place];
  const binAt = (value: number) => ((value - min) / (max - min || 1)) * (BINS - 1);
  const heights = Array.from({ length: steps }, (_, step) => {
    const [start, end] = [
      Math.floor(binAt(from + ((to - from) * step) / steps)),
      Math.floor(binAt(from + ((to - from) * (step + 1)) / steps)),
    ];
    let sum = 0;
    for (let bin = Math.max(0, start); bin < Math.max(end, start + 1) && bin < BINS; bin++)
      sum += own?.[bin] ?? 0;
    return sum;
  });
  const most = Math.max(1, ...heights);
  return heights.map((height) => height / most);
}
