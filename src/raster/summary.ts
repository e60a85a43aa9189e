import { classIn, type Hex, type Scale } from './scales.ts';

/** A line of the legend. */
export interface LegendClass {
  colour: Hex;
  /** Range of values; null for classes of similar pixels and at an open end of the scale. */
  from: number | null;
  to: number | null;
  areaKm2: number;
  /** Mean of each band, for classes of similar pixels. */
  means?: number[];
}
/** Area by value: km² in bins of equal width. */
export interface Histogram {
  from: number;
  to: number;
  areas: number[];
}
export interface Figures {
  mean: number;
  least: number;
  most: number;
}

const BINS = 48;

/** Area of each class, km². `classOf` returns -1 for a pixel without a class. */
export function classAreas(
  count: number,
  width: number,
  rowAreas: Float64Array,
  classOf: (pixel: number) => number,
): number[] {
  const areas = Array.from({ length: count }, () => 0);
  rowAreas.forEach((area, row) => {
    const inRow = Array.from({ length: count }, () => 0);
    for (let at = row * width; at < (row + 1) * width; at++) {
      const one = classOf(at);
      if (one >= 0) inRow[one]!++;
    }
    inRow.forEach((pixels, one) => {
      areas[one]! += pixels * area;
    });
  });
  return areas;
}

/** The legend of an index: its classes with their areas. */
export function legendOf(
  values: Float32Array,
  width: number,
  rowAreas: Float64Array,
  scale: Scale,
): LegendClass[] {
  const { breaks, colours } = scale;
  const areas = classAreas(colours.length, width, rowAreas, (at) =>
    Number.isNaN(values[at]!) ? -1 : classIn(breaks, values[at]!),
  );
  return colours.map((colour, at) => ({
    colour,
    from: breaks[at - 1] ?? null,
    to: breaks[at] ?? null,
    areaKm2: areas[at]!,
  }));
}

/** Mean weighted by area, minimum and maximum; null if there is no value. */
export function figuresOf(values: Float32Array, width: number, rowAreas: Float64Array): Figures | null {
  let [sum, ground, least, most] = [0, 0, Infinity, -Infinity];
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (!Number.isFinite(value)) continue;
    const area = rowAreas[Math.floor(at / width)]!;
    sum += value * area;
    ground += area;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return ground === 0 ? null : { mean: sum / ground, least, most };
}

/** Area by value; values beyond the ends count in the outermost bins. */
export function histogramOf(
  values: Float32Array,
  width: number,
  rowAreas: Float64Array,
  [from, to]: readonly [number, number],
): Histogram {
  const perBin = (to - from || 1) / BINS;
  const areas = classAreas(BINS, width, rowAreas, (at) => {
    const value = values[at]!;
    return Number.isNaN(value) ? -1 : Math.max(0, Math.min(BINS - 1, Math.floor((value - from) / perBin)));
  });
  return { from, to, areas };
}

/** The 1st and 99th percentile of a sample. */
export function innerRange(values: Float32Array): [number, number] {
  const step = Math.ceil(values.length / 50_000);
  const sample = values.filter((value, at) => at % step === 0 && Number.isFinite(value)).sort();
  if (sample.length === 0) return [0, 1];
  const at = (share: number): number =>
    sample[Math.min(sample.length - 1, Math.floor(share * sample.length))]!;
  return [at(0.01), at(0.99)];
}
