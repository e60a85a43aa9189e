import type { Samples } from '../../../src/raster/geotiff.ts';

/** Statistics of a band's valid samples (STAC's Statistics Object). */
export interface BandStatistics {
  minimum: number;
  maximum: number;
  mean: number;
  stddev: number;
  /** Share of valid samples in the image, percent. */
  valid_percent: number;
}

export interface Tally {
  /** Adds the first `count` samples. */
  add(samples: Samples, count: number): void;
  /** @returns null without a valid sample */
  result(): BandStatistics | null;
}

/** Counts a band's samples as they are written; sums are of differences from the first one, to stay exact. */
export function tallyOf(noData: number): Tally {
  let [all, valid, sum, squares, origin] = [0, 0, 0, 0, 0];
  let [minimum, maximum] = [Infinity, -Infinity];
  return {
    add(samples, count) {
      all += count;
      for (let at = 0; at < count; at++) {
        const value = samples[at]!;
        if (value === noData || Number.isNaN(value)) continue;
        if (valid === 0) origin = value;
        valid++;
        if (value < minimum) minimum = value;
        if (value > maximum) maximum = value;
        const apart = value - origin;
        sum += apart;
        squares += apart * apart;
      }
    },
    result() {
      if (valid === 0) return null;
      const apart = sum / valid;
      return {
        minimum,
        maximum,
        mean: origin + apart,
        stddev: Math.sqrt(Math.max(0, squares / valid - apart * apart)),
        valid_percent: (100 * valid) / all,
      };
    },
  };
}
