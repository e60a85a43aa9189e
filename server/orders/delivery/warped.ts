import { samplesOf, type Samples } from '../../../src/raster/geotiff.ts';
import { projectionOf, type Projection } from '../../../src/geo/projections.ts';
import type { OrderedGround } from './deliveredGrid.ts';
import type { GeoTransform, PixelSource, PixelWindow } from './pixelSource.ts';

/** Spacing of exactly projected points, pixels; interpolating between them errs by less than 0.01 pixel. */
const STEP = 16;
/** A position this near to the centre of a source pixel takes its value as it is. */
const SNAP = 1e-3;

/** Map to pixel coordinates: the inverse of a geotransform. */
function inverse(t: GeoTransform): (x: number, y: number) => [number, number] {
  const determinant = t[1] * t[5] - t[2] * t[4];
  return (x, y) => {
    const [dx, dy] = [x - t[0], y - t[3]];
    return [(dx * t[5] - dy * t[2]) / determinant, (dy * t[1] - dx * t[4]) / determinant];
  };
}

/** Source pixel positions of a window's nodes: x, y, x, y …, each STEP pixels, and one beyond its edges. */
function nodesOf(
  { grid, projection }: OrderedGround,
  source: PixelSource['grid'],
  from: Projection,
  window: PixelWindow,
): { places: Float64Array; columns: number } {
  const columns = Math.ceil(window.width / STEP) + 1;
  const rows = Math.ceil(window.height / STEP) + 1;
  const places = new Float64Array(columns * rows * 2);
  const toPixel = inverse(source.transform);
  // a source in degrees may be one turn away from the grid
  const centre = source.transform[0] + (source.width / 2) * source.transform[1];
  const isSame = source.epsg === projection.epsg;
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at += 2) {
      const x = grid.west + (window.column + column * STEP) * grid.pixelWidth;
      const y = grid.north - (window.row + row * STEP) * grid.pixelHeight;
      let [mapX, mapY] = isSame ? [x, y] : from.forward(...projection.back(x, y));
      if (source.epsg === 4326) mapX -= 360 * Math.round((mapX - centre) / 360);
      [places[at], places[at + 1]] = toPixel(mapX, mapY);
    }
  return { places, columns };
}

/** The source's pixels around the nodes; null if they are all outside. */
function windowAround(places: Float64Array, { width, height }: PixelSource['grid']): PixelWindow | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < places.length; at += 2) {
    left = Math.min(left, places[at]!);
    right = Math.max(right, places[at]!);
    top = Math.min(top, places[at + 1]!);
    bottom = Math.max(bottom, places[at + 1]!);
  }
  const [column, row] = [Math.max(0, Math.floor(left) - 1), Math.max(0, Math.floor(top) - 1)];
  const [lastColumn, lastRow] = [
    Math.min(width, Math.ceil(right) + 1),
    Math.min(height, Math.ceil(bottom) + 1),
  ];
  if (!(lastColumn > column && lastRow > row)) return null;
  return { column, row, width: lastColumn - column, height: lastRow - row };
}

const snapped = (value: number): number =>
  Math.abs(value - Math.round(value)) < SNAP ? Math.round(value) : value;

/** Bilinear value around a position; pixels without data have no weight. @returns noData if they weigh over a half */
function bilinear(values: Samples, window: PixelWindow, x: number, y: number, noData: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  let [sum, weights] = [0, 0];
  for (let n = 0; n < 4; n++) {
    const [column, row] = [left + (n & 1), top + (n >> 1)];
    const weight = Math.abs(1 - (n & 1) - (x - left)) * Math.abs(1 - (n >> 1) - (y - top));
    if (weight === 0 || column < 0 || row < 0 || column >= window.width || row >= window.height) continue;
    const value = values[row * window.width + column]!;
    if (value === noData || Number.isNaN(value)) continue;
    sum += value * weight;
    weights += weight;
  }
  return weights < 0.5 ? noData : sum / weights;
}

/** The value of the pixel that a position is in. */
function nearest(values: Samples, window: PixelWindow, x: number, y: number, noData: number): number {
  const [column, row] = [Math.round(x), Math.round(y)];
  if (column < 0 || row < 0 || column >= window.width || row >= window.height) return noData;
  return values[row * window.width + column]!;
}

