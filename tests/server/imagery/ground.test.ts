import { describe, expect, it } from 'vitest';
import { landOfTile } from '../../../server/simulator/painting/ground/coastTiles.ts';
import { groundOf } from '../../../server/simulator/painting/ground/ground.ts';
import { noiseField } from '../../../server/simulator/painting/ground/fields.ts';
import { gridOf } from '../../../server/simulator/painting/ground/places.ts';
import type { View } from '../../../server/search/sceneView.ts';

const WORLD = 128 * 8192;
/** Degrees of a position in the coast's tiles. */
const degreesOf = (x: number, y: number): [number, number] => [
  (x / WORLD) * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI,
];
const KM = 111.195;

interface Edge {
  from: [number, number];
  to: [number, number];
  km: number;
}

/** The edges of the coast's table between 1.5 and 6 km around a place. */
function longEdges(longitude: number, latitude: number): Edge[] {
  const square = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  const [column, row] = [Math.floor(((longitude + 180) / 360) * 128), Math.floor(square * 128)];
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return landOfTile(column, row).flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, n): Edge => {
      const [from, to] = [n, n + 1].map((at) =>
        degreesOf(column * 8192 + ring[2 * at]!, row * 8192 + ring[2 * at + 1]!),
      ) as [[number, number], [number, number]];
      return { from, to, km: Math.hypot((to[0] - from[0]) * shrink, to[1] - from[1]) * KM };
    }).filter(
      ({ from, km }) =>
        km > 1.5 && km < 6 && Math.hypot((from[0] - longitude) * shrink, from[1] - latitude) * KM < 25,
    ),
  );
}

/** The longest stretch of an edge, km, along which the painted shore is within 40 m of it. */
async function straightest({ from, to, km }: Edge): Promise<number> {
  const width = Math.ceil(km / 0.02);
  const right = [(to[0] - from[0]) / width, (to[1] - from[1]) / width] as const;
  const view: View = { width, height: 1, origin: from, right, down: [right[1], -right[0]] };
  const { coast } = await groundOf(view);
  let [longest, run] = [0, 0];
  for (const distance of coast) {
    run = Math.abs(distance) < 0.04 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return (longest * km) / width;
}

describe('the shore of simulated pictures', () => {
  it.each([
    ['Singapore', 103.82, 1.32],
    ['Rotterdam', 4.3, 51.92],
    ['Hong Kong', 114.15, 22.3],
    ['Barcelona', 2.15, 41.39],
    ['New York', -74, 40.7],
  ] as const)('has no straight edge of a kilometre at %s, where the table has them', async (_, lon, lat) => {
    const edges = longEdges(lon, lat);
    expect(edges.length).toBeGreaterThan(4);
    const runs: number[] = [];
    for (const edge of edges.slice(0, 60)) runs.push(await straightest(edge));
    expect(Math.max(...runs)).toBeLessThan(1);
  });

  it('is the same at every zoom', async () => {
    const at = (step: number, size: number): View => ({
      width: size,
      height: size,
      origin: [103.8, 1.28],
      right: [step, 0],
      down: [0, -step],
    });
    const [fine, coarse] = [await groundOf(at(0.00005, 512)), await groundOf(at(0.0004, 64))];
    let [land, agreeing] = [0, 0];
    for (let n = 0; n < 64 * 64; n++) {
      const near = fine.coast[(Math.floor(n / 64) * 8 + 4) * 512 + (n % 64) * 8 + 4]!;
      if (near > 0) land++;
      if (near > 0 === coarse.coast[n]! > 0) agreeing++;
    }
    expect(land).toBeGreaterThan(400);
    expect(agreeing / (64 * 64)).toBeGreaterThan(0.97);
  });
});

/** The correlation of a field with itself, moved by columns and rows. */
function selfCorrelation(field: Float32Array, size: number, right: number, down: number): number {
  let [ab, aa, bb, a, b, count] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < size - down; y++)
    for (let x = 0; x < size - right; x++) {
      const [one, other] = [field[y * size + x]!, field[(y + down) * size + x + right]!];
      [ab, aa, bb, a, b] = [ab + one * other, aa + one * one, bb + other * other, a + one, b + other];
      count++;
    }
  return (ab - (a * b) / count) / Math.sqrt((aa - (a * a) / count) * (bb - (b * b) / count));
}

describe('the noise of simulated pictures', () => {
  const SIZE = 384;
  const view: View = {
    width: SIZE,
    height: SIZE,
    origin: [3.4, 51.2],
    right: [0.0005, 0],
    down: [0, -0.0005],
  };
  const fieldOf = (longest: number, octaves: number) =>
    noiseField(gridOf(view), { longest, octaves, gain: 0.7, seed: 503 });

  it('has no period: beyond its waves it is unlike itself, moved by whichever distance', () => {
    const field = fieldOf(0.9, 10);
    const alike: number[] = [];
    for (let far = 40; far < 300; far += 1)
      alike.push(selfCorrelation(field, SIZE, far, 0), selfCorrelation(field, SIZE, 0, far));
    expect(Math.max(...alike)).toBeLessThan(0.25);
  });

  it('has no grid: its octaves are turned, so that no column or row stands out', () => {
    // on a common grid, differences along a row vanish together at the grid's lines
    const field = fieldOf(2.4, 1);
    const steps = Array.from({ length: SIZE - 1 }, (_, x) => {
      let sum = 0;
      for (let y = 0; y < SIZE; y++) sum += Math.abs(field[y * SIZE + x + 1]! - field[y * SIZE + x]!);
      return sum;
    });
    const mean = steps.reduce((a, b) => a + b, 0) / steps.length;
    expect(Math.min(...steps) / mean).toBeGreaterThan(0.4);
  });
});
