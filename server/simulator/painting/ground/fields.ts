import { cellValue } from '../noise.ts';
import { addEnlarged, COARSE, type Grid, type Places } from './places.ts';

/** Fractal noise over places. Wavelengths on the Mercator plane, km. */
interface Waves {
  longest: number;
  /** Number of octaves; those too short for the pixels fade out. */
  octaves: number;
  gain: number;
  seed: number;
}

/** Wavelengths of an octave in pixels at which it is still absent, and at which it is whole. */
const ABSENT = 1.6;
const WHOLE = 3.2;

/** Wavelengths from this number of places on are computed on the next coarser grid; twice as many if it is not the first. */
const LONG = 3 * COARSE;

/** An octave. Each is turned by its own angle, so that no direction stands out and their grids never fall together. */
interface Wave {
  /** Cosine and sine of the angle, over the wavelength. */
  xx: number;
  xy: number;
  amplitude: number;
  seed: number;
  length: number;
}

function wavesOf({ longest, octaves, gain, seed }: Waves, pixel: number): Wave[] {
  const waves: Wave[] = [];
  for (
    let n = 0, wavelength = longest, amplitude = 1;
    n < octaves;
    n++, wavelength /= 2.03, amplitude *= gain
  ) {
    const share = Math.min(1, (wavelength / pixel - ABSENT) / (WHOLE - ABSENT));
    if (share <= 0) break;
    const turn = seed + n * 101;
    waves.push({
      xx: Math.cos(turn) / wavelength,
      xy: Math.sin(turn) / wavelength,
      amplitude: amplitude * share,
      seed: turn,
      length: wavelength,
    });
  }
  return waves;
}

/** The waves that a grid has itself, and those of the coarser one. */
function shared<W extends { length: number }>(waves: readonly W[], grid: Grid, isFirst: boolean): [W[], W[]] {
  const long = grid.coarse === null ? Infinity : LONG * (isFirst ? 1 : 2) * grid.pixel;
  return [waves.filter(({ length }) => length < long), waves.filter(({ length }) => length >= long)];
}

/** Whether a grid leaves all of these waves to the coarser one. */
export const areLong = (grid: Grid, waves: Waves): boolean =>
  shared(wavesOf(waves, grid.pixel), grid, true)[0].length === 0;

/** The sum of waves, each added on the coarsest grid that shows it. */
export function waved<W extends { length: number }>(
  grid: Grid,
  waves: readonly W[],
  add: (field: Float32Array, on: Grid, wave: W) => void,
  isFirst = true,
): Float32Array {
  const { width, height } = grid.view;
  const field = new Float32Array(width * height);
  const [own, long] = shared(waves, grid, isFirst);
  for (const wave of own) add(field, grid, wave);
  if (long.length > 0) addEnlarged(field, width, height, waved(grid.coarse!, long, add, false));
  return field;
}

function addWave(field: Float32Array, { x, y }: Places, { xx, xy, amplitude, seed }: Wave): void {
  let [column, row] = [Number.NaN, Number.NaN];
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < field.length; at++) {
    const px = x[at]! * xx + y[at]! * xy;
    const py = y[at]! * xx - x[at]! * xy;
    const left = Math.floor(px);
    const top = Math.floor(py);
    if (left !== column || top !== row) {
      column = left;
      row = top;
      a = cellValue(left, top, seed);
      b = cellValue(left + 1, top, seed);
      c = cellValue(left, top + 1, seed);
      d = cellValue(left + 1, top + 1, seed);
    }
    let u = px - left;
    let v = py - top;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    const upper = a + (b - a) * u;
    field[at]! += (upper + (c + (d - c) * u - upper) * v - 0.5) * amplitude;
  }
}

/** Value noise at each place, about -1 to 1; a place has the same value in every view that resolves it. */
export function noiseField(grid: Grid, waves: Waves): Float32Array {
  return waved(grid, wavesOf(waves, grid.pixel), (field, { places }, wave) => addWave(field, places, wave));
}

/** Noise with its slopes to the east and to the south, per km. */
export interface Relief {
  height: Float32Array;
  east: Float32Array;
  south: Float32Array;
}

