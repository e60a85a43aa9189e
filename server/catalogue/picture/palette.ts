import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { fillRings, landRings } from '../land.ts';

const WIDTH = 2048;
const HEIGHT = 1024;

/** The Earth's colours, a picture of the whole world each: longitude -180 at the left, latitude 90 on top. */
export interface Palette {
  /** Land without the water beside it, water without the land. */
  land: Float32Array;
  water: Float32Array;
  /** Night lights, 0 to 255, one channel. */
  night: Float32Array;
}

function imagePath(name: string): string {
  const entry = createRequire(import.meta.url).resolve('three-globe');
  return path.join(path.dirname(entry), '../example/img', name);
}

async function pixelsOf(name: string): Promise<Buffer> {
  return sharp(imagePath(name)).resize(WIDTH, HEIGHT, { fit: 'fill' }).removeAlpha().raw().toBuffer();
}

/**
 * The colours of the wanted pixels, spread outwards into the others step by step, so that a sample near a coast holds no
 * colour from across it.
 */
function spread(pixels: Buffer, mask: Uint8Array, wanted: 0 | 1, steps: number): Float32Array {
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  let known = new Uint8Array(WIDTH * HEIGHT);
  for (let at = 0; at < mask.length; at++) {
    // the outermost pixels are mixed already
    const isInner = mask[at - 1] === wanted && mask[at + 1] === wanted && mask[at - WIDTH] === wanted;
    if (mask[at] !== wanted || !isInner) continue;
    known[at] = 1;
    for (let k = 0; k < 3; k++) colours[at * 3 + k] = pixels[at * 3 + k]!;
  }
  for (let step = 0; step < steps; step++) {
    const next = known.slice();
    for (let at = WIDTH; at < mask.length - WIDTH; at++) {
      if (known[at]) continue;
      const near = [at - 1, at + 1, at - WIDTH, at + WIDTH].filter((other) => known[other]);
      if (near.length === 0) continue;
      next[at] = 1;
      for (let k = 0; k < 3; k++)
        colours[at * 3 + k] = near.reduce((sum, other) => sum + colours[other * 3 + k]!, 0) / near.length;
    }
    known = next;
  }
  const rest = wanted === 1 ? [88, 96, 62] : [12, 30, 62];
  for (let at = 0; at < mask.length; at++)
    if (!known[at]) for (let k = 0; k < 3; k++) colours[at * 3 + k] = rest[k]!;
  return colours;
}

async function readPalette(): Promise<Palette> {
  const [day, night] = await Promise.all([pixelsOf('earth-blue-marble.jpg'), pixelsOf('earth-night.jpg')]);
  const mask = fillRings(landRings('10m'), WIDTH, HEIGHT, (x, y) => [
    ((x + 180) * WIDTH) / 360,
    ((90 - y) * HEIGHT) / 180,
  ]);
  const lights = new Float32Array(WIDTH * HEIGHT);
  for (let at = 0; at < lights.length; at++)
    lights[at] = Math.max(night[at * 3]!, night[at * 3 + 1]!, night[at * 3 + 2]!);
  return { land: spread(day, mask, 1, 12), water: spread(day, mask, 0, 6), night: lights };
}

let reading: Promise<Palette> | undefined;

/** The palette from NASA's Blue Marble and night lights (public domain, by way of three-globe). Read once. */
export function palette(): Promise<Palette> {
  reading ??= readPalette();
  return reading;
}

/** A channel of a world picture at a place in degrees, bilinear. */
export function sampleWorld(
  world: Float32Array,
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
