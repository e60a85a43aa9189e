import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersOf, NONE, seeded } from '../../../src/raster/kMeans.ts';

/** The given number of pixels around each centre, with deterministic noise. */
function pixelsAround(centres: readonly number[][], each: number) {
  const random = seeded(3);
  const size = centres.length * each;
  const bands = centres[0]!.map(() => new Float32Array(size));
  for (let at = 0; at < size; at++)
    bands.forEach((band, b) => {
      band[at] = centres[at % centres.length]![b]! + 20 * (random() - 0.5);
    });
  return { bands, valid: new Uint8Array(size).fill(1) };
}

describe('k-means land-cover classes', () => {
  const CENTRES = [
    [600, 300, 150],
    [400, 900, 3_500],
    [2_000, 2_100, 2_300],
  ];

  test('well-separated groups are found, darkest first, with their means', () => {
    const { bands, valid } = pixelsAround(CENTRES, 500);
    const { classes, means } = clustersOf(bands, valid, 3);
    const order = [0, 1, 2].map((one) => classes[one]);
    expect(new Set(order).size).toBe(3);
    classes.forEach((one, at) => expect(one).toBe(order[at % 3]));
    const sums = means.map((of) => of.reduce((sum, value) => sum + value, 0));
    expect(sums).toEqual(sums.toSorted((a, b) => a - b));
    CENTRES.forEach((centre, at) =>
      centre.forEach((value, band) => expect(Math.abs(means[order[at]!]![band]! - value)).toBeLessThan(3)),
    );
  });

  test('the same pixels give the same classes', () => {
    const { bands, valid } = pixelsAround(CENTRES, 300);
    expect(clustersOf(bands, valid, 5)).toEqual(clustersOf(bands, valid, 5));
  });

  test('every valid pixel is in one class, equal pixels are in the same, and invalid ones are in none', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 5_000 }), fc.boolean()),
          { minLength: 1, maxLength: 120 },
        ),
        fc.integer({ min: 2, max: 8 }),
        (pixels, count) => {
          const bands = [0, 1].map((band) => Float32Array.from(pixels, (pixel) => pixel[band] as number));
          const valid = Uint8Array.from(pixels, ([, , counts]) => (counts ? 1 : 0));
          const { classes, means } = clustersOf(bands, valid, count);
          expect(means.length).toBeLessThanOrEqual(count);
          classes.forEach((one, at) => expect(one === NONE).toBe(valid[at] === 0));
          // no class is empty, and equal pixels share a class
          const used = new Set([...classes].filter((one) => one !== NONE));
          expect(used.size).toBe(means.length);
          const byValue = new Map<string, number>();
          pixels.forEach(([a, b, counts], at) => {
            if (!counts) return;
            const key = `${a} ${b}`;
            expect(byValue.get(key) ?? classes[at]).toBe(classes[at]);
            byValue.set(key, classes[at]!);
          });
        },
      ),
    );
  });

  test('progress rises to 1', () => {
    const { bands, valid } = pixelsAround(CENTRES, 4_000);
    const shares: number[] = [];
    clustersOf(bands, valid, 3, (share) => shares.push(share));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  test('without valid pixels there is no class', () => {
    expect(clustersOf([Float32Array.of(1, 2)], new Uint8Array(2), 3).means).toEqual([]);
  });
});
