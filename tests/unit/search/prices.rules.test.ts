import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scene } from '../../../contract/search.ts';
import { scenePrice } from '../../server/support/scenePrice.ts';
import { TARIFF } from '../../../server/orders/tariff.rules.ts';
import type { StoredScene } from '../../../server/search/scenes.ts';
import { aoiOf, type Aoi } from '../../../src/geo/aoi.ts';
import { readAreaWkt } from '../../../src/geo/wkt/wkt.ts';
import { billedTwice } from '../../../src/machines/orders/orderWarnings.rules.ts';
import {
  estimateOf,
  noteAreas,
  overlapOf,
  readyEstimateOf,
} from '../../../src/machines/search/results.rules.ts';
import { NEW_PRODUCT } from '../../../src/machines/orders/product.rules.ts';
import { sceneOf, square } from '../../server/search/sceneFixtures.ts';
import * as sample from '../../model/shared/samples.ts';

/** A scene as the server has it and as its reply has it. */
function both(id: string, geometry: Scene['geometry'], facts: Partial<Scene['properties']> = {}) {
  const stored: StoredScene = sceneOf(id, geometry, facts as Parameters<typeof sceneOf>[2]);
  const base = sample.scene(id, 'one');
  const properties = { ...base.properties, ...stored.facts } as Scene['properties'];
  return { stored, shown: { ...base, geometry, properties } satisfies Scene };
}
const formPrice = (scenes: readonly StoredScene[], aoi: Aoi, utype: number): number =>
  // the server reads the area from the WKT of the request
  scenePrice(scenes, aoiOf(readAreaWkt(aoi.wkt)), NEW_PRODUCT, utype).finalPrice;

const degrees = (from: number, to: number) => fc.double({ min: from, max: to, noNaN: true });
const box = fc
  .tuple(degrees(103, 104), degrees(1, 2), degrees(0.001, 1), degrees(0.001, 1))
  .map(([west, south, width, height]) => square(west, south, west + width, south + height));
const quad = fc
  .tuple(degrees(103, 104), degrees(1, 2), degrees(0.05, 1), degrees(0.05, 1), degrees(-0.04, 0.04))
  .map(([x, y, width, height, slant]): Scene['geometry'] => ({
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x + width, y + slant],
        [x + width - slant, y + height],
        [x - slant, y + height],
        [x, y],
      ],
    ],
  }));
const facts = fc.record({
  gsd: fc.constantFrom(0.3, 0.5, 0.75, 2, 10, null),
  sourceCode: fc.constantFrom('S' as const, 'C' as const, 'CA' as const, 'A' as const, null),
  sensorType: fc.constantFrom('OPTICAL' as const, 'SAR' as const, 'VIDEO' as const, null),
});
const utype = fc.constantFrom(1, 2, 3, 6);

