import geodesic from 'geographiclib-geodesic';
import { describe, expect, it, test } from 'vitest';
import { PRODUCT_LEVELS } from '../../../../contract/limits.ts';
import {
  deliveredPixel,
  MODES,
  projectionsOf,
  TASKING_MINIMUM_KM2,
} from '../../../../contract/orders/product.ts';
import { taskingMinimumOf, taskingUnitPriceOf } from '../../../../server/orders/tariff.rules.ts';

/** Metres between two positions, by Karney's geodesics: another way than the rule's. */
const metres = (a: readonly [number, number], b: readonly [number, number]): number =>
  geodesic.Geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0]).s12 ?? Number.NaN;

describe('the pixel size of a simulated delivery', () => {
  const MAX = 16_000_000;

  it('is that of the sensor for an area within the limit', () => {
    // 1.1 × 1.1 km at 0.5 m: 5 megapixels
    expect(deliveredPixel(0.5, [103.8, 1.2, 103.81, 1.21], MAX)).toBe(0.5);
    expect(deliveredPixel(null, [103.8, 1.2, 103.81, 1.21], MAX)).toBe(1);
  });

  it.each([0, 1.25, 35, -60, 78])('fills the limit beyond it, at latitude %d', (latitude) => {
    const [west, east] = [10, 10.4];
    const [south, north] = [latitude - 0.1, latitude + 0.1];
    const across = metres([west, latitude], [east, latitude]);
    const down = metres([10, south], [10, north]);
    const exact = Math.sqrt((across * down) / MAX);
    const pixel = deliveredPixel(0.5, [west, south, east, north], MAX);
    expect(pixel).toBeGreaterThanOrEqual(exact * 0.9999);
    // in whole centimetres
    expect(pixel).toBeLessThan(exact + 0.011);
    expect(Math.round(pixel * 100)).toBeCloseTo(pixel * 100, 6);
  });

  it('keeps a long and narrow area within eight times the side of a square', () => {
    const degree = metres([0, -0.5], [0, 0.5]);
    const pixel = deliveredPixel(0.5, [0, -0.5, 0.0001, 0.5], MAX);
    expect(degree / pixel).toBeLessThanOrEqual(32_000);
    expect(degree / pixel).toBeGreaterThan(31_000);
  });
});

test('§4: only L1 is limited to LAT_LON', () => {
  expect(PRODUCT_LEVELS.filter((level) => projectionsOf(level).length === 1)).toEqual(['L1']);
});

test('prices follow the modes and sources of the table', () => {
  const price = (productMode: 'MONO' | 'STEREO') =>
    taskingUnitPriceOf({ sourceCode: 'C', resolution: 0.5, productMode });
  expect(price('STEREO') / price('MONO')).toBeCloseTo(MODES.STEREO.priceFactor, 4);
  expect([taskingMinimumOf('CA'), taskingMinimumOf('C')]).toEqual([
    TASKING_MINIMUM_KM2.CA,
    TASKING_MINIMUM_KM2.C,
  ]);
});
