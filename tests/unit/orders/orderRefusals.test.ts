import { describe, expect, test } from 'vitest';
import { areaCapKm2 } from '../../../contract/limits.ts';
import type { TaskingPriceRequest } from '../../../contract/orders/orders.ts';
import { Refusal } from '../../../server/base/refusal.ts';
import { areaAnswer } from '../../../server/base/areas/areaTask.ts';
import { scenePrice } from '../../server/support/scenePrice.ts';
import { isCancellable } from '../../../contract/orders/orderStatus.ts';
import { named } from '../../../server/search/knownScenes.rules.ts';
import { orderScenes, priceOfTasking } from '../../../server/orders/pricing.rules.ts';
import { cappedAoi } from '../../../server/search/area.rules.ts';
import { listPriceOf, orderDiscount } from '../../../contract/orders/tariff.ts';
import { TARIFF } from '../../../server/orders/tariff.rules.ts';
import { checkTasking } from '../../../server/orders/tasking.rules.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { sceneOf, square } from '../../server/search/sceneFixtures.ts';

/** The key and parameters of the refusal; null if there is none. */
function refusalOf(rule: () => unknown): [string, unknown] | null {
  try {
    rule();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return [error.key, error.params];
    throw error;
  }
}

/** The answer about a WKT text. */
const checkedArea = (wkt: string) => areaAnswer({ kind: 'area', wkt });

const wktOf = (west: number, south: number, size: number) =>
  `POLYGON((${west} ${south}, ${west + size} ${south}, ${west + size} ${south + size}, ${west} ${south + size}, ${west} ${south}))`;

describe('§5 Search: the area cap of an account', () => {
  test.each([
    [1, 100_000],
    [2, 5_000_000],
    [3, 10_000_000],
    [6, 10_000_000],
  ])('utype %i: %i km²', (utype, km2) => {
    expect(areaCapKm2(utype)).toBe(km2);
  });

  test('an order over the cap is refused with the cap; an order within it is not', async () => {
    await expect(cappedAoi(wktOf(100, 0, 10), 1)).rejects.toMatchObject({
      key: 'areaOverLimit',
      params: { limit: 100_000 },
    });
    expect((await cappedAoi(wktOf(103, 1, 1), 1)).areaKm2).toBeCloseTo(12_305, -2);
  });

  test('an invalid area is refused with its own sentence', () => {
    expect(refusalOf(() => checkedArea('POLYGONX'))?.[0]).toBe('geometry.wktIncorrect');
    expect(refusalOf(() => checkedArea('POINT(1 2)'))).toEqual([
      'geometry.typeIncorrect',
      { type: 'POINT', allowed: 'POLYGON, MULTIPOLYGON' },
    ]);
    expect(refusalOf(() => checkedArea('POLYGON((20 95, 21 95, 21 96, 20 95))'))?.[0]).toBe(
      'geometry.coordinatesInvalid',
    );
    expect(refusalOf(() => checkedArea('POLYGON((0 0, 1 1, 1 0, 0 1, 0 0))'))).toEqual([
      'geometry.selfCrossing',
      { lon: 0.5, lat: 0.5 },
    ]);
    // a programming error is not reported as the user's mistake
    expect(() => checkedArea(7 as never)).not.toThrow(Refusal);
  });
});

describe('§5 Orders in general: the scenes of an order', () => {
  const place = square(103, 1, 104, 2);
  const [one, other] = [sceneOf('A', place), sceneOf('B', place)];
  const foreign = sceneOf('C', place, { supplier: 'Another' });

  test('come in the requested order, without duplicates', () => {
    const list = orderScenes(['B', 'A', 'B'], [one, other]);
    expect(list.map(({ facts }) => facts.productId)).toEqual(['B', 'A']);
    expect(orderScenes(['A'], [one])).toEqual([one]);
  });

  test('no scenes, unknown scenes and scenes of two suppliers are refused', () => {
    expect(refusalOf(() => orderScenes([], []))).toEqual(['nothingSelected', {}]);
    expect(refusalOf(() => orderScenes(['A', 'X'], [one]))).toEqual(['productUnknown', { products: 'X' }]);
    expect(refusalOf(() => orderScenes(['A', 'C'], [one, foreign]))).toEqual([
      'severalSuppliers',
      { suppliers: 'Another, Skyview Imaging' },
    ]);
  });

  test('a refusal names at most three scenes, each shortened', () => {
    expect(named(['A', 'B', 'C'])).toBe('A, B, C');
    expect(named(['A', 'B', 'C', 'D'])).toBe('A, B, C …');
    expect(named(['x'.repeat(100)])).toBe('x'.repeat(100));
    expect(named([`y${'x'.repeat(100)}`])).toBe(`y${'x'.repeat(99)}…`);
  });

  test('scenes outside the AOI are refused by name', () => {
    const crop = { cropByAoi: true, productLevel: 'L1' } as const;
    const far = sceneOf('F', square(50, 1, 51, 2));
    const aoi = aoiOf(square(103.2, 1.2, 103.8, 1.8));
    expect(refusalOf(() => scenePrice([one, far], aoi, crop, 1))).toEqual([
      'productElsewhere',
      { products: 'F' },
    ]);
    // whole scenes too: one that covers nothing of the AOI is not what was asked for
    const whole = { ...crop, cropByAoi: false };
    expect(refusalOf(() => scenePrice([one, far], aoi, whole, 1))).toEqual([
      'productElsewhere',
      { products: 'F' },
    ]);
    // an overlap of 0.6 km² is enough
    const narrow = aoiOf(square(103.99995, 1.2, 104.5, 1.7));
    expect(refusalOf(() => scenePrice([one], narrow, crop, 1))).toBeNull();
  });
});