describe('a price per row and for the selection, before the form opens', () => {
  test('equals what the form shows for the same scene and its default options', () => {
    fc.assert(
      fc.property(box, quad, facts, utype, (area, footprint, known, type) => {
        const aoi = aoiOf(area);
        const { stored, shown } = both('A', footprint, known);
        const estimate = estimateOf([shown], aoi, { tariff: TARIFF, utype: type });
        fc.pre(estimate !== null);
        expect(estimate?.cents).toBe(formPrice([stored], aoi, type));
      }),
      { numRuns: 400 },
    );
  });

  test('equals what the form shows for several scenes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(quad, facts), { minLength: 2, maxLength: 12 }), utype, (list, type) => {
        const aoi = aoiOf(square(103, 1, 105, 3));
        const scenes = list.map(([footprint, known], at) => both(`S${at}`, footprint, known));
        const shown = scenes.map((one) => one.shown);
        const estimate = estimateOf(shown, aoi, { tariff: TARIFF, utype: type });
        expect(estimate?.cents).toBe(
          formPrice(
            scenes.map((one) => one.stored),
            aoi,
            type,
          ),
        );
      }),
      { numRuns: 100 },
    );
  });

  const aoi = aoiOf(square(103, 1, 103.4, 1.2));
  const pricing = { tariff: TARIFF, utype: 1 };
  const [left, right] = [
    both('L', square(103, 1, 103.25, 1.2)).shown,
    both('R', square(103.15, 1, 103.4, 1.2)).shown,
  ];

  test('is not given where the form would refuse: no area, several suppliers, more than an order holds', () => {
    const far = both('F', square(110, 1, 111, 2)).shown;
    const foreign = { ...right, properties: { ...right.properties, supplier: 'Another' } };
    expect(estimateOf([], aoi, pricing)).toBeNull();
    expect(estimateOf([left, far], aoi, pricing)).toBeNull();
    expect(estimateOf([left, foreign], aoi, pricing)).toBeNull();
    const times = (length: number) => Array.from({ length }, () => left);
    expect(estimateOf(times(101), aoi, pricing)).toBeNull();
    // 100 is the most an order holds
    expect(estimateOf(times(100), aoi, pricing)).not.toBeNull();
    expect(readyEstimateOf(times(100), aoi, pricing)).toEqual(estimateOf(times(100), aoi, pricing));
    expect(readyEstimateOf(times(101), aoi, pricing)).toBeNull();
  });

  test('overlap that is billed twice has its area and its part of the price', () => {
    const estimate = estimateOf([left, right], aoi, pricing);
    if (estimate === null) throw new Error('no estimate');
    // 0.1° of the 0.4° are in both
    const overlap = overlapOf([left, right], aoi, aoi.areaKm2, estimate, TARIFF.minimumKm2);
    expect(overlap?.areaKm2).toBeCloseTo(aoi.areaKm2 / 4, 6);
    // of the areas as they are billed, to 0.01 km²
    expect(Math.abs((overlap?.cents ?? 0) - estimate.cents / 5)).toBeLessThan(5);
    // nothing is paid twice if the scenes don't overlap, or are within the smallest billed area
    expect(overlapOf([left], aoi, aoi.areaKm2 * 0.625, estimate, 25)).toBeNull();
    expect(overlapOf([left, right], aoi, aoi.areaKm2, estimate, 5_000)).toBeNull();
    // nor if they share less than 0.01 km², or no more than their minimum areas have left
    const [one, two] = [{ ...left }, { ...right }];
    noteAreas([one, two], aoi, [30, 20]);
    const shared = (togetherKm2: number, minimumKm2: number) =>
      overlapOf([one, two], aoi, togetherKm2, { cents: 5_000, billedKm2: 50 }, minimumKm2);
    expect([shared(49.991, 20), shared(40, 30), shared(40, 31)]).toEqual([null, null, null]);
    expect(shared(49.99 - 1e-6, 20)?.areaKm2).toBeCloseTo(0.01, 5);
    expect(shared(49.5, 20)).toMatchObject({ areaKm2: 0.5, cents: 50 });
    // 10 km² are shared, of which 5 are billed beyond the minimum of the first and none of the second
    expect(shared(40, 25)).toEqual({ areaKm2: 10, cents: 500 });
  });

  test('overlap that is billed twice is said in the order form too, with its area', () => {
    const scenes = [left, right];
    const estimate = estimateOf(scenes, aoi, pricing);
    if (estimate === null) throw new Error('no estimate');
    const { cents: finalPrice, billedKm2: valuationArea } = estimate;
    const priced = { ...sample.price, finalPrice, valuationArea, minimumArea: TARIFF.minimumKm2 };
    const inForm = billedTwice(scenes, aoi, true, priced);
    expect(inForm).toEqual(overlapOf(scenes, aoi, aoi.areaKm2, estimate, TARIFF.minimumKm2));
    // whole scenes are twice as high as this AOI, and so is what they have in common
    const half = aoiOf(square(103, 1, 103.4, 1.1));
    expect(billedTwice(scenes, half, false, priced)?.areaKm2).toBeCloseTo(inForm?.areaKm2 ?? 0, 6);
    expect(billedTwice([left], aoi, true, priced)).toBeNull();
    expect(billedTwice(scenes, aoi, true, null)).toBeNull();
  });

  // how long 5,000 rows take is measured by `npm run bench -- resultsList`
  test('areas that a worker found are priced as they are, and a selection is priced once they are there', () => {
    const scenes = [both('WHOLE', square(103, 1, 104, 2)).shown, both('NEXT', square(103, 1, 104, 2)).shown];
    expect(readyEstimateOf(scenes, aoi, pricing)).toBeNull();
    // not what the footprint gives, so that the price shows where its area comes from
    noteAreas(scenes, aoi, Float64Array.of(100, 50));
    expect(readyEstimateOf(scenes, aoi, pricing)?.billedKm2).toBe(150);
    expect(estimateOf(scenes.slice(0, 1), aoi, pricing)?.billedKm2).toBe(100);
  });
});