/** Interpolates the source positions of a row's pixels between the nodes around them. */
function placeRow(
  places: Float64Array,
  columns: number,
  y: number,
  out: Float64Array,
  first: number,
  axis: 0 | 1,
): void {
  const row = Math.floor((y + 0.5) / STEP);
  const lower = (y + 0.5) / STEP - row;
  const nodeAt = (column: number): number => {
    const at = (row * columns + column) * 2 + axis;
    return places[at]! + (places[at + columns * 2]! - places[at]!) * lower;
  };
  let next = nodeAt(0);
  for (let column = 0, x = 0; x < out.length; column++) {
    const from = next;
    next = nodeAt(column + 1);
    const step = (next - from) / STEP;
    const start = from + 0.5 * step - first - 0.5;
    for (let n = 0; n < STEP && x < out.length; n++, x++) out[x] = snapped(start + n * step);
  }
}

/** Where the pixels of a row lie among the source's pixels that were read. */
interface PlacedRow {
  xs: Float64Array;
  ys: Float64Array;
  /** The upper left one of the four pixels around each position, or -1 if one of them is outside. */
  firsts: Int32Array;
  /** How far each position is to the right of that one, and below it. */
  us: Float64Array;
  vs: Float64Array;
}

const rowOf = (width: number): PlacedRow => ({
  xs: new Float64Array(width),
  ys: new Float64Array(width),
  firsts: new Int32Array(width),
  us: new Float64Array(width),
  vs: new Float64Array(width),
});

function findFirsts({ xs, ys, firsts, us, vs }: PlacedRow, { width, height }: PixelWindow): void {
  for (let n = 0; n < firsts.length; n++) {
    const [left, top] = [Math.floor(xs[n]!), Math.floor(ys[n]!)];
    us[n] = xs[n]! - left;
    vs[n] = ys[n]! - top;
    const isInside = left >= 0 && top >= 0 && left < width - 1 && top < height - 1;
    firsts[n] = isInside ? top * width + left : -1;
  }
}

/** One band's values at the positions of a row. */
function pickRow(
  values: Samples,
  around: PixelWindow,
  { xs, ys, firsts, us, vs }: PlacedRow,
  { noData, isWhole, out, at }: { noData: number; isWhole: boolean; out: Samples; at: number },
): void {
  const { width } = around;
  for (let n = 0; n < firsts.length; n++) {
    const first = firsts[n]!;
    let value = NaN;
    if (first >= 0) {
      const a = values[first]!;
      const b = values[first + 1]!;
      const c = values[first + width]!;
      const d = values[first + width + 1]!;
      const upper = a + (b - a) * us[n]!;
      if (a !== noData && b !== noData && c !== noData && d !== noData)
        value = upper + (c + (d - c) * us[n]! - upper) * vs[n]!;
    }
    // at an edge, or beside pixels without data
    if (Number.isNaN(value)) value = bilinear(values, around, xs[n]!, ys[n]!, noData);
    out[at + n] = isWhole ? Math.round(value) : value;
  }
}

/** Reads windows of the ordered grid. */
export type WindowReader = (window: PixelWindow) => Promise<readonly Samples[]>;

/**
 * A source's pixels on the ordered grid: bilinear, or nearest for classes; also of rotated images. Pixels of a source
 * that are the grid's own are copied.
 * @throws RangeError if the source's coordinate system is unknown
 */
export function warpedTo(ground: OrderedGround, source: PixelSource): WindowReader {
  const from = projectionOf(source.grid.epsg);
  if (!from) throw new RangeError(`no such map grid: EPSG:${source.grid.epsg}`);
  const { kind, noData, bands } = source;
  const isWhole = kind !== 'float32';
  return async (window) => {
    const pixels = window.width * window.height;
    const results = bands.map(() => samplesOf(kind, pixels).fill(noData));
    const { places, columns } = nodesOf(ground, source.grid, from, window);
    const around = windowAround(places, source.grid);
    if (around === null) return results;
    const read = await source.read(around);
    // positions go from edges to centres of pixels
    const row = rowOf(window.width);
    for (let y = 0; y < window.height; y++) {
      placeRow(places, columns, y, row.xs, around.column, 0);
      placeRow(places, columns, y, row.ys, around.row, 1);
      findFirsts(row, around);
      const at = y * window.width;
      for (const [band, { isClasses = false }] of bands.entries()) {
        const [values, out] = [read[band]!, results[band]!];
        if (!isClasses) pickRow(values, around, row, { noData, isWhole, out, at });
        else
          for (let n = 0; n < window.width; n++)
            out[at + n] = nearest(values, around, row.xs[n]!, row.ys[n]!, noData);
      }
    }
    return results;
  };
}
