import { samplesOf, type RasterPlace, type Samples } from '../../../src/raster/geotiff.ts';
import type { Block, BlockReader } from './blocks.ts';
import type { ImageFacts, Level } from '../layers/imageFile.ts';
import { projectionOf, type Projection } from '../layers/projections.ts';

/** A rectangle of pixels on a map grid, north up. */
export interface Grid extends RasterPlace {
  width: number;
  height: number;
}

/** An image's pixels on a grid. */
export interface Warped {
  width: number;
  height: number;
  /** One array per band; 0 for no data. */
  bands: Samples[];
  /** Share of each pixel that the image covers, 0 to 255, from its alpha band, edge and no-data value. */
  alpha: Uint8Array;
}

export interface Source {
  facts: ImageFacts;
  levels: readonly Pick<Level, 'width' | 'height' | 'scaleX' | 'scaleY'>[];
  blocks: BlockReader;
}

/** Spacing of exactly projected points, pixels; interpolating between them errs by less than 0.1 pixel. */
const STEP = 16;
/** A grid pixel that spans more level pixels than this is averaged from several samples. */
const SINGLE = 1.5;
/** Maximum samples per side of a grid pixel, so that one tile never reads a whole file without overviews. */
const PLACES_MAX = 4;

/** Image pixel positions of the grid's nodes: x, y, x, y …; NaN outside the projection. */
function nodes(grid: Grid, facts: ImageFacts, from: Projection, to: Projection): Float64Array {
  const columns = Math.ceil(grid.width / STEP) + 1;
  const rows = Math.ceil(grid.height / STEP) + 1;
  const places = new Float64Array(columns * rows * 2);
  const same = from.epsg === to.epsg;
  // an image in degrees may be one turn away from the grid (its west at 170°, the grid at −175°)
  const turns = to.epsg === 4326 ? 360 : 0;
  const east = facts.west + facts.width * facts.pixelWidth;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = grid.west + column * STEP * grid.pixelWidth;
      const y = grid.north - row * STEP * grid.pixelHeight;
      let [sourceX, sourceY] = same ? [x, y] : to.forward(...from.back(x, y));
      if (turns > 0) {
        if (sourceX < facts.west - turns / 2) sourceX += turns;
        else if (sourceX > east + turns / 2) sourceX -= turns;
      }
      const at = (row * columns + column) * 2;
      places[at] = (sourceX - facts.west) / facts.pixelWidth;
      places[at + 1] = (facts.north - sourceY) / facts.pixelHeight;
    }
  return places;
}

/** Mean number of image pixels that a grid pixel spans along its shorter side. */
function spanOf(places: Float64Array, columns: number): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 2 * columns + 3 < places.length; at += 2) {
    if ((at / 2) % columns === columns - 1) continue;
    const across = Math.hypot(places[at + 2]! - places[at]!, places[at + 3]! - places[at + 1]!);
    const down = Math.hypot(
      places[at + 2 * columns]! - places[at]!,
      places[at + 2 * columns + 1]! - places[at + 1]!,
    );
    if (!Number.isFinite(across + down)) continue;
    sum += Math.min(across, down);
    count++;
  }
  return count === 0 ? 1 : sum / count / STEP;
}

/** The coarsest level with at least one pixel per grid pixel. */
function levelFor(levels: Source['levels'], span: number): number {
  let chosen = 0;
  levels.forEach((level, at) => {
    if (Math.max(level.scaleX, level.scaleY) <= span * 1.01) chosen = at;
  });
  return chosen;
}

/** Reads all blocks of a level that a grid intersects. */
async function piecesOf(source: Source, level: number, places: Float64Array): Promise<Map<number, Block>> {
  const { width, height, scaleX, scaleY } = source.levels[level]!;
  const size = source.blocks.sizeOf(level);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < places.length; at += 2) {
    left = Math.min(left, places[at]! / scaleX);
    right = Math.max(right, places[at]! / scaleX);
    top = Math.min(top, places[at + 1]! / scaleY);
    bottom = Math.max(bottom, places[at + 1]! / scaleY);
  }
  const clamp = (value: number, last: number): number => Math.min(Math.max(Math.floor(value), 0), last);
  const columns = Math.ceil(width / size.width);
  const found = new Map<number, Block>();
  // the grid is outside the picture
  if (!(right > -1 && bottom > -1 && left < width + 1 && top < height + 1)) return found;
  const reading: Promise<void>[] = [];
  const lastRow = clamp((bottom + 1) / size.height, Math.ceil(height / size.height) - 1);
  const lastColumn = clamp((right + 1) / size.width, columns - 1);
  for (let row = clamp((top - 1) / size.height, lastRow); row <= lastRow; row++)
    for (let column = clamp((left - 1) / size.width, lastColumn); column <= lastColumn; column++)
      reading.push(
        source.blocks.read(level, column, row).then((block) => {
          found.set(row * columns + column, block);
        }),
      );
  await Promise.all(reading);
  return found;
}

/** The weighted sums of one grid pixel. */
interface Collector {
  /** Sum of value × weight, one per band. */
  sums: Float64Array;
  /** Sum of the weights of valid samples, and of all samples. */
  counted: number;
  all: number;
}

class Sampler {
  private readonly columns: number;
  private readonly bandCount: number;

  constructor(
    private readonly source: Source,
    private readonly level: Source['levels'][number],
    private readonly size: { width: number; height: number },
    private readonly pieces: ReadonlyMap<number, Block>,
  ) {
    this.columns = Math.ceil(level.width / size.width);
    this.bandCount = source.facts.bands;
  }

