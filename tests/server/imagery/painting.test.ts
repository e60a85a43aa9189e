import { describe, expect, it } from 'vitest';
import { coastDistances } from '../../../server/simulator/painting/ground/coastline.ts';
import { groundOf } from '../../../server/simulator/painting/ground/ground.ts';
import { paintBands } from '../../../server/simulator/painting/paint.ts';
import { placesOf } from '../../../server/simulator/painting/ground/places.ts';
import { seasonOf } from '../../../server/simulator/painting/ground/season.ts';
import type { View } from '../../../server/search/sceneView.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';

const scene = sceneOf('GROUND', square(2, 47, 2.4, 47.4), { cloudCover: 0 });
/** A north-up view, its pixels of `step` degrees. */
const viewAt = (west: number, north: number, step: number, size: number): View => ({
  width: size,
  height: size,
  origin: [west, north],
  right: [step, 0],
  down: [0, -step],
});
const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((a, b) => a + b, 0) / values.length;

/** Pearson's correlation. */
function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at]! - meanA, b[at]! - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

describe('the ground of simulated scenes', () => {
  it('is that of the map: land and sea are where OpenStreetMap has them', () => {
    const distanceAt = (longitude: number, latitude: number): number =>
      coastDistances(placesOf(viewAt(longitude, latitude, 1e-6, 1)))[0]!;
    // central Singapore, the Strait, Lake Geneva, the Alps, the Pacific, and the shore of Sentosa
    expect(distanceAt(103.85, 1.35)).toBeGreaterThan(1);
    expect(distanceAt(103.85, 1.15)).toBeLessThan(-1);
    expect(distanceAt(6.55, 46.45)).toBeLessThan(-1);
    expect(distanceAt(8.3, 46.6)).toBeGreaterThan(1);
    expect(distanceAt(-140, 10)).toBeLessThan(-1);
    // to the accuracy of the table, whose corners are cut
    expect(Math.abs(distanceAt(103.832, 1.2457))).toBeLessThan(0.65);
  });

  it('is the same in every view of a place', async () => {
    const near = await groundOf(viewAt(2.1, 47.3, 0.0004, 64));
    const shifted = await groundOf(viewAt(2.1 - 0.0004 * 24, 47.3 + 0.0004 * 40, 0.0004, 128));
    for (const field of ['woods', 'details', 'built', 'coast'] as const) {
      const apart = Array.from(near[field], (value, at) => {
        const other = shifted[field][(Math.floor(at / 64) + 40) * 128 + (at % 64) + 24]!;
        return Math.abs(value - other);
      });
      expect(Math.max(...apart)).toBeLessThan(0.02);
    }
  });

  it('agrees with itself at another resolution', async () => {
    const fine = (await paintBands(scene, viewAt(2.1, 47.3, 0.0002, 256), 4))[1]!;
    const coarse = (await paintBands(scene, viewAt(2.1, 47.3, 0.0008, 64), 4))[1]!;
    const averaged = Array.from(coarse, (_, at) => {
      const [i, j] = [(at % 64) * 4, Math.floor(at / 64) * 4];
      return mean(Array.from({ length: 16 }, (_unused, n) => fine[(j + (n >> 2)) * 256 + i + (n % 4)]!));
    });
    expect(correlation(averaged, coarse)).toBeGreaterThan(0.85);
    expect(Math.abs(mean(averaged) - mean(coarse))).toBeLessThan(4);
  });

  it('changes between two dates as the season does: woods and roads stay, crops and snow differ', async () => {
    const on = async (acquisitionDate: string) =>
      (
        await paintBands(
          { ...scene, facts: { ...scene.facts, acquisitionDate } },
          viewAt(2.1, 47.3, 0.0004, 96),
          4,
        )
      ).flatMap((band) => Array.from(band));
    const [summer, week, winter] = [
      await on('2026-06-20T10:00:00Z'),
      await on('2026-06-27T10:00:00Z'),
      await on('2026-01-05T10:00:00Z'),
    ];
    const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
      mean(Array.from(a, (value, at) => Math.abs(value - b[at]!)));
    expect(apart(summer, week)).toBeGreaterThan(0.1);
    expect(apart(summer, winter)).toBeGreaterThan(3 * apart(summer, week));
    expect(correlation(summer, winter)).toBeGreaterThan(0.5);
  });

  it('snow lies in the cold winters of the continent, and not in the tropics', () => {
    expect(seasonOf('2026-01-15T00:00:00Z', 55.7).temperature).toBeLessThan(-6);
    expect(seasonOf('2026-07-15T00:00:00Z', 55.7).temperature).toBeGreaterThan(8);
    expect(seasonOf('2026-01-15T00:00:00Z', 1.3).temperature).toBeGreaterThan(24);
    expect(seasonOf('2026-07-15T00:00:00Z', -45).warmth).toBeLessThan(0.1);
  });
});
