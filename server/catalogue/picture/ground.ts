import { CITIES } from '../cities.ts';
import { fillLand, landRings } from '../land.ts';
import { blurred, cellValue, fractal, smoothstep } from './noise.ts';
import { palette, sampleWorld, type Palette } from './palette.ts';
import { groundKm, kmPerPixel, toPixel, type View } from './view.ts';

/** What lies where in a view, one number a pixel: the same ground for every sensor and at every scale. */
export interface Ground {
  view: View;
  /** 1 on land. */
  land: Uint8Array;
  /** 0 to 1: how near the shore, in the water. */
  shallow: Float32Array;
  /** Large forms (kilometres) and small ones, about -0.7 to 0.7. */
  forms: Float32Array;
  details: Float32Array;
  /** 0 to 1: how much is built on. */
  built: Float32Array;
  palette: Palette;
}

/** Shores of the coarse outline are made finer by noise of this strength. */
const SHORE_NOISE = 0.42;
/** The outline is softened over this distance, km. */
const SHORE_KM = 0.9;
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

/** The coastline of Natural Earth as drawn, also for views that leave ±180. */
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
    const part = fillLand(near, view.width, view.height, (x, y) => map(x - turn, y));
    for (let at = 0; at < mask.length; at++) mask[at]! += part[at]!;
  }
  return mask;
}

/** How much is built around each pixel: towns grow along the noise, cities around their middles. */
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
        0.8 * city - 1.1 * forms[at]! + 0.5 * details[at]! - (1 - city) * 0.12,
      );
    }
  return built;
}

/** Lays out the ground of a view. Deterministic, and fixed to the Earth. */
export async function groundOf(view: View): Promise<Ground> {
  const { width, height } = view;
  const place = groundKm(view);
  const km = kmPerPixel(view);
  const forms = fractal(width, height, place, { longest: 13, shortest: 1.2, gain: 0.55, seed: 11 });
  const details = fractal(width, height, place, { longest: 0.9, shortest: 1.6 * km, gain: 0.72, seed: 503 });
  const shore = fractal(width, height, place, { longest: 1.7, shortest: 1.6 * km, gain: 0.6, seed: 907 });
  const drawn = outline(view);
  const pixels = (distance: number): number => Math.max(1, Math.min(60, Math.round(distance / km / 2)));
  const soft = blurred(drawn, width, height, pixels(SHORE_KM));
  const wide = blurred(soft, width, height, pixels(SHALLOW_KM));
  const land = new Uint8Array(width * height);
  for (let at = 0; at < land.length; at++) {
    land[at] = soft[at]! + SHORE_NOISE * shore[at]! * (1 - Math.abs(2 * soft[at]! - 1) * 0.6) > 0.5 ? 1 : 0;
    wide[at] = smoothstep(0, 0.75, wide[at]! + 0.15 * forms[at]! - 0.02);
  }
  const built = builtUp(view, forms, details);
  return { view, land, shallow: wide, forms, details, built, palette: await palette() };
}

/** The colours of the Earth beneath a view, interpolated between a few samples: they change over tens of kilometres. */
export function tints(
  ground: Ground,
  of: 'land' | 'water' | 'night',
): (i: number, j: number, channel: number) => number {
  const { view } = ground;
  const channels = of === 'night' ? 1 : 3;
  const cells = 8;
  const grid = new Float32Array((cells + 1) ** 2 * channels);
  for (let row = 0; row <= cells; row++)
    for (let column = 0; column <= cells; column++) {
      const [i, j] = [(column * view.width) / cells, (row * view.height) / cells];
      const longitude = view.origin[0] + i * view.right[0] + j * view.down[0];
      const latitude = view.origin[1] + i * view.right[1] + j * view.down[1];
      for (let k = 0; k < channels; k++)
        grid[(row * (cells + 1) + column) * channels + k] = sampleWorld(
          ground.palette[of],
          channels,
          k,
          longitude,
          latitude,
        );
    }
  return (i, j, channel) => {
    const [x, y] = [(i * cells) / view.width, (j * cells) / view.height];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const at = (column: number, row: number): number =>
      grid[(row * (cells + 1) + column) * channels + channel]!;
    const [u, v] = [x - left, y - top];
    const upper = at(left, top) + (at(left + 1, top) - at(left, top)) * u;
    const lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * u;
    return upper + (lower - upper) * v;
  };
}

/** A value 0 to 1 for the field, block or ship a pixel belongs to, on a grid of `km`, turned a little against north. */
export function plotValue(ground: Ground, i: number, j: number, km: number, seed: number): number {
  const { x0, xi, xj, y0, yi, yj } = groundKm(ground.view);
  const x = x0 + i * xi + j * xj;
  const y = y0 + i * yi + j * yj;
  return cellValue(
    Math.floor((x * 0.94 + y * 0.34) / km),
    Math.floor((y * 0.94 - x * 0.34) / (km * 1.4)),
    seed,
  );
}
