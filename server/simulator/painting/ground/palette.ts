import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { fillRings } from '../../../search/fillRings.ts';
import { landRings } from '../../archive/land.ts';
import { smoothstep } from '../noise.ts';
import type { View } from '../../../search/sceneView.ts';

const WIDTH = 2048;
const HEIGHT = 1024;

/** The Earth's colours as world maps of bytes, from longitude −180° at the left and latitude 90° at the top. */
export interface Palette {
  /** Land colours without adjacent water, and water colours without adjacent land. */
  land: Uint8ClampedArray;
  water: Uint8ClampedArray;
  /** Night lights, one channel. */
  night: Uint8ClampedArray;
  /** Height above the sea, of HEIGHT_MAX_KM, and how much it varies around; 255 is all. */
  height: Uint8ClampedArray;
  rugged: Uint8ClampedArray;
}

/** The world maps in a view, one value a pixel. */
export interface WorldFields {
  /** Colours of the land and of the water, 0 to 255. */
  land: readonly Float32Array[];
  water: readonly Float32Array[];
  night: Float32Array;
  /** Height above the sea, km, and how much it varies around, 0 to 1. */
  height: Float32Array;
  rugged: Float32Array;
  /** How green the land is, 0 to 1. */
  lush: Float32Array;
}

/** The highest value of the map of heights, km: the package has 8 bits, without units. */
const HEIGHT_MAX_KM = 6.4;

function imagePath(name: string): string {
  const entry = createRequire(import.meta.url).resolve('three-globe');
  return path.join(path.dirname(entry), '../example/img', name);
}

async function pixelsOf(name: string): Promise<Buffer> {
  return sharp(imagePath(name)).resize(WIDTH, HEIGHT, { fit: 'fill' }).removeAlpha().raw().toBuffer();
}

const LEFT_RIGHT_ABOVE_BELOW = new Int32Array(4);

/** A pixel's four neighbours, valid until the next call. Left and right edge wrap around; beyond a pole is the pixel itself. */
function besides(at: number): Int32Array {
  const column = at % WIDTH;
  LEFT_RIGHT_ABOVE_BELOW[0] = column === 0 ? at + WIDTH - 1 : at - 1;
  LEFT_RIGHT_ABOVE_BELOW[1] = column === WIDTH - 1 ? at - WIDTH + 1 : at + 1;
  LEFT_RIGHT_ABOVE_BELOW[2] = at < WIDTH ? at : at - WIDTH;
  LEFT_RIGHT_ABOVE_BELOW[3] = at < WIDTH * (HEIGHT - 1) ? at + WIDTH : at;
  return LEFT_RIGHT_ABOVE_BELOW;
}

/** Spreads the colours of the masked pixels outwards, so that coastal samples don't mix in the other side. */
function spread(pixels: Buffer, mask: Uint8Array, value: 0 | 1, steps: number): Uint8ClampedArray {
  const [UNKNOWN, KNOWN, NEXT] = [0, 1, 2];
  const rest = value === 1 ? [88, 96, 62] : [12, 30, 62];
  const colours = Uint8ClampedArray.from(pixels);
  const states = new Uint8Array(WIDTH * HEIGHT);
  // pixels on the coast already have mixed colours
  for (let at = WIDTH; at < mask.length - 1; at++)
    if (mask[at] === value && mask[at - 1] === value && mask[at + 1] === value && mask[at - WIDTH] === value)
      states[at] = KNOWN;
  let edge: number[] = [];
  for (let at = 0; at < states.length; at++)
    if (states[at] === UNKNOWN) colours.set(rest, at * 3);
    else if (!(states[at - 1] && states[at + 1] && states[at - WIDTH] && states[at + WIDTH])) edge.push(at);
  for (let step = 0; step < steps; step++) {
    const next: number[] = [];
    for (const at of edge)
      for (const other of besides(at))
        if (states[other] === UNKNOWN) {
          states[other] = NEXT;
          next.push(other);
        }
    for (const at of next)
      for (let k = 0; k < 3; k++) {
        let [sum, count] = [0, 0];
        for (const other of besides(at))
          if (states[other] === KNOWN) {
            sum += colours[other * 3 + k]!;
            count++;
          }
        colours[at * 3 + k] = sum / count;
      }
    for (const at of next) states[at] = KNOWN;
    edge = next;
  }
  return colours;
}