function addRidges(
  { height, east, south }: Relief,
  { x, y }: Places,
  { xx, xy, amplitude, seed }: Wave,
): void {
  let [column, row] = [Number.NaN, Number.NaN];
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < height.length; at++) {
    const px = x[at]! * xx + y[at]! * xy;
    const py = y[at]! * xx - x[at]! * xy;
    const left = Math.floor(px);
    const top = Math.floor(py);
    if (left !== column || top !== row) {
      column = left;
      row = top;
      a = cellValue(left, top, seed);
      b = cellValue(left + 1, top, seed);
      c = cellValue(left, top + 1, seed);
      d = cellValue(left + 1, top + 1, seed);
    }
    const u = px - left;
    const v = py - top;
    const su = u * u * (3 - 2 * u);
    const sv = v * v * (3 - 2 * v);
    const upper = a + (b - a) * su;
    const lower = c + (d - c) * su;
    const value = upper + (lower - upper) * sv - 0.5;
    // ridges: 1 - 2·|value|, whose slope changes its sign with the value's
    const sign = value < 0 ? 2 : -2;
    const slopeU = (b - a + (d - c - b + a) * sv) * 6 * u * (1 - u);
    const slopeV = (lower - upper) * 6 * v * (1 - v);
    height[at]! += (0.5 + sign * value) * amplitude;
    east[at]! += sign * (slopeU * xx - slopeV * xy) * amplitude;
    south[at]! += sign * (slopeU * xy + slopeV * xx) * amplitude;
  }
}

/** Ridged noise and its slopes at each place: valleys at 0, ridges up to about 1. */
export function reliefField(grid: Grid, waves: Waves): Relief {
  const sum = (on: Grid, own: readonly Wave[], long: readonly Wave[]): Relief => {
    const { count, width, height } = on.places;
    const part = (): Float32Array => new Float32Array(count);
    const relief = { height: part(), east: part(), south: part() };
    for (const wave of own) addRidges(relief, on.places, wave);
    if (long.length === 0) return relief;
    // ridges are sharp: the next grid has all that are long
    const slow = sum(on.coarse!, long, []);
    for (const name of ['height', 'east', 'south'] as const)
      addEnlarged(relief[name], width, height, slow[name]);
    return relief;
  };
  return sum(grid, ...shared(wavesOf(waves, grid.pixel), grid, true));
}

/** The parcels of land around places: the cell that a place is in, and how far its border is. */
export interface Parcels {
  /** A hash of the cell; its lowest byte is the bearing of streets and fields, 256 for half a turn. */
  id: Uint32Array;
  /** Distance to the border with the next cell, km. */
  border: Float32Array;
}

/** The bearing of a parcel: neighbours mostly share that of their district, and one in five has its own. */
function bearingOf(column: number, row: number, seed: number): number {
  const own = cellValue(column, row, seed);
  const ragged = 2.4 * cellValue(column, row, seed + 1);
  // districts lie askew to the squares, so that their borders follow no grid
  const across = Math.floor((column * 0.8 + row * 0.6 + ragged) / 6);
  const down = Math.floor((row * 0.8 - column * 0.6 + ragged) / 6);
  const common = cellValue(across, down, seed + 2) * 256;
  return (own < 0.2 ? own * 1280 : common + 12 * (own - 0.6)) & 0xff;
}

/** Finds the Voronoi cell of a place among one jittered point a square; the places are in squares. */
class Cells {
  /** The cells around the last square, by their number in it. */
  private readonly near = new Uint32Array(9);
  private readonly points = new Float64Array(18);
  private column = Number.NaN;
  private row = Number.NaN;
  /** A hash of the cell of the last place, and of it with the next one. */
  id = 0;
  pair = 0;
  /** Distance to the border with the next cell, squares. */
  border = 0;

  constructor(private readonly seed: number) {}

