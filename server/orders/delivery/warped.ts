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

/** Interpolates a source position between the nodes around a pixel of the window. */
function placeAt(places: Float64Array, columns: number, x: number, y: number, axis: 0 | 1): number {
  const [column, row] = [Math.floor(x / STEP), Math.floor(y / STEP)];
  const [right, lower] = [x / STEP - column, y / STEP - row];
  const at = (row * columns + column) * 2 + axis;
  const next = at + columns * 2;
  const upper = places[at]! + (places[at + 2]! - places[at]!) * right;
  return upper + (places[next]! + (places[next + 2]! - places[next]!) * right - upper) * lower;
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
    for (let y = 0, at = 0; y < window.height; y++)
      for (let x = 0; x < window.width; x++, at++) {
        // from edges to centres of pixels
        const sx = snapped(placeAt(places, columns, x + 0.5, y + 0.5, 0) - around.column - 0.5);
        const sy = snapped(placeAt(places, columns, x + 0.5, y + 0.5, 1) - around.row - 0.5);
        for (let band = 0; band < bands.length; band++) {
          const pick = bands[band]!.isClasses ? nearest : bilinear;
          const value = pick(read[band]!, around, sx, sy, noData);
          results[band]![at] = isWhole ? Math.round(value) : value;
        }
      }
    return results;
  };
}