async function readPalette(): Promise<Palette> {
  const [day, night, relief] = (await Promise.all(
    ['earth-blue-marble.jpg', 'earth-night.jpg', 'earth-topology.png'].map(pixelsOf),
  )) as [Buffer, Buffer, Buffer];
  const mask = fillRings(landRings('50m'), WIDTH, HEIGHT, (x, y) => [
    ((x + 180) * WIDTH) / 360,
    ((90 - y) * HEIGHT) / 180,
  ]);
  const channels = relief.length / (WIDTH * HEIGHT);
  const lights = new Uint8ClampedArray(WIDTH * HEIGHT);
  const height = new Uint8ClampedArray(WIDTH * HEIGHT);
  const rugged = new Uint8ClampedArray(WIDTH * HEIGHT);
  for (let at = 0; at < lights.length; at++) {
    lights[at] = Math.max(night[at * 3]!, night[at * 3 + 1]!, night[at * 3 + 2]!);
    height[at] = relief[at * channels]!;
  }
  for (let at = 0; at < rugged.length; at++) {
    let most = 0;
    for (const other of besides(at)) most = Math.max(most, Math.abs(height[other]! - height[at]!));
    rugged[at] = 255 * smoothstep(0.06, 0.75, (most / 255) * HEIGHT_MAX_KM);
  }
  return { land: spread(day, mask, 1, 12), water: spread(day, mask, 0, 6), night: lights, height, rugged };
}

let reading: Promise<Palette> | undefined;

/** The palette from NASA's Blue Marble and night lights (public domain, from three-globe). Cached. */
export function palette(): Promise<Palette> {
  reading ??= readPalette();
  return reading;
}

/** Bilinear sample of one channel of a world map at a position in degrees. */
function sampleWorld(
  world: Uint8ClampedArray,
  channels: 1 | 3,
  channel: number,
  longitude: number,
  latitude: number,
): number {
  const x = ((longitude + 540) % 360) * (WIDTH / 360) - 0.5;
  const y = Math.min(HEIGHT - 1.001, Math.max(0, (90 - latitude) * (HEIGHT / 180) - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number): number =>
    world[(row * WIDTH + ((column + WIDTH) % WIDTH)) * channels + channel]!;
  const [u, v] = [x - left, y - top];
  const upper = at(left, top) * (1 - u) + at(left + 1, top) * u;
  return upper * (1 - v) + (at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u) * v;
}

/** Cells across a view between whose corners the maps are interpolated: they vary over tens of km. */
const CELLS = 8;

/** The world maps in a view. */
export function worldFields(view: View, maps: Palette): WorldFields {
  const { width, height, origin, right, down } = view;
  const across = CELLS + 1;
  const field = (map: Uint8ClampedArray, channels: 1 | 3, k: number, all = 255): Float32Array => {
    const nodes = Float32Array.from({ length: across * across }, (_, n) => {
      const [i, j] = [((n % across) * width) / CELLS, (Math.floor(n / across) * height) / CELLS];
      const longitude = origin[0] + i * right[0] + j * down[0];
      const latitude = origin[1] + i * right[1] + j * down[1];
      return sampleWorld(map, channels, k, longitude, latitude) * (all / 255);
    });
    const values = new Float32Array(width * height);
    const line = new Float32Array(across);
    for (let j = 0, at = 0; j < height; j++) {
      const y = (j * CELLS) / height;
      const top = Math.floor(y);
      const v = y - top;
      for (let n = 0; n < across; n++) {
        const upper = nodes[top * across + n]!;
        line[n] = upper + (nodes[(top + 1) * across + n]! - upper) * v;
      }
      for (let cell = 0, i = 0; cell < CELLS; cell++) {
        const from = line[cell]!;
        const step = ((line[cell + 1]! - from) * CELLS) / width;
        const start = (cell * width) / CELLS;
        for (; i < width && i * CELLS < (cell + 1) * width; i++, at++) values[at] = from + (i - start) * step;
      }
    }
    return values;
  };
  const colours = (map: Uint8ClampedArray) => [0, 1, 2].map((k) => field(map, 3, k));
  const land = colours(maps.land);
  return {
    land,
    water: colours(maps.water),
    night: field(maps.night, 1, 0),
    height: field(maps.height, 1, 0, HEIGHT_MAX_KM),
    rugged: field(maps.rugged, 1, 0, 1),
    // fields of dry plains are as brown as steppes; only deserts are bright
    lush: land[1]!.map((green, at) => {
      const red = land[0]![at]!;
      return Math.max(smoothstep(-0.06, 0.14, (green - red) / (green + 1)), 0.62 * smoothstep(128, 100, red));
    }),
  };
}
