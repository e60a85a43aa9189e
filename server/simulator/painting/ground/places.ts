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

/** The places of a view, and the grid over every COARSE of them: what varies slowly is computed there. */
export interface Grid {
  view: View;
  /** Size of a pixel on the plane, km. */
  pixel: number;
  /** Made when they are asked for. */
  readonly places: Places;
  /** Null for the coarsest. */
  coarse: Grid | null;
}

/** Grids over one another. */
const GRIDS = 4;

/** A view's places, with the coarser grids, whose places are centres of the view's pixels. */
export function gridOf(view: View, count = GRIDS): Grid {
  let made: Places | undefined;
  return {
    view,
    pixel: pixelOf(view).pixel,
    get places() {
      return (made ??= placesOf(view));
    },
    coarse: count > 1 ? gridOf(coarseOf(view), count - 1) : null,
  };
}

function coarseOf(view: View): View {
  const { origin, right, down } = view;
  const shift = (1 - COARSE) / 2;
  const wide = ([x, y]: readonly [number, number]) => [x * COARSE, y * COARSE] as const;
  return {
    width: Math.ceil((view.width - 1) / COARSE) + 1,
    height: Math.ceil((view.height - 1) / COARSE) + 1,
    origin: [origin[0] + shift * (right[0] + down[0]), origin[1] + shift * (right[1] + down[1])] as const,
    right: wide(right),
    down: wide(down),
  };
}

/** Values at each place, from ones that are computed on the coarsest grid whose places are at most `apart` km from another. */
export function valuesOn(grid: Grid, apart: number, make: (grid: Grid) => Float32Array): Float32Array {
  const { view, coarse } = grid;
  if (coarse === null || coarse.pixel > apart) return make(grid);
  const values = new Float32Array(view.width * view.height);
  addEnlarged(values, view.width, view.height, valuesOn(coarse, apart, make));
  return values;
}

/** Adds the values of a coarse grid to those of the pixels, interpolated. */
export function addEnlarged(to: Float32Array, width: number, height: number, coarse: Float32Array): void {
  const across = Math.ceil((width - 1) / COARSE) + 1;
  const rows = Math.ceil((height - 1) / COARSE) + 1;
  const line = new Float32Array(across + 1);
  const whole = width - (width % COARSE);
  for (let j = 0; j < height; j++) {
    const top = Math.floor(j / COARSE);
    const v = j / COARSE - top;
    const upper = top * across;
    const lower = Math.min(rows - 1, top + 1) * across;
    for (let n = 0; n < across; n++) {
      const above = coarse[upper + n]!;
      line[n] = above + (coarse[lower + n]! - above) * v;
    }
    line[across] = line[across - 1]!;
    const end = j * width + whole;
    let at = j * width;
    for (let n = 0; at < end; n++, at += COARSE) {
      const from = line[n]!;
      const step = (line[n + 1]! - from) / COARSE;
      to[at]! += from;
      to[at + 1]! += from + step;
      to[at + 2]! += from + 2 * step;
      to[at + 3]! += from + 3 * step;
    }
    const [from, last] = [line[whole / COARSE]!, line[Math.min(across, whole / COARSE + 1)]!];
    for (let k = 0; k < width - whole; k++, at++) to[at]! += from + (k * (last - from)) / COARSE;
  }
}

/** Degrees to the Mercator plane, km. */
export function planeOf(longitude: number, latitude: number): [x: number, y: number] {
  const sine = Math.sin(Math.min(85.05, Math.max(-85.05, latitude)) * RAD);
  return [longitude * RAD * RADIUS, -Math.atanh(sine) * RADIUS];
}

/** Pixels of a row between which its places are interpolated; they err by less than a fiftieth of a pixel. */
const APART = 16;

export function placesOf(view: View): Places {
  const { width, height, origin, right, down } = view;
  const count = width * height;
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  const across = right[0] * RAD * RADIUS;
  // north-up rows have one latitude
  const apart = right[1] === 0 ? width : APART;
  for (let j = 0, at = 0; j < height; j++) {
    const left = (origin[0] + 0.5 * right[0] + (j + 0.5) * down[0]) * RAD * RADIUS;
    const southAt = (i: number): number =>
      planeOf(0, origin[1] + (i + 0.5) * right[1] + (j + 0.5) * down[1])[1];
    let next = southAt(0);
    for (let i = 0; i < width;) {
      const [from, start, end] = [next, i, Math.min(width, i + apart)];
      next = southAt(start + apart);
      const step = (next - from) / apart;
      for (; i < end; i++, at++) {
        x[at] = left + i * across;
        y[at] = from + (i - start) * step;
      }
    }
  }
  return { width, height, count, x, y, ...pixelOf(view) };
}

/** The size of a view's pixels, and its latitude. */
function pixelOf({
  width,
  height,
  origin,
  right,
  down,
}: View): Pick<Places, 'pixel' | 'shrink' | 'latitude'> {
  const latitude = origin[1] + (right[1] * width + down[1] * height) / 2;
  const shrink = Math.cos(latitude * RAD);
  const area = Math.abs(right[0] * down[1] - right[1] * down[0]);
  return { pixel: (Math.sqrt(area * shrink) * RAD * RADIUS) / shrink, shrink, latitude };
}
