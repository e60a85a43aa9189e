import { samplesOf, type RasterPlace, type Samples } from '../../../src/raster/geotiff.ts';
import type { BlockReader } from './blocks.ts';
import {
  emptySums,
  samplings,
  windowOf,
  type LevelWindow,
  type PlacedBlock,
  type Sums,
} from './levelWindow.ts';
import type { TiffLevel } from '../../../src/raster/tiffImage.ts';
import type { ImageFacts } from '../layers/imageFile.ts';
import { projectionOf } from '../../../src/geo/projections.ts';

/** A rectangle of pixels on a map grid, north up. */
export interface Grid extends RasterPlace {
  width: number;
  height: number;
}

/** An image's pixels on a grid. */
export interface Warped {
  width: number;
  height: number;
  /** One array per wanted band; 0 for no data. */
  bands: Samples[];
  /** Share of each pixel that the image covers, 0 to 255, from its alpha band, edge and no-data value. */
  alpha: Uint8Array;
}

export interface Source {
  facts: ImageFacts;
  levels: readonly Pick<TiffLevel, 'width' | 'height' | 'scaleX' | 'scaleY'>[];
  blocks: BlockReader;
}

/** Spacing of exactly projected points, pixels: halved from the first until interpolating between them errs by at most ERROR_MAX. */
const STEP = { first: 64, last: 2 } as const;
/** Pixels of the image as it is read: the same as gdalwarp's. */
const ERROR_MAX = 0.125;
/** A grid pixel that spans more level pixels than this is averaged from several samples. */
const SINGLE = 1.5;
/** Maximum samples per side of a grid pixel, so that one tile never reads a whole file without overviews. */
const PLACES_MAX = 4;

type Positions = (x: number, y: number) => [x: number, y: number];

/** From pixels of a grid to pixels of an image; NaN outside the projection. */
function positionsOf(grid: Grid, facts: ImageFacts): Positions {
  const [from, to] = [projectionOf(grid.epsg), projectionOf(facts.epsg)];
  if (!from || !to) throw new RangeError('no such map grid');
  const same = from.epsg === to.epsg;
  // an image in degrees may be one turn away from the grid (its west at 170°, the grid at −175°)
  const turns = to.epsg === 4326 ? 360 : 0;
  const east = facts.west + facts.width * facts.pixelWidth;
  return (column, row) => {
    const x = grid.west + column * grid.pixelWidth;
    const y = grid.north - row * grid.pixelHeight;
    let [sourceX, sourceY] = same ? [x, y] : to.forward(...from.back(x, y));
    if (turns > 0) {
      if (sourceX < facts.west - turns / 2) sourceX += turns;
      else if (sourceX > east + turns / 2) sourceX -= turns;
    }
    return [(sourceX - facts.west) / facts.pixelWidth, (facts.north - sourceY) / facts.pixelHeight];
  };
}

/** Exact positions of points a step apart: x, y, x, y … */
interface Nodes {
  step: number;
  columns: number;
  places: Float64Array;
  /** Image pixels that a grid pixel spans. */
  span: number;
}

function nodesAt({ width, height }: Grid, positions: Positions, step: number): Nodes {
  const columns = Math.ceil(width / step) + 1;
  const places = new Float64Array(columns * (Math.ceil(height / step) + 1) * 2);
  for (let at = 0, n = 0; at < places.length; at += 2, n++)
    places.set(positions((n % columns) * step, Math.floor(n / columns) * step), at);
  return { step, columns, places, span: spanOf(places, columns, step) };
}

/** How far interpolated positions are off, at most: in the middle of a cell it is the sum of both directions. */
function errorOf({ step, columns, places, span }: Nodes, positions: Positions): number {
  const most = [0, 0];
  for (let n = 0; n < places.length / 2; n++) {
    const [x, y] = [(n % columns) * step, Math.floor(n / columns) * step];
    for (const [axis, next] of [n + 1, n + columns].entries()) {
      if (2 * next >= places.length || (axis === 0 && n % columns === columns - 1)) continue;
      const [exactX, exactY] = positions(x + (axis === 0 ? step / 2 : 0), y + (axis === 1 ? step / 2 : 0));
      const off = Math.hypot(
        (places[2 * n]! + places[2 * next]!) / 2 - exactX,
        (places[2 * n + 1]! + places[2 * next + 1]!) / 2 - exactY,
      );
      if (off > most[axis]!) most[axis] = off;
    }
  }
  return (most[0]! + most[1]!) / Math.max(1, span);
}

/** The fewest nodes between which positions are as near as ERROR_MAX. */
function nodesOf(grid: Grid, facts: ImageFacts): Nodes {
  const positions = positionsOf(grid, facts);
  for (let step: number = STEP.first; ; step /= 2) {
    const nodes = nodesAt(grid, positions, step);
    if (step === STEP.last || errorOf(nodes, positions) <= ERROR_MAX) return nodes;
  }
}

/** Mean number of image pixels that a grid pixel spans along its shorter side. */
function spanOf(places: Float64Array, columns: number, step: number): number {
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
  return count === 0 ? 1 : sum / count / step;
}

/** The coarsest level with at least one pixel per grid pixel. */
function levelFor(levels: Source['levels'], span: number): number {
  let chosen = 0;
  levels.forEach((level, at) => {
    if (Math.max(level.scaleX, level.scaleY) <= span * 1.01) chosen = at;
  });
  return chosen;
}

