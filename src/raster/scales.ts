import type { IndexName } from './formulas.ts';

/** A colour as #RRGGBB. */
export type Hex = `#${string}`;

/** Values between the classes of a scale; the outermost classes reach to its limits. */
const BREAKS: Readonly<Partial<Record<IndexName | 'change', readonly number[]>>> = {
  ndvi: [0, 0.1, 0.2, 0.4, 0.6],
  ndwi: [-0.4, -0.2, 0, 0.2, 0.4],
  change: [-0.4, -0.2, -0.05, 0.05, 0.2, 0.4],
};
const EVEN = [-0.6, -0.3, 0, 0.3, 0.6];

/** Colours in the order of the values. Lightness changes with hue, for readers who don't see colours. */
const LEAVES: readonly Hex[] = ['#3b4a8c', '#b08d57', '#e2cf9a', '#b5d17f', '#5ba052', '#1f5f34'];
const WATER: readonly Hex[] = ['#6b4a2b', '#b08d57', '#e2cf9a', '#a9d3e0', '#4d8fc4', '#1d3f8a'];
const PLAIN: readonly Hex[] = ['#2b1e5c', '#5b3a8e', '#a0508f', '#db7a72', '#f3b566', '#f7eea2'];
const CHANGE: readonly Hex[] = ['#7a2d0b', '#c66a21', '#eebf83', '#eceae4', '#a9c4dd', '#5b8fc0', '#1f4f8f'];
/** Colours of the classes of similar pixels, distinguishable for colour-blind people (Tol, "muted"). */
export const CLASS_COLOURS: readonly Hex[] = [
  '#332288',
  '#117733',
  '#88ccee',
  '#ddcc77',
  '#cc6677',
  '#44aa99',
  '#aa4499',
  '#dddddd',
];

/** Classes of an index's values with their colours; `breaks` has one element less than `colours`. */
export interface Scale {
  breaks: number[];
  colours: readonly Hex[];
}

/** The colours and classes of an index, or of its change. */
export function scaleOf(index: IndexName | 'change', low: number, high: number): Scale {
  if (index === 'change') return { breaks: [...BREAKS.change!], colours: CHANGE };
  const colours =
    index === 'ndwi' || index === 'mndwi'
      ? WATER
      : index === 'ndvi' || index === 'gndvi' || index === 'gli'
        ? LEAVES
        : PLAIN;
  if (index !== 'ratio') return { breaks: [...(BREAKS[index] ?? EVEN)], colours };
  // a ratio has no limits, so its own range is divided evenly
  const step = (high - low || 1) / colours.length;
  return { breaks: colours.slice(1).map((_, at) => low + step * (at + 1)), colours };
}

/** Class of a value, from 0; a break belongs to the class above it. */
export function classIn(breaks: readonly number[], value: number): number {
  let at = 0;
  while (at < breaks.length && value >= breaks[at]!) at++;
  return at;
}
