import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { fillRings, landRings } from '../simulated/land.ts';

const WIDTH = 2048;
const HEIGHT = 1024;

/** The Earth's colours as world maps, from longitude −180° at the left and latitude 90° at the top. */
export interface Palette {
  /** Land colours without adjacent water, and water colours without adjacent land. */
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

/** The neighbours of a pixel; left and right edge wrap around. */
function besides(at: number): number[] {
  const near = [
    at % WIDTH === 0 ? at + WIDTH - 1 : at - 1,
    at % WIDTH === WIDTH - 1 ? at - WIDTH + 1 : at + 1,
  ];
  if (at >= WIDTH) near.push(at - WIDTH);
  if (at < WIDTH * (HEIGHT - 1)) near.push(at + WIDTH);
  return near;
}

/** Spreads the colours of the masked pixels outwards, so that coastal samples don't mix in the other side. */
function spread(pixels: Buffer, mask: Uint8Array, value: 0 | 1, steps: number): Float32Array {
  const rest = value === 1 ? [88, 96, 62] : [12, 30, 62];
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  const known = new Uint8Array(WIDTH * HEIGHT);
  let edge: number[] = [];
  for (let at = 0; at < mask.length; at++) {
    // pixels on the coast already have mixed colours
    const isInner = mask[at - 1] === value && mask[at + 1] === value && mask[at - WIDTH] === value;
    known[at] = mask[at] === value && isInner ? 1 : 0;
    for (let k = 0; k < 3; k++) colours[at * 3 + k] = known[at] ? pixels[at * 3 + k]! : rest[k]!;
  }
  for (let at = 0; at < mask.length; at++) {
    const isEnclosed = known[at - 1] && known[at + 1] && known[at - WIDTH] && known[at + WIDTH];
    if (known[at] && !isEnclosed) edge.push(at);
  }
  for (let step = 0; step < steps; step++) {
    const next = [...new Set(edge.flatMap((at) => besides(at).filter((other) => !known[other])))];
    for (const at of next) {
      const near = besides(at).filter((other) => known[other]);
      for (let k = 0; k < 3; k++)
        colours[at * 3 + k] = near.reduce((sum, other) => sum + colours[other * 3 + k]!, 0) / near.length;
    }
    for (const at of next) known[at] = 1;
    edge = next;
  }
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

/** The palette from NASA's Blue Marble and night lights (public domain, from three-globe). Cached. */
export function palette(): Promise<Palette> {
  reading ??= readPalette();
  return reading;
}

/** Bilinear sample of one channel of a world map at a position in degrees. */
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
