import type { AreaGeometry } from '../geo/area/areaGeometry.ts';
import type { ImageAddress } from './delivered/deliveredImage.ts';
import { indexValues, limitsOf, type BandFormula, type IndexName } from './formulas.ts';
import { insideOf, pixelAreas, type RasterGrid } from './grid.ts';
import { clustersOf, NONE } from './kMeans.ts';
import { classIn, CLASS_COLOURS, scaleOf, type Hex, type Scale } from './scales.ts';
import {
  classAreas,
  figuresOf,
  histogramOf,
  innerRange,
  legendOf,
  type Figures,
  type Histogram,
  type LegendClass,
} from './summary.ts';

export type Question =
  | { kind: 'index'; index: IndexName; formula: BandFormula }
  /** The index of the later layer minus that of the earlier one. */
  | { kind: 'change'; index: IndexName; formula: BandFormula; earlier: BandFormula }
  | { kind: 'classes'; count: number };

/** The pixels of a layer: a number per pixel and band, and the picture's coverage of each pixel, 0 to 255. */
export interface LayerPixels {
  bands: Float32Array[];
  cover: Uint8Array;
}

/** The result of an analysis. Areas are km² on the ellipsoid. */
export interface Analysis {
  grid: RasterGrid;
  /** An index, its change, or the number of a class from 1; NaN for no data. */
  values: Float32Array;
  legend: LegendClass[];
  /** Null for classes, whose areas are in the legend. */
  histogram: Histogram | null;
  figures: Figures | null;
  /** Area with values. */
  areaKm2: number;
  /** Legend class of each pixel, from which the picture is painted; NONE for no data. */
  classes: Uint8Array;
}

/** A pixel counts if the picture covers at least half of it. */
const COVERED = 128;

function validOf(inside: Uint8Array, layers: readonly LayerPixels[]): Uint8Array {
  return inside.map((one, at) => (one === 1 && layers.every(({ cover }) => cover[at]! >= COVERED) ? 1 : 0));
}

const sumOf = (legend: readonly LegendClass[]): number =>
  legend.reduce((sum, { areaKm2 }) => sum + areaKm2, 0);

function measured(
  values: Float32Array,
  grid: RasterGrid,
  rows: Float64Array,
  name: IndexName | 'change',
): Analysis {
  const range = name === 'change' ? ([-1, 1] as const) : limitsOf(name);
  const ends = range ?? innerRange(values);
  const scale: Scale = scaleOf(name, ends[0], ends[1]);
  const legend = legendOf(values, grid.width, rows, scale);
  const classes = new Uint8Array(values.length);
  values.forEach((value, at) => {
    classes[at] = Number.isNaN(value) ? NONE : classIn(scale.breaks, value);
  });
  return {
    grid,
    values,
    legend,
    histogram: histogramOf(values, grid.width, rows, ends),
    figures: figuresOf(values, grid.width, rows),
    areaKm2: sumOf(legend),
    classes,
  };
}

function classified(
  layer: LayerPixels,
  valid: Uint8Array,
  grid: RasterGrid,
  rows: Float64Array,
  count: number,
  onShare: (share: number) => void,
): Analysis {
  const { classes, means } = clustersOf(layer.bands, valid, count, onShare);
  const areas = classAreas(means.length, grid.width, rows, (at) =>
    classes[at] === NONE ? -1 : classes[at]!,
  );
  const legend = means.map((of, at) => ({
    colour: CLASS_COLOURS[at]!,
    from: null,
    to: null,
    areaKm2: areas[at]!,
    means: of,
  }));
  const values = Float32Array.from(classes, (one) => (one === NONE ? Number.NaN : one + 1));
  return { grid, values, legend, histogram: null, figures: null, areaKm2: sumOf(legend), classes };
}

/**
 * Computes an index, its change between two layers, or classes of similar pixels within an area.
 * @param layers the layer; for a change the later one first. Bands are in the order of the formulas
 * @param onShare receives the share done, 0 to 1
 * @throws RangeError if a layer is missing
 */
export function analyse(
  question: Question,
  area: AreaGeometry,
  grid: RasterGrid,
  layers: readonly LayerPixels[],
  onShare: (share: number) => void = () => {},
): Analysis {
  const [layer, earlier] = layers;
  if (layer === undefined) throw new RangeError('no layer was read');
  const valid = validOf(insideOf(area, grid), layers);
  const rows = pixelAreas(grid);
  if (question.kind === 'classes') return classified(layer, valid, grid, rows, question.count, onShare);
  const values = indexValues(question.formula.formula, layer.bands, valid);
  if (question.kind === 'index') return measured(values, grid, rows, question.index);
  if (earlier === undefined) throw new RangeError('a change takes two layers');
  const before = indexValues(question.earlier.formula, earlier.bands, valid);
  return measured(
    values.map((value, at) => value - before[at]!),
    grid,
    rows,
    'change',
  );
}

/** The classes as RGBA bytes; transparent for no data. */
export function paint(classes: Uint8Array, colours: readonly Hex[]): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(classes.length * 4);
  const tones = colours.map((hex) => Number.parseInt(hex.slice(1), 16));
  classes.forEach((one, pixel) => {
    const tone = tones[one];
    if (tone === undefined) return;
    rgba.set([(tone >> 16) & 255, (tone >> 8) & 255, tone & 255, 255], pixel * 4);
  });
  return rgba;
}

export interface AnalysisRequest {
  question: Question;
  area: AreaGeometry;
  grid: RasterGrid;
  reads: LayerRead[];
}

export interface LayerRead {
  layerId: number;
  bands: number[];
  /** The image that is read in the browser; null for a layer of the server. */
  image: ImageAddress | null;
}
