import { samplesOf, type Samples } from '../../../src/raster/geotiff.ts';
import type { ImageFacts } from '../layers/imageFile.ts';
import type { Block } from './blocks.ts';

/** Pixels of one level in one piece, so that sampling needs no look-up of blocks. */
export interface LevelWindow {
  /** Position and size, pixels of the level. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** One array per wanted band, in row order. */
  bands: Samples[];
  /** Validity of each pixel, 0 to 1, from alpha band and no-data value; null: all are valid. */
  shares: Float32Array | null;
}

/** A block with the position of its first pixel on the level. */
export interface PlacedBlock {
  left: number;
  top: number;
  block: Block;
}

type Facts = Pick<ImageFacts, 'bands' | 'kind' | 'noData' | 'alphaBand'>;

function sharesOf(
  bands: readonly Samples[],
  length: number,
  { kind, noData, alphaBand }: Facts,
): Float32Array | null {
  if (alphaBand === null && noData === null && kind !== 'float32') return null;
  const shares = new Float32Array(length).fill(1);
  if (alphaBand !== null) {
    const full = kind === 'uint16' ? 65_535 : 255;
    for (let at = 0; at < length; at++) shares[at] = bands[alphaBand]![at]! / full;
  }
  if (noData !== null) {
    const isEmpty = new Uint8Array(length).fill(1);
    for (const [index, band] of bands.entries())
      if (index !== alphaBand) for (let at = 0; at < length; at++) if (band[at] !== noData) isEmpty[at] = 0;
    for (let at = 0; at < length; at++) if (isEmpty[at] === 1) shares[at] = 0;
  }
  if (kind === 'float32')
    for (let at = 0; at < length; at++) if (Number.isNaN(bands[0]![at]!)) shares[at] = 0;
  return shares;
}

/**
 * Joins blocks to a window; what no block covers is invalid. The window must lie within the level.
 * @param wanted indices of its bands in the file
 */
export function windowOf(
  place: Pick<LevelWindow, 'left' | 'top' | 'width' | 'height'>,
  blocks: readonly PlacedBlock[],
  facts: Facts,
  wanted: readonly number[],
): LevelWindow {
  const { left, top, width, height } = place;
  // the others may tell what is valid
  const isNeeded = (band: number) =>
    facts.noData !== null ||
    (facts.kind === 'float32' && band === 0) ||
    band === facts.alphaBand ||
    wanted.includes(band);
  const bands = Array.from({ length: facts.bands }, (_, band) =>
    samplesOf(facts.kind, isNeeded(band) ? width * height : 0),
  );
  for (const { left: west, top: north, block } of blocks) {
    const from = Math.max(left, west);
    const to = Math.min(left + width, west + block.width);
    if (from >= to) continue;
    const last = Math.min(top + height, north + block.height);
    for (let row = Math.max(top, north); row < last; row++) {
      const source = (row - north) * block.width - west;
      const target = (row - top) * width + from - left;
      for (const [band, into] of bands.entries())
        if (into.length > 0) into.set(block.bands[band]!.subarray(source + from, source + to), target);
    }
  }
  return {
    ...place,
    bands: wanted.map((band) => bands[band]!),
    shares: sharesOf(bands, width * height, facts),
  };
}

/** The weighted sums of every grid pixel. */
export interface Sums {
  /** Sum of value × weight, an array per band. */
  bands: Float64Array[];
  /** Sum of the weights of valid samples, and of all samples. */
  counted: Float64Array;
  all: Float64Array;
}

let lastSums: Sums = { bands: [], counted: new Float64Array(), all: new Float64Array() };

/** Sums of zero. They are valid until the next call: tiles of one size share their memory, which is costly to collect. */
export function emptySums(bands: number, pixels: number): Sums {
  if (lastSums.bands.length === bands && lastSums.all.length === pixels) {
    for (const sums of [...lastSums.bands, lastSums.counted, lastSums.all]) sums.fill(0);
    return lastSums;
  }
  const zeros = () => new Float64Array(pixels);
  lastSums = { bands: Array.from({ length: bands }, zeros), counted: zeros(), all: zeros() };
  return lastSums;
}

