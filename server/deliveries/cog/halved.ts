import { samplesOf, type SampleKind, type Samples } from '../../../src/raster/geotiff.ts';

/** Rows of one band. */
interface Rows {
  values: Samples;
  width: number;
  height: number;
}

/**
 * Half-size rows of a band: the mean of the valid pixels of each 2 × 2, or of classes the first valid one. The last
 * column and row of an odd size stand for themselves.
 */
export function halved(
  kind: SampleKind,
  { values, width, height }: Rows,
  { noData, isClasses }: { noData: number; isClasses: boolean },
): Samples {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const half = samplesOf(kind, across * down);
  const isWhole = kind !== 'float32';
  for (let y = 0, at = 0; y < down; y++)
    for (let x = 0; x < across; x++, at++) {
      let [sum, count] = [0, 0];
      for (let n = 0; n < 4; n++) {
        if (isClasses && count > 0) break;
        const [column, row] = [2 * x + (n & 1), 2 * y + (n >> 1)];
        if (column >= width || row >= height) continue;
        const value = values[row * width + column]!;
        if (value === noData || Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
      if (count === 0) half[at] = noData;
      else half[at] = isWhole ? Math.round(sum / count) : sum / count;
    }
  return half;
}
