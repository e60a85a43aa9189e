import { cellValue } from '../noise.ts';
import { addEnlarged, COARSE, type Coarse, type Places } from './places.ts';

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

/** Wavelengths from this number of pixels on are computed on the coarse grid. */
const LONG = 4 * COARSE;

/** An octave. Each is turned by its own angle, so that no direction stands out and their grids never fall together. */
interface Wave {
  /** Cosine and sine of the angle, over the wavelength. */
  xx: number;
  xy: number;
  amplitude: number;
  seed: number;
  isLong: boolean;
}

function* wavesOf({ longest, octaves, gain, seed }: Waves, pixel: number): Generator<Wave> {
  for (
    let n = 0, wavelength = longest, amplitude = 1;
    n < octaves;
    n++, wavelength /= 2.03, amplitude *= gain
  ) {
    const share = Math.min(1, (wavelength / pixel - ABSENT) / (WHOLE - ABSENT));
    if (share <= 0) return;
    const turn = seed + n * 101;
    yield {
      xx: Math.cos(turn) / wavelength,
      xy: Math.sin(turn) / wavelength,
      amplitude: amplitude * share,
      seed: turn,
      isLong: wavelength >= LONG * pixel,
    };
  }
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
export function noiseField(places: Places, coarse: Coarse, waves: Waves): Float32Array {
  const field = new Float32Array(places.count);
  const slow = new Float32Array(coarse.places.count);
  for (const wave of wavesOf(waves, places.pixel))
    if (wave.isLong) addWave(slow, coarse.places, wave);
    else addWave(field, places, wave);
  addEnlarged(field, places.width, places.height, slow);
  return field;
}

/** Noise with its slopes to the east and to the south, per km. */
export interface Relief {
  height: Float32Array;
  east: Float32Array;
  south: Float32Array;
}

const levelOf = (count: number): Relief => ({
  height: new Float32Array(count),
  east: new Float32Array(count),
  south: new Float32Array(count),
});

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
    const [su, sv] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
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
export function reliefField(places: Places, coarse: Coarse, waves: Waves): Relief {
  const relief = levelOf(places.count);
  const slow = levelOf(coarse.places.count);
  for (const wave of wavesOf(waves, places.pixel))
    if (wave.isLong) addRidges(slow, coarse.places, wave);
    else addRidges(relief, places, wave);
  for (const part of ['height', 'east', 'south'] as const)
    addEnlarged(relief[part], places.width, places.height, slow[part]);
  return relief;
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

/** Voronoi cells of one jittered point a square of `size` km; `bendX`, `bendY` bend their borders, km. */
export function parcelsOf(
  { x, y, count }: Places,
  {
    size,
    seed,
    bend,
    isNeeded,
  }: {
    size: number;
    seed: number;
    bend: readonly [Float32Array, Float32Array];
    isNeeded: (at: number) => boolean;
  },
): Parcels {
  const id = new Uint32Array(count);
  const border = new Float32Array(count);
  let [column, row] = [Number.NaN, Number.NaN];
  const [near, points] = [new Uint32Array(9), new Float64Array(18)];
  for (let at = 0; at < count; at++) {
    if (!isNeeded(at)) continue;
    const px = (x[at]! + bend[0][at]!) / size;
    const py = (y[at]! + bend[1][at]!) / size;
    const left = Math.floor(px);
    const top = Math.floor(py);
    if (left !== column || top !== row) {
      column = left;
      row = top;
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
    id[at] = near[nearest]!;
    const apartX = points[2 * next]! - points[2 * nearest]!;
    const apartY = points[2 * next + 1]! - points[2 * nearest + 1]!;
    const apart = Math.sqrt(apartX * apartX + apartY * apartY);
    border[at] = ((second - first) / (2 * apart)) * size;
  }
  return { id, border };
}