/** Adds one weighted pixel of the level, if the window has it. */
function addPixel(
  window: LevelWindow,
  column: number,
  row: number,
  weight: number,
  into: Sums,
  pixel: number,
): void {
  into.all[pixel]! += weight;
  const [x, y] = [column - window.left, row - window.top];
  if (x < 0 || y < 0 || x >= window.width || y >= window.height) return;
  const at = y * window.width + x;
  const counts = weight * (window.shares === null ? 1 : window.shares[at]!);
  if (counts === 0) return;
  into.counted[pixel]! += counts;
  for (const [band, sums] of into.bands.entries()) sums[pixel]! += window.bands[band]![at]! * counts;
}

/** Adds the bilinear value at a position where pixels are missing or invalid, or at the edge of the picture. */
function addCarefully(
  window: LevelWindow,
  level: { width: number; height: number },
  x: number,
  y: number,
  into: Sums,
  pixel: number,
): void {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const onPicture = x >= 0 && y >= 0 && x <= level.width && y < level.height;
  const onEdge = left < 0 || top < 0 || left + 1 >= level.width || top + 1 >= level.height;
  if (onPicture && onEdge) {
    // the outermost pixels extend to the edge of the picture
    addPixel(window, Math.min(Math.floor(x), level.width - 1), Math.floor(y), 1, into, pixel);
    return;
  }
  const [right, lower] = [x - 0.5 - left, y - 0.5 - top];
  addPixel(window, left, top, (1 - right) * (1 - lower), into, pixel);
  if (right > 0) addPixel(window, left + 1, top, right * (1 - lower), into, pixel);
  if (lower > 0) addPixel(window, left, top + 1, (1 - right) * lower, into, pixel);
  if (right > 0 && lower > 0) addPixel(window, left + 1, top + 1, right * lower, into, pixel);
}

/** Blends four valid pixels for each grid pixel with a place; one band after the other, so that the loop is simple. */
function blend(
  values: Samples,
  { places, right, lower }: Pick<Samplings, 'places' | 'right' | 'lower'>,
  width: number,
  sums: Float64Array,
): void {
  for (let pixel = 0; pixel < places.length; pixel++) {
    const at = places[pixel]!;
    if (at < 0) continue;
    const x = right[pixel]!;
    const upper = values[at]! * (1 - x) + values[at + 1]! * x;
    const below = values[at + width]! * (1 - x) + values[at + width + 1]! * x;
    const y = lower[pixel]!;
    sums[pixel] = sums[pixel]! + upper * (1 - y) + below * y;
  }
}

/** One sample for every grid pixel. Valid until the next call of `samplings`. */
export interface Samplings {
  /** Index of the upper left of four valid pixels in the window; -1: added by itself, or none. */
  places: Int32Array;
  /** Position between the four, 0 to 1. */
  right: Float64Array;
  lower: Float64Array;
  /** Notes the sample of a grid pixel, in pixels of the level; NaN is outside. */
  add(pixel: number, x: number, y: number): void;
  /** Adds all noted samples to the sums, after which the next ones may be noted. */
  finish(): void;
}

const roomFor = (pixels: number) => ({
  places: new Int32Array(pixels),
  right: new Float64Array(pixels),
  lower: new Float64Array(pixels),
});
let lastRoom = roomFor(0);

/**
 * Samples a window bilinearly.
 * @param level the level's size, pixels
 */
export function samplings(
  window: LevelWindow,
  level: { width: number; height: number },
  into: Sums,
): Samplings {
  const { width, height, left, top, shares } = window;
  const pixels = into.all.length;
  // every pixel is noted before each `finish`
  if (lastRoom.places.length !== pixels) lastRoom = roomFor(pixels);
  const { places, right, lower } = lastRoom;
  const areValid = (at: number): boolean =>
    shares === null ||
    (shares[at] === 1 && shares[at + 1] === 1 && shares[at + width] === 1 && shares[at + width + 1] === 1);
  return {
    places,
    right,
    lower,
    add(pixel, x, y) {
      const column = Math.floor(x - 0.5);
      const row = Math.floor(y - 0.5);
      const at = (row - top) * width + column - left;
      const isInside =
        column >= left && row >= top && column + 1 < left + width && row + 1 < top + height && areValid(at);
      places[pixel] = isInside ? at : -1;
      if (isInside) {
        right[pixel] = x - 0.5 - column;
        lower[pixel] = y - 0.5 - row;
        into.counted[pixel]! += 1;
        into.all[pixel]! += 1;
      } else if (Number.isFinite(x + y)) addCarefully(window, level, x, y, into, pixel);
      else into.all[pixel]! += 1;
    },
    finish: () =>
      into.bands.forEach((sums, band) => blend(window.bands[band]!, { places, right, lower }, width, sums)),
  };
}