/** Reads the part of a level that a grid intersects; null if there is none. */
async function readWindow(
  source: Source,
  level: number,
  places: Float64Array,
  wanted: readonly number[],
): Promise<LevelWindow | null> {
  const { width, height, scaleX, scaleY } = source.levels[level]!;
  const size = source.blocks.sizeOf(level);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < places.length; at += 2) {
    left = Math.min(left, places[at]! / scaleX);
    right = Math.max(right, places[at]! / scaleX);
    top = Math.min(top, places[at + 1]! / scaleY);
    bottom = Math.max(bottom, places[at + 1]! / scaleY);
  }
  if (!(right > -1 && bottom > -1 && left < width + 1 && top < height + 1)) return null;
  const clamp = (value: number, last: number): number => Math.min(Math.max(Math.floor(value), 0), last);
  // a sample reaches the pixels around it
  const [firstX, lastX] = [clamp(left - 1, width - 1), clamp(right + 1, width - 1)];
  const [firstY, lastY] = [clamp(top - 1, height - 1), clamp(bottom + 1, height - 1)];
  const reading: Promise<PlacedBlock>[] = [];
  for (let row = Math.floor(firstY / size.height); row * size.height <= lastY; row++)
    for (let column = Math.floor(firstX / size.width); column * size.width <= lastX; column++)
      reading.push(
        source.blocks
          .read(level, column, row)
          .then((block) => ({ left: column * size.width, top: row * size.height, block })),
      );
  const place = { left: firstX, top: firstY, width: lastX - firstX + 1, height: lastY - firstY + 1 };
  return windowOf(place, await Promise.all(reading), source.facts, wanted);
}

/** Interpolates the nodes' positions on a line of the grid into `line`: x, y, x, y … */
function nodesOnLine({ places, columns, step }: Nodes, y: number, line: Float64Array): void {
  const row = Math.floor(y / step);
  const lower = y / step - row;
  const at = row * columns * 2;
  for (let i = 0; i < line.length; i++)
    line[i] = places[at + i]! * (1 - lower) + places[at + line.length + i]! * lower;
}

/** Share of a grid pixel below which it counts as not covered. */
const SHARE_MIN = 0.004;

/** Writes the weighted means, rounded for integer samples, and the share of each pixel that is covered. */
function finishPixels(
  sums: Sums,
  bands: readonly Samples[],
  alpha: Uint8Array,
  kind: ImageFacts['kind'],
): void {
  const { counted, all } = sums;
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    const share = counted[pixel]! / all[pixel]!;
    if (share > 0 && share >= SHARE_MIN) alpha[pixel] = Math.max(1, Math.round(255 * share));
  }
  const rounding = kind === 'float32' ? 0 : 0.5;
  bands.forEach((values, band) => {
    const from = sums.bands[band]!;
    for (let pixel = 0; pixel < alpha.length; pixel++) {
      if (alpha[pixel] === 0) continue;
      const value = from[pixel]! / counted[pixel]!;
      values[pixel] = rounding === 0 ? value : Math.floor(value + rounding);
    }
  });
}

/**
 * Reprojects an image to a grid, bilinearly and from the best-fitting overview. Values are weighted by
 * validity, so that no-data and transparent pixels don't bleed into others.
 * @param wanted indices of the bands in the file; all if not said
 * @throws RangeError if a map grid is unknown
 */
export async function warp(
  source: Source,
  grid: Grid,
  wanted: readonly number[] = Array.from({ length: source.facts.bands }, (_, band) => band),
): Promise<Warped> {
  const { facts } = source;
  const nodes = nodesOf(grid, facts);
  const { step, columns, places, span } = nodes;
  const { width, height } = grid;
  const pixels = width * height;
  const bands = wanted.map(() => samplesOf(facts.kind, pixels));
  const alpha = new Uint8Array(pixels);
  const at = levelFor(source.levels, span);
  const level = source.levels[at]!;
  const window = await readWindow(source, at, places, wanted);
  if (window === null) return { width, height, bands, alpha };
  const perLevel = span / Math.max(level.scaleX, level.scaleY);
  const sides = perLevel <= SINGLE ? 1 : Math.min(PLACES_MAX, Math.ceil(perLevel));
  const sums = emptySums(wanted.length, pixels);
  const samples = samplings(window, level, sums);
  const line = new Float64Array(columns * 2);
  for (let row = 0; row < sides; row++)
    for (let column = 0; column < sides; column++) {
      for (let y = 0, pixel = 0; y < height; y++) {
        nodesOnLine(nodes, y + (row + 0.5) / sides, line);
        for (let x = 0; x < width; x++, pixel++) {
          const place = (x + (column + 0.5) / sides) / step;
          const node = Math.floor(place);
          const right = place - node;
          const sx = line[node * 2]! * (1 - right) + line[node * 2 + 2]! * right;
          const sy = line[node * 2 + 1]! * (1 - right) + line[node * 2 + 3]! * right;
          samples.add(pixel, sx / level.scaleX, sy / level.scaleY);
        }
      }
      samples.finish();
    }
  finishPixels(sums, bands, alpha, facts.kind);
  return { width, height, bands, alpha };
}
