import { describe, expect, it } from 'vitest';
import { groundOfOrder } from '../../../server/orders/delivery/deliveredGrid.ts';
import { paintedSource } from '../../../server/simulator/supplier/paintedSource.ts';
import type { PixelWindow } from '../../../server/orders/delivery/pixelSource.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';

const scene = sceneOf('SEAMS', square(103.7, 1.1, 104, 1.4));

/** Mean difference of the columns on both sides of `column`, of an image in rows. */
function step(values: ArrayLike<number>, width: number, column: number): number {
  let sum = 0;
  let rows = 0;
  for (let at = column; at < values.length; at += width, rows++)
    sum += Math.abs(values[at]! - values[at - 1]!);
  return sum / rows;
}

describe('a simulated scene painted in windows', () => {
  it.each([
    // over a coast, the sea and clouds
    ['OPTICAL', 2, 20],
    ['OPTICAL', 30, 60],
    ['SAR', 2, 0],
    ['NIGHT', 8, 20],
  ] as const)('of %s at %d m with %d %% cloud has no seams', async (sensorType, pixel, cloudCover) => {
    const area = square(103.82, 1.25, 103.82 + 0.0035 * pixel, 1.25 + 0.0015 * pixel);
    const { grid, projection } = groundOfOrder('UTM', area, pixel);
    const facts = { ...scene.facts, sensorType, cloudCover };
    const source = paintedSource({ facts, geometry: scene.geometry }, grid, projection);
    const read = async (window: PixelWindow) => (await source.read(window))[0]!;
    const whole = await read({ column: 0, row: 0, width: 160, height: 128 });
    const left = await read({ column: 0, row: 0, width: 80, height: 128 });
    const right = await read({ column: 80, row: 0, width: 80, height: 128 });
    const joined = Array.from(whole, (_, at) => {
      const [x, y] = [at % 160, Math.floor(at / 160)];
      return x < 80 ? left[y * 80 + x]! : right[y * 80 + x - 80]!;
    });
    // the step from one window to the next is that of neighbours inside a window
    const usual = [40, 60, 100, 120].map((column) => step(whole, 160, column));
    expect(step(joined, 160, 80)).toBeLessThan(Math.max(...usual) * 1.5 + 1);
    const apart = joined.reduce((sum, value, at) => sum + Math.abs(value - whole[at]!), 0) / joined.length;
    expect(apart).toBeLessThan(1.5);
  });

  it('has values for every pixel, never the value of no data', async () => {
    const { grid, projection } = groundOfOrder('LAT_LON', square(103.8, 1.2, 103.802, 1.202), 1);
    const source = paintedSource(scene, grid, projection);
    const bands = await source.read({ column: 10, row: 20, width: 64, height: 32 });
    expect(bands.map((samples) => samples.length)).toEqual([2048, 2048, 2048, 2048]);
    for (const samples of bands) expect(samples.includes(source.noData)).toBe(false);
  });
});
