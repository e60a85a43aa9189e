import type { Affine } from '../../search/sceneView.ts';

/** A pseudo-random number 0 ≤ x < 1 per grid cell. */
export function cellValue(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

/**
 * Adds one octave of smooth value noise (mean 0, ±amplitude/2) to a field.
 * @param place pixel to kilometres
 * @param isOpen 0 for each pixel that needs no more octaves
 */
export function addOctave(
  field: Float32Array,
  width: number,
  place: Affine,
  { length, amplitude, seed }: Octave,
  isOpen?: Uint8Array,
): void {
  const scale = 1 / length;
  const xi = place.xi * scale;
  const yi = place.yi * scale;
  // the open pixels of a row, listed without a branch for each: no processor foresees which they are
  const xs = new Float64Array(width);
  const ys = new Float64Array(width);
  const ats = new Int32Array(width);
  // destructured, these take a quarter more time
  let column = Number.NaN;
  let row = Number.NaN;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let j = 0, at = 0; at < field.length; j++) {
    let nextX = (place.x0 + 0.5 * place.xi + (j + 0.5) * place.xj) * scale;
    let nextY = (place.y0 + 0.5 * place.yi + (j + 0.5) * place.yj) * scale;
    let count = 0;
    for (let i = 0; i < width; i++, at++, nextX += xi, nextY += yi) {
      xs[count] = nextX;
      ys[count] = nextY;
      ats[count] = at;
      count += isOpen === undefined ? 1 : isOpen[at]!;
    }
    for (let i = 0; i < count; i++) {
      const x = xs[i]!;
      const y = ys[i]!;
      const pixel = ats[i]!;
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left !== column || top !== row) {
        // to the east, the next cell shares an edge with the last one
        const isNext = left === column + 1 && top === row;
        a = isNext ? b : cellValue(left, top, seed);
        c = isNext ? d : cellValue(left, top + 1, seed);
        b = cellValue(left + 1, top, seed);
        d = cellValue(left + 1, top + 1, seed);
        column = left;
        row = top;
      }
      let u = x - left;
      let v = y - top;
      u = u * u * (3 - 2 * u);
      v = v * v * (3 - 2 * v);
      const upper = a + (b - a) * u;
      field[pixel]! += (upper + (c + (d - c) * u - upper) * v - 0.5) * amplitude;
    }
  }
}

/** Fractal noise: octaves from the longest to the shortest wavelength (km), each weaker than the previous one. */
export interface Octaves {
  longest: number;
  shortest: number;
  /** Amplitude of an octave relative to the previous one. */
  gain: number;
  seed: number;
}

/** One wavelength of a noise. */
interface Octave {
  /** Grid spacing, km. */
  length: number;
  amplitude: number;
  seed: number;
}

/** Once further octaves change a field by no more, most of a picture is far enough from a threshold. */
const SETTLED = 0.3;
/** What rounding changes at most in a sum of octaves. */
const ROUNDED = 1e-5;

export function octavesOf({ longest, shortest, gain, seed }: Octaves): Octave[] {
  const octaves: Octave[] = [];
  for (let length = longest, n = 0, amplitude = 1; length >= shortest && n < 10; length /= 2.03, n++) {
    octaves.push({ length, amplitude, seed: seed + n * 101 });
    amplitude *= gain;
  }
  return octaves;
}

/**
 * The fractal noise of the pixels of a picture, as far as it matters: the last octaves, which cost most, are added to few.
 * @param isOpen 1 for each pixel that matters, else 0
 * @param settle changes it for more of them to 0, given the most by which further octaves change a pixel
 */
export function fractal(
  isOpen: Uint8Array,
  width: number,
  place: Affine,
  octaves: Octaves,
  settle: (field: Float32Array, rest: number) => void,
): Float32Array {
  const field = new Float32Array(isOpen.length);
  const all = octavesOf(octaves);
  let rest = all.reduce((sum, { amplitude }) => sum + amplitude / 2, 0);
  for (const octave of all) {
    if (octave !== all[0] && rest <= SETTLED) settle(field, rest + ROUNDED);
    addOctave(field, width, place, octave, isOpen);
    rest -= octave.amplitude / 2;
  }
  return field;
}

/** Hash of a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** 0 below `low`, 1 above `high`, smooth between. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
