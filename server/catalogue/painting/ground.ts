import { CITIES } from '../simulated/cities.ts';
import { fillRings, landRings } from '../simulated/land.ts';
import { blurred, cellValue, enlarged, fractal, smoothstep } from './noise.ts';
import { palette, sampleWorld, type Palette } from './palette.ts';
import { coarser, groundKm, kmPerPixel, toPixel, widened, withoutMargin, type View } from './view.ts';

/** The ground of a view, one value per pixel, independent of sensor and scale. */
export interface Ground {
  view: View;
  /** 1 on land. */
  land: Uint8Array;
  /** Proximity of water to the shore, 0 to 1. */
  shallow: Float32Array;
  /** Large landforms (kilometres) and small ones, about -0.7 to 0.7. */
  forms: Float32Array;
  details: Float32Array;
  /** Built-up share, 0 to 1. */
  built: Float32Array;
  palette: Palette;
}

/** Strength of the noise that adds detail to the coarse coastline. */
const SHORE_NOISE = 0.8;
/** Distance over which the coastline is smoothed, km. */
const SHORE_KM = 1.5;
const SHALLOW_KM = 2.2;

/** Pixel bounds [west, south, east, north] of a view in degrees. */
function boundsOf({ origin, right, down, width, height }: View): [number, number, number, number] {
  const xs = [0, right[0] * width, down[0] * height, right[0] * width + down[0] * height];
  const ys = [0, right[1] * width, down[1] * height, right[1] * width + down[1] * height];
  return [
    origin[0] + Math.min(...xs),
    origin[1] + Math.min(...ys),
    origin[0] + Math.max(...xs),
    origin[1] + Math.max(...ys),
  ];
}

/** Land mask from Natural Earth's coastline, also for views beyond ±180°. */
function outline(view: View): Float32Array {
  const [west, south, east, north] = boundsOf(view);
  const map = toPixel(view);
  const mask = new Float32Array(view.width * view.height);
  for (const turn of [-360, 0, 360]) {
    if (west + turn > 180 || east + turn < -180) continue;
    const near = landRings('10m').filter(
      (ring) =>
        ring.west <= east + turn && ring.east >= west + turn && ring.south <= north && ring.north >= south,
    );
    const part = fillRings(near, view.width, view.height, (x, y) => map(x - turn, y));
    for (let at = 0; at < mask.length; at++) mask[at]! += part[at]!;
  }
  return mask;
}

/** Built-up share of each pixel: towns from noise, cities from their centres. */
function builtUp(view: View, forms: Float32Array, details: Float32Array): Float32Array {
  const [west, south, east, north] = boundsOf(view);
  const near = CITIES.filter(
    ([x, y]) => y > south - 0.6 && y < north + 0.6 && x > west - 0.9 && x < east + 0.9,
  ).map((city) => toPixel(view)(...city));
  const km = kmPerPixel(view);
  const built = new Float32Array(forms.length);
  for (let j = 0, at = 0; j < view.height; j++)
    for (let i = 0; i < view.width; i++, at++) {
      let city = 0;
      for (const [x, y] of near)
        city = Math.max(city, Math.exp(-(((i - x) ** 2 + (j - y) ** 2) * km * km) / 900));
      built[at] = smoothstep(
        0.36,
        0.62,
        0.68 * city - 0.85 * forms[at]! + 0.75 * details[at]! - (1 - city) * 0.12,
      );
    }
  return built;
}

/** Large landforms are computed on pixels four times larger. */
const FORM_PIXELS = 4;

function formsOf(view: View): Float32Array {
  const coarse = coarser(view, FORM_PIXELS);
  const shortest = Math.max(1.2, 2 * kmPerPixel(coarse));
  const field = fractal(coarse.width, coarse.height, groundKm(coarse), {
    longest: 13,
    shortest,
    gain: 0.55,
    seed: 11,
  });
  return enlarged(field, coarse, view, FORM_PIXELS);
}

/** Largest radius by which a coastline is smoothed, pixels. */
const BLUR_MAX = 60;