  find(px: number, py: number): void {
    const { near, points, seed } = this;
    const left = Math.floor(px);
    const top = Math.floor(py);
    if (left !== this.column || top !== this.row) {
      this.column = left;
      this.row = top;
      for (let n = 0; n < 9; n++) {
        const [i, j] = [left - 1 + (n % 3), top - 1 + Math.floor(n / 3)];
        points[2 * n] = i + 0.12 + 0.76 * cellValue(i, j, seed);
        points[2 * n + 1] = j + 0.12 + 0.76 * cellValue(i, j, seed + 1);
        near[n] = ((cellValue(i, j, seed + 2) * 4_294_967_295) & ~0xff) | bearingOf(i, j, seed + 3);
      }
    }
    let first = Infinity;
    let second = Infinity;
    let nearest = 0;
    let next = 0;
    for (let n = 0; n < 9; n++) {
      const dx = points[2 * n]! - px;
      const dy = points[2 * n + 1]! - py;
      const distance = dx * dx + dy * dy;
      if (distance < first) {
        second = first;
        next = nearest;
        first = distance;
        nearest = n;
      } else if (distance < second) {
        second = distance;
        next = n;
      }
    }
    this.id = near[nearest]!;
    this.pair = Math.imul(this.id, 31) ^ near[next]!;
    const apartX = points[2 * next]! - points[2 * nearest]!;
    const apartY = points[2 * next + 1]! - points[2 * nearest + 1]!;
    this.border = (second - first) / (2 * Math.sqrt(apartX * apartX + apartY * apartY));
  }
}

/**
 * Voronoi cells of one jittered point a square of `size` km, whose borders are bent. They are found on the coarse grid:
 * between four places with the same cell and the same next one, the border's distance is linear.
 */
export function parcelsOf({ places, coarse }: Grid, size: number, seed: number): Parcels {
  const { width, height, count } = places;
  const id = new Uint32Array(count);
  const border = new Float32Array(count);
  const nodes = coarse!.places;
  const bent = (along: Float64Array, turn: number): Float64Array => {
    const bend = noiseField(coarse!, { longest: 2.6, octaves: 2, gain: 0.4, seed: turn });
    const bentTo = new Float64Array(along.length);
    for (let at = 0; at < bentTo.length; at++) bentTo[at] = (along[at]! + bend[at]!) / size;
    return bentTo;
  };
  const [xs, ys] = [bent(nodes.x, 31), bent(nodes.y, 32)];
  const [ids, pairs] = [new Uint32Array(nodes.count), new Int32Array(nodes.count)];
  const borders = new Float64Array(nodes.count);
  const cells = new Cells(seed);
  for (let at = 0; at < nodes.count; at++) {
    cells.find(xs[at]!, ys[at]!);
    ids[at] = cells.id;
    pairs[at] = cells.pair;
    borders[at] = cells.border;
  }
  const between = (values: Float64Array, a: number, c: number, u: number, v: number): number => {
    const upper = values[a]! + (values[a + 1]! - values[a]!) * u;
    return upper + (values[c]! + (values[c + 1]! - values[c]!) * u - upper) * v;
  };
  for (let row = 0; row < height; row++) {
    const top = Math.min(Math.floor(row / COARSE), Math.max(0, nodes.height - 2));
    const v = row / COARSE - top;
    for (let column = 0; column < width; column += COARSE) {
      const a = top * nodes.width + Math.min(column / COARSE, Math.max(0, nodes.width - 2));
      const c = nodes.height > 1 ? a + nodes.width : a;
      const pair = pairs[a]!;
      const end = row * width + Math.min(width, column + COARSE);
      let at = row * width + column;
      let u = column / COARSE - (a - top * nodes.width);
      if (pair === pairs[a + 1] && pair === pairs[c] && pair === pairs[c + 1]) {
        const from = between(borders, a, c, u, v) * size;
        const step = between(borders, a, c, u + 1 / COARSE, v) * size - from;
        for (let n = 0; at < end; n++, at++) {
          id[at] = ids[a]!;
          border[at] = from + n * step;
        }
      } else
        for (; at < end; at++, u += 1 / COARSE) {
          cells.find(between(xs, a, c, u, v), between(ys, a, c, u, v));
          id[at] = cells.id;
          border[at] = cells.border * size;
        }
    }
  }
  return { id, border };
}
