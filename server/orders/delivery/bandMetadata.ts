import type { Samples } from '../../../src/raster/geotiff.ts';
import type { SourceBand } from './pixelSource.ts';

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
  /** @param count how many of the samples are inside the image; the others have no data */
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
      // of bytes there are 256 values
      const isBytes = samples instanceof Uint8Array;
      const counts = new Uint32Array(256);
      if (isBytes) for (let at = 0; at < samples.length; at++) counts[samples[at]!]!++;
      const length = isBytes ? counts.length : samples.length;
      for (let at = 0; at < length; at++) {
        const value = isBytes ? at : samples[at]!;
        const times = isBytes ? counts[at]! : 1;
        if (times === 0 || value === noData || Number.isNaN(value)) continue;
        if (valid === 0) origin = value;
        valid += times;
        if (value < minimum) minimum = value;
        if (value > maximum) maximum = value;
        const apart = value - origin;
        sum += apart * times;
        squares += apart * apart * times;
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

/** GDAL's names of colour interpretations that this writer states. */
const COLOURS: Readonly<Record<string, string>> = { red: 'Red', green: 'Green', blue: 'Blue' };

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function item(name: string, sample: number, value: string | number, role?: string): string {
  const text = String(value).replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!);
  return `  <Item name="${name}" sample="${sample}"${role ? ` role="${role}"` : ''}>${text}</Item>\n`;
}

/**
 * The GDAL_METADATA tag: names, scale and offset, statistics, and the colours of bands that are not red, green, blue
 * from the first on.
 */
export function bandMetadata(
  bands: readonly SourceBand[],
  statistics: readonly (BandStatistics | null)[],
  isRgb: boolean,
): string {
  const items = bands.flatMap((band, at) => {
    const found = statistics[at];
    const colour = isRgb ? undefined : COLOURS[band.commonName ?? ''];
    return [
      item('DESCRIPTION', at, band.name, 'description'),
      ...(colour === undefined ? [] : [item('COLORINTERP', at, colour, 'colorinterp')]),
      ...(band.offset === undefined ? [] : [item('OFFSET', at, band.offset, 'offset')]),
      ...(band.scale === undefined ? [] : [item('SCALE', at, band.scale, 'scale')]),
      ...(band.unit === undefined ? [] : [item('UNITTYPE', at, band.unit, 'unittype')]),
      ...(found
        ? [
            item('STATISTICS_MINIMUM', at, found.minimum),
            item('STATISTICS_MAXIMUM', at, found.maximum),
            item('STATISTICS_MEAN', at, found.mean),
            item('STATISTICS_STDDEV', at, found.stddev),
            item('STATISTICS_VALID_PERCENT', at, found.valid_percent),
          ]
        : []),
    ];
  });
  return `<GDALMetadata>\n${items.join('')}</GDALMetadata>`;
}
