import type { View } from '../../../search/sceneView.ts';

/** Radius of the Mercator sphere, km. */
const RADIUS = 6378.137;
const RAD = Math.PI / 180;

/**
 * The centres of a view's pixels on the Mercator plane, km at the equator: x to the east from Greenwich, y to the south from
 * the equator. Patterns of the ground are functions of these, so a place looks the same in every view of it.
 */
export interface Places {
  width: number;
  height: number;
  count: number;
  x: Float64Array;
  y: Float64Array;
  /** Size of a pixel on the plane, km. */
  pixel: number;
  /** Kilometres on the ground per km of the plane, at the middle. */
  shrink: number;
  /** Latitude of the middle, degrees. */
  latitude: number;
}

/** Pixels between the places of a coarse grid. */
export const COARSE = 4;

/** A coarse grid over a view, whose places are centres of its pixels: what varies slowly is computed there. */
export interface Coarse {
  places: Places;
  view: View;
}

export function coarseOf(view: View): Coarse {
  const { origin, right, down } = view;
  const shift = (1 - COARSE) / 2;
  const wide = ([x, y]: readonly [number, number]) => [x * COARSE, y * COARSE] as const;
  const coarse = {
    width: Math.ceil((view.width - 1) / COARSE) + 1,
    height: Math.ceil((view.height - 1) / COARSE) + 1,
    origin: [origin[0] + shift * (right[0] + down[0]), origin[1] + shift * (right[1] + down[1])] as const,
    right: wide(right),
    down: wide(down),
  };
  return { places: placesOf(coarse), view: coarse };
}

/** Adds the values of a coarse grid to those of the pixels, interpolated. */
export function addEnlarged(to: Float32Array, width: number, height: number, coarse: Float32Array): void {
  const across = Math.ceil((width - 1) / COARSE) + 1;
  const rows = Math.ceil((height - 1) / COARSE) + 1;
  const line = new Float32Array(across + 1);
  for (let j = 0; j < height; j++) {
    const top = Math.floor(j / COARSE);
    const v = j / COARSE - top;
    const upper = top * across;
    const lower = Math.min(rows - 1, top + 1) * across;
    for (let n = 0; n < across; n++) line[n] = coarse[upper + n]! * (1 - v) + coarse[lower + n]! * v;
    line[across] = line[across - 1]!;
    for (let n = 0, i = 0, at = j * width; i < width; n++) {
      const from = line[n]!;
      const step = (line[n + 1]! - from) / COARSE;
      for (let k = 0; k < COARSE && i < width; k++, i++, at++) to[at]! += from + k * step;
    }
  }
}

/** Degrees to the Mercator plane, km. */
export function planeOf(longitude: number, latitude: number): [x: number, y: number] {
  const sine = Math.sin(Math.min(85.05, Math.max(-85.05, latitude)) * RAD);
  return [longitude * RAD * RADIUS, -Math.atanh(sine) * RADIUS];
}

export function placesOf(view: View): Places {
  const { width, height, origin, right, down } = view;
  const count = width * height;
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  for (let j = 0, at = 0; j < height; j++)
    for (let i = 0; i < width; i++, at++) {
      x[at] = (origin[0] + (i + 0.5) * right[0] + (j + 0.5) * down[0]) * RAD * RADIUS;
      // north-up rows have one latitude
      if (i > 0 && right[1] === 0) y[at] = y[at - 1]!;
      else y[at] = planeOf(0, origin[1] + (i + 0.5) * right[1] + (j + 0.5) * down[1])[1];
    }
  const latitude = origin[1] + (right[1] * width + down[1] * height) / 2;
  const shrink = Math.cos(latitude * RAD);
  const area = Math.abs(right[0] * down[1] - right[1] * down[0]);
  const pixel = (Math.sqrt(area * shrink) * RAD * RADIUS) / shrink;
  return { width, height, count, x, y, pixel, shrink, latitude };
}