/** Land and shallows: the coastline, smoothed, then roughened at every scale. */
function shoresOf(view: View, forms: Float32Array): Pick<Ground, 'land' | 'shallow'> {
  const { width, height } = view;
  const land = new Uint8Array(width * height);
  // a window is smoothed with what lies around it
  const margin = view.within ? 2 * BLUR_MAX : 0;
  const wide = widened(view, margin);
  const drawn = outline(wide);
  const first = drawn[0]!;
  if (drawn.every((value) => value === first))
    return { land: land.fill(first), shallow: new Float32Array(land.length) };
  const km = kmPerPixel(view);
  const pixels = (distance: number): number => Math.max(1, Math.min(BLUR_MAX, Math.round(distance / km / 2)));
  const softWide = blurred(drawn, wide.width, wide.height, pixels(SHORE_KM));
  const shallowWide = blurred(softWide, wide.width, wide.height, pixels(SHALLOW_KM));
  const soft = withoutMargin(softWide, view, margin);
  const shallow = withoutMargin(shallowWide, view, margin);
  const shore = fractal(width, height, groundKm(view), {
    longest: 3.6,
    shortest: 2 * km,
    gain: 0.6,
    seed: 907,
  });
  for (let at = 0; at < land.length; at++) {
    const nearShore = 1 - Math.abs(2 * soft[at]! - 1) * 0.6;
    land[at] = soft[at]! + SHORE_NOISE * shore[at]! * nearShore > 0.5 ? 1 : 0;
    shallow[at] = smoothstep(0, 0.75, shallow[at]! + 0.15 * forms[at]! - 0.02);
  }
  return { land, shallow };
}

/** Computes the ground of a view. Deterministic and anchored to the Earth. */
export async function groundOf(view: View): Promise<Ground> {
  const { width, height } = view;
  const km = kmPerPixel(view);
  const forms = formsOf(view);
  const octaves = { longest: 0.9, shortest: 1.6 * km, gain: 0.72, seed: 503 };
  const details = fractal(width, height, groundKm(view), octaves);
  const built = builtUp(view, forms, details);
  return { view, ...shoresOf(view, forms), forms, details, built, palette: await palette() };
}

/** Colours of one picture row, `channels` values per pixel; the array is reused for the next row. */
export type TintRow = (j: number) => Float32Array;

/** The Earth's colours in a view, interpolated between a few samples, because they vary over tens of km. */
export function tints(ground: Ground, of: 'land' | 'water' | 'night'): TintRow {
  const { view } = ground;
  const channels = of === 'night' ? 1 : 3;
  const cells = 8;
  const small = { width: cells + 1, height: cells + 1 };
  const grids = Array.from({ length: channels }, () => new Float32Array(small.width * small.height));
  for (let row = 0, at = 0; row <= cells; row++)
    for (let column = 0; column <= cells; column++, at++) {
      const [i, j] = [(column * view.width) / cells, (row * view.height) / cells];
      const longitude = view.origin[0] + i * view.right[0] + j * view.down[0];
      const latitude = view.origin[1] + i * view.right[1] + j * view.down[1];
      grids.forEach((grid, k) => {
        grid[at] = sampleWorld(ground.palette[of], channels, k, longitude, latitude);
      });
    }
  const line = new Float32Array(view.width * channels);
  let painted = -1;
  return (j) => {
    if (j === painted) return line;
    painted = j;
    const y = (j * cells) / view.height;
    const top = Math.floor(y) * small.width;
    const v = y - Math.floor(y);
    grids.forEach((grid, k) => {
      for (let i = 0; i < view.width; i++) {
        const x = (i * cells) / view.width;
        const left = top + Math.floor(x);
        const u = x - Math.floor(x);
        const upper = grid[left]! + (grid[left + 1]! - grid[left]!) * u;
        const lower =
          grid[left + small.width]! + (grid[left + small.width + 1]! - grid[left + small.width]!) * u;
        line[i * channels + k] = upper + (lower - upper) * v;
      }
    });
    return line;
  };
}

/** A value 0 to 1 for a pixel's field or city block, on a slightly rotated grid of `km`. */
export function plots(ground: Ground, km: number, seed: number): (i: number, j: number) => number {
  const { x0, xi, xj, y0, yi, yj } = groundKm(ground.view);
  return (i, j) => {
    const x = x0 + i * xi + j * xj;
    const y = y0 + i * yi + j * yj;
    return cellValue(
      Math.floor((x * 0.94 + y * 0.34) / km),
      Math.floor((y * 0.94 - x * 0.34) / (km * 1.4)),
      seed,
    );
  };
}