describe('the factors of a price', () => {
  const aoi = aoiOf(square(103.21, 1.23, 103.83, 1.87));
  const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;

  test('areas are billed to 0.01 km²; a new acquisition has a list price with at most 4 decimals', () => {
    const scenes = [
      sceneOf('A', square(103, 1, 103.5, 2)),
      sceneOf('B', square(103.5, 1, 104, 1.7), { gsd: 0.9, sourceCode: 'C' }),
    ];
    const price = scenePrice(scenes, aoi, { cropByAoi: true, productLevel: 'L1' }, 1);
    expect([price.aoiArea, price.valuationArea].map(decimalsOf)).toEqual([2, 2]);
    const request = {
      sourceCode: 'S',
      resolution: 0.5,
      productMode: 'MONO',
      productLevel: 'L1',
      cropByAoi: true,
    } as const;
    const tasking = priceOfTasking(aoi, request, 1);
    expect([tasking.aoiArea, tasking.valuationArea].map(decimalsOf)).toEqual([2, 2]);
    expect(tasking.unitPrice).toBe(Number(tasking.unitPrice.toFixed(4)));
  });

  test('a volume class begins at its area; an unknown product costs the base price', () => {
    expect([499.9, 500, 2000, 10_000].map((area) => orderDiscount(TARIFF, area, 1))).toEqual([
      1, 0.95, 0.9, 0.85,
    ]);
    expect([1, 2, 3, 5, 6, 7].map((utype) => orderDiscount(TARIFF, 0, utype))).toEqual([
      1, 0.95, 1, 1, 0.9, 0.9,
    ]);
    const scene = { sourceCode: 'S', sensorType: 'OPTICAL', gsd: 0.5 };
    expect(listPriceOf(TARIFF, { ...scene, sourceCode: null, sensorType: null })).toBe(
      listPriceOf(TARIFF, scene),
    );
  });
});

test('§4: an order past status 4 can’t be cancelled', () => {
  expect(([1, 3, 4, 5, 6, 7, 8, 9] as const).filter(isCancellable)).toEqual([1, 3, 4]);
});

describe('§5 Tasking from search: refused forms', () => {
  const now = new Date('2026-11-21T23:59:59Z');
  const form: TaskingPriceRequest = {
    aoiWkt: wktOf(103, 1, 0.3),
    sourceCode: 'C',
    resolution: 1,
    productMode: 'MONO',
    productLevel: 'L3A',
    projection: 'UTM',
    taskingWindowStart: '2026-11-22',
    taskingWindowEnd: '2026-11-22',
    cropByAoi: true,
    maxCloudCover: 30,
    maxOffNadirAngle: 45,
    productLevelAppend: 'L1',
    contractNum: '',
  };
  const supplier = { canTask: (_source: unknown, resolution: number) => resolution >= 0.3 };
  const refused = (patch: object, utype = 6) =>
    refusalOf(() => checkTasking({ ...form, ...patch }, utype, now, supplier));

  test('a window of one day that begins tomorrow is accepted', () => {
    expect(refused({})).toBeNull();
    expect(refused({ sourceCode: 'CA' })).toBeNull();
    expect(refused({ productLevel: 'L1', projection: 'LAT_LON', productLevelAppend: undefined })).toBeNull();
  });

  test.each([
    [{ productMode: 'TRISTEREO' }, 'tristereo'],
    [{ taskingWindowStart: '2026-11-21' }, 'startNotFuture'],
    [{ taskingWindowStart: '2026-11-23' }, 'windowReversed'],
    [{ resolution: 0.01 }, 'resolutionFiner'],
    [{ productLevel: 'L1', productLevelAppend: undefined }, 'projectionFixed'],
    [{ productLevel: 'L1', projection: 'LAT_LON' }, 'appendNotOffered'],
    [{ sourceCode: 'S' }, 'appendNotOffered'],
  ])('%o: %s', (patch, key) => {
    expect(refused(patch)?.[0]).toBe(key);
  });

  test('only contract accounts may name a contract number', () => {
    expect(refused({ contractNum: 'HC-1' }, 5)?.[0]).toBe('contractNumNotAllowed');
    expect(refused({ contractNum: 'HC-1' }, 6)).toBeNull();
    expect(refused({}, 5)).toBeNull();
  });
});