  /** Adds one weighted pixel of the level. */
  private addPixel(column: number, row: number, weight: number, into: Collector): void {
    into.all += weight;
    if (column < 0 || row < 0 || column >= this.level.width || row >= this.level.height) return;
    const piece = this.pieces.get(
      Math.floor(row / this.size.height) * this.columns + Math.floor(column / this.size.width),
    );
    if (!piece) return;
    const at = (row % this.size.height) * piece.width + (column % this.size.width);
    const { alphaBand, noData, kind } = this.source.facts;
    const share =
      alphaBand === null ? 1 : (piece.bands[alphaBand]?.[at] ?? 0) / (kind === 'uint16' ? 65_535 : 255);
    if (share === 0) return;
    let nothing = noData !== null;
    for (let band = 0; band < this.bandCount && nothing; band++)
      if (band !== alphaBand && piece.bands[band]![at] !== noData) nothing = false;
    if (nothing || Number.isNaN(piece.bands[0]![at]!)) return;
    const counts = weight * share;
    into.counted += counts;
    for (let band = 0; band < this.bandCount; band++)
      into.sums[band] = into.sums[band]! + piece.bands[band]![at]! * counts;
  }

  /** Adds the bilinear value at a position, in pixels of the level. */
  add(x: number, y: number, into: Collector): void {
    const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
    const [right, lower] = [x - 0.5 - left, y - 0.5 - top];
    // the outermost pixel extends to the edge of the picture
    const [column, row] = [Math.min(Math.floor(x), this.level.width - 1), Math.floor(y)];
    const onEdge =
      column >= 0 &&
      row >= 0 &&
      x <= this.level.width &&
      y < this.level.height &&
      (left < 0 || top < 0 || left + 1 >= this.level.width || top + 1 >= this.level.height);
    if (onEdge) return this.addPixel(column, row, 1, into);
    if (right < 1 && lower < 1) this.addPixel(left, top, (1 - right) * (1 - lower), into);
    if (right > 0) this.addPixel(left + 1, top, right * (1 - lower), into);
    if (lower > 0) this.addPixel(left, top + 1, (1 - right) * lower, into);
    if (right > 0 && lower > 0) this.addPixel(left + 1, top + 1, right * lower, into);
  }
}

/** Interpolates a coordinate between the nodes around a grid position. */
function placeAt(places: Float64Array, columns: number, x: number, y: number, axis: 0 | 1): number {
  const [column, row] = [Math.floor(x / STEP), Math.floor(y / STEP)];
  const [right, lower] = [x / STEP - column, y / STEP - row];
  const at = (row * columns + column) * 2 + axis;
  const next = columns * 2;
  // the last node of a row has no right neighbour
  const upper = right === 0 ? places[at]! : places[at]! * (1 - right) + places[at + 2]! * right;
  if (lower === 0) return upper;
  const below =
    right === 0 ? places[at + next]! : places[at + next]! * (1 - right) + places[at + next + 2]! * right;
  return upper * (1 - lower) + below * lower;
}

/**
 * Reprojects an image to a grid, bilinearly and from the best-fitting overview. Values are weighted by
 * validity, so that no-data and transparent pixels don't bleed into others.
 * @throws RangeError if a map grid is unknown
 */
export async function warp(source: Source, grid: Grid): Promise<Warped> {
  const { facts } = source;
  const [from, to] = [projectionOf(grid.epsg), projectionOf(facts.epsg)];
  if (!from || !to) throw new RangeError('no such map grid');
  const { width, height } = grid;
  const pixels = width * height;
  const bands = Array.from({ length: facts.bands }, () => samplesOf(facts.kind, pixels));
  const alpha = new Uint8Array(pixels);
  const columns = Math.ceil(width / STEP) + 1;
  const places = nodes(grid, facts, from, to);
  const span = spanOf(places, columns);
  const at = levelFor(source.levels, span);
  const level = source.levels[at]!;
  const pieces = await piecesOf(source, at, places);
  if (pieces.size === 0) return { width, height, bands, alpha };
  const sampler = new Sampler(source, level, source.blocks.sizeOf(at), pieces);
  const perLevel = span / Math.max(level.scaleX, level.scaleY);
  const sides = perLevel <= SINGLE ? 1 : Math.min(PLACES_MAX, Math.ceil(perLevel));
  const into: Collector = { sums: new Float64Array(facts.bands), counted: 0, all: 0 };
  const isWhole = facts.kind !== 'float32';
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      into.sums.fill(0);
      into.counted = 0;
      into.all = 0;
      for (let row = 0; row < sides; row++)
        for (let column = 0; column < sides; column++) {
          const [px, py] = [x + (column + 0.5) / sides, y + (row + 0.5) / sides];
          const sx = placeAt(places, columns, px, py, 0) / level.scaleX;
          const sy = placeAt(places, columns, px, py, 1) / level.scaleY;
          if (Number.isFinite(sx + sy)) sampler.add(sx, sy, into);
          else into.all += 1;
        }
      if (into.counted <= 0 || into.counted < into.all * 0.004) continue;
      alpha[pixel] = Math.max(1, Math.round((255 * into.counted) / into.all));
      for (let band = 0; band < facts.bands; band++) {
        const value = into.sums[band]! / into.counted;
        bands[band]![pixel] = isWhole ? Math.round(value) : value;
      }
    }
  return { width, height, bands, alpha };
}
