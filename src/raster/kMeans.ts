/** Sample size for finding the class centres; larger samples change only the third digit. */
const SAMPLE = 20_000;
const ROUNDS = 60;
/** Fixed, so that the same pixels give the same classes. */
const SEED = 20_261_101;

/** Reproducible random numbers 0 ≤ x < 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Clusters {
  /** Class of each pixel, from 0; NONE for pixels that don't count. */
  classes: Uint8Array;
  /** Mean of each band in each class, in the bands' own units; the darkest class first. */
  means: number[][];
}
export const NONE = 255;

/** Points in one array, `size` numbers each. */
interface Points {
  values: Float64Array;
  count: number;
  size: number;
}

function distance({ values, size }: Points, point: number, middles: Float64Array, middle: number): number {
  let sum = 0;
  for (let at = 0; at < size; at++) sum += (values[point * size + at]! - middles[middle * size + at]!) ** 2;
  return sum;
}

/** Initial centres far from each other (k-means++, Arthur and Vassilvitskii 2007). */
function firstMiddles(points: Points, k: number): Float64Array {
  const random = seeded(SEED);
  const { values, count, size } = points;
  const middles = new Float64Array(k * size);
  const nearest = new Float64Array(count).fill(Infinity);
  let chosen = Math.floor(random() * count);
  for (let middle = 0; middle < k; middle++) {
    middles.set(values.subarray(chosen * size, (chosen + 1) * size), middle * size);
    let sum = 0;
    for (let point = 0; point < count; point++) {
      nearest[point] = Math.min(nearest[point]!, distance(points, point, middles, middle));
      sum += nearest[point]!;
    }
    let left = random() * sum;
    chosen = 0;
    while (chosen < count - 1 && (left -= nearest[chosen]!) > 0) chosen++;
  }
  return middles;
}

function nearestMiddle(points: Points, point: number, middles: Float64Array, k: number): number {
  let [best, least] = [0, Infinity];
  for (let middle = 0; middle < k; middle++) {
    const far = distance(points, point, middles, middle);
    if (far < least) [best, least] = [middle, far];
  }
  return best;
}

/** Lloyd's iterations until no point changes its class; an empty class keeps its centre. */
function settled(points: Points, k: number): Float64Array {
  const { values, count, size } = points;
  const middles = firstMiddles(points, k);
  const classes = new Uint8Array(count).fill(NONE);
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0;
    const sums = new Float64Array(k * size);
    const counts = new Float64Array(k);
    for (let point = 0; point < count; point++) {
      const middle = nearestMiddle(points, point, middles, k);
      if (classes[point] !== middle) moved++;
      classes[point] = middle;
      counts[middle]!++;
      for (let at = 0; at < size; at++) sums[middle * size + at]! += values[point * size + at]!;
    }
    if (moved === 0) break;
    for (let middle = 0; middle < k; middle++)
      for (let at = 0; at < size && counts[middle]! > 0; at++)
        middles[middle * size + at] = sums[middle * size + at]! / counts[middle]!;
  }
  return middles;
}

/** Mean and spread of each band over a sample; a constant band gets the spread 1. */
function scaling(bands: readonly Float32Array[], pixels: Uint32Array) {
  return bands.map((band) => {
    let [sum, squares] = [0, 0];
    for (const pixel of pixels) sum += band[pixel]!;
    const mean = sum / pixels.length;
    for (const pixel of pixels) squares += (band[pixel]! - mean) ** 2;
    return { mean, spread: Math.sqrt(squares / pixels.length) || 1 };
  });
}

function validPixels(valid: Uint8Array): Uint32Array {
  let count = 0;
  const pixels = new Uint32Array(valid.length);
  valid.forEach((counts, at) => {
    if (counts !== 0) pixels[count++] = at;
  });
  return pixels.subarray(0, count);
}

/**
 * Classes of similar pixels (k-means over all bands, scaled to the same spread). Deterministic.
 * @param valid one byte per pixel, 0 for pixels that don't count
 * @param count requested classes; fewer are returned if there are fewer different pixels
 * @param onShare receives the share done, 0 to 1
 */
export function clustersOf(
  bands: readonly Float32Array[],
  valid: Uint8Array,
  count: number,
  onShare: (share: number) => void = () => {},
): Clusters {
  const pixels = validPixels(valid);
  const classes = new Uint8Array(valid.length).fill(NONE);
  if (pixels.length === 0) return { classes, means: [] };
  const every = Math.ceil(pixels.length / SAMPLE);
  const sample = pixels.filter((_, at) => at % every === 0);
  const scales = scaling(bands, sample);
  const pointsOf = (chosen: Uint32Array): Points => {
    const values = new Float64Array(chosen.length * bands.length);
    chosen.forEach((pixel, at) =>
      bands.forEach((band, b) => {
        values[at * bands.length + b] = (band[pixel]! - scales[b]!.mean) / scales[b]!.spread;
      }),
    );
    return { values, count: chosen.length, size: bands.length };
  };
  const middles = settled(pointsOf(sample), count);
  onShare(0.4);
  // sixteen rounds bound the memory and report progress
  const step = Math.ceil(pixels.length / 16);
  for (let from = 0; from < pixels.length; from += step) {
    const chosen = pixels.subarray(from, from + step);
    const points = pointsOf(chosen);
    chosen.forEach((pixel, at) => {
      classes[pixel] = nearestMiddle(points, at, middles, count);
    });
    onShare(0.4 + (0.6 * (from + chosen.length)) / pixels.length);
  }
  return ordered(classes, bands, count);
}

/** Renumbers the classes by brightness and drops empty ones. */
function ordered(classes: Uint8Array, bands: readonly Float32Array[], count: number): Clusters {
  const sums = Array.from({ length: count }, () => bands.map(() => 0));
  const counts = Array.from({ length: count }, () => 0);
  classes.forEach((one, pixel) => {
    if (one === NONE) return;
    counts[one]!++;
    bands.forEach((band, b) => {
      sums[one]![b]! += band[pixel]!;
    });
  });
  const means = sums.map((of, one) => of.map((sum) => sum / counts[one]!));
  const brightness = (one: number): number => means[one]!.reduce((sum, mean) => sum + mean, 0);
  const order = [...counts.keys()]
    .filter((one) => counts[one]! > 0)
    .sort((a, b) => brightness(a) - brightness(b));
  const place = new Map(order.map((one, at) => [one, at]));
  return {
    classes: classes.map((one) => place.get(one) ?? NONE),
    means: order.map((one) => means[one]!),
  };
}
