import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TARIFF } from '../../../../server/orders/tariff.rules.ts';
import { priceOfOrder } from '../../../../contract/orders/tariff.ts';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { sharedAreaKm2 } from '../../../../src/geo/cover/cover.ts';
import { coverWithin } from '../../../../src/geo/cover/coverWithin.ts';
import { coverOf } from '../../../../src/workers/cover.ts';
import { packedAreas } from '../../../../src/workers/packedAreas.ts';
import { square } from '../../../server/search/sceneFixtures.ts';

const aoi = aoiOf(square(103, 1, 104, 1.5));
/** Strips of the AOI by their west and east, 0 to 1. */
const strips = (...spans: readonly (readonly [number, number])[]) =>
  spans.map(([west, east]) => square(103 + west, 0.9, 103 + east, 1.6));
const found = (footprints: ReturnType<typeof strips>, wish: Parameters<typeof coverOf>[0]['wish']) => {
  const { cover } = coverOf({ aoi, footprints: packedAreas(footprints), wish });
  if (cover === undefined) throw new Error('no cover');
  return cover;
};
const plain = { gsd: 0.5, sourceCode: 'S', sensorType: 'OPTICAL' };
const budgetOf = (footprints: readonly object[], cents: number, prices = footprints.map(() => plain)) => ({
  cents,
  tariff: TARIFF,
  utype: 1,
  scenes: prices,
});

describe('best cover by clear area', () => {
  const footprints = strips([0, 1], [0, 0.5], [0.5, 1]);
  const placesBy = (clear: number[] | null, suppliers: number[] | null = null) =>
    found(footprints, { share: 1, suppliers, budget: null, clear }).places.toSorted();

  test('clear scenes are taken first, though a clouded one alone would cover all', () => {
    expect(placesBy(null)).toEqual([0]);
    expect(placesBy([0.1, 1, 1])).toEqual([1, 2]);
    expect(placesBy([1, 1, 1])).toEqual([0]);
  });

  test('what no clear scene covers is taken from a clouded one', () => {
    expect(placesBy([0.1, 1, 0])).toEqual([0, 1]);
    expect(
      found(footprints, { share: 1, suppliers: null, budget: null, clear: [0, 0, 0] }).share,
    ).toBeCloseTo(1, 6);
  });

  test('one supplier, and a budget, hold as without it', () => {
    expect(placesBy([0.1, 1, 1], [0, 1, 1])).toEqual([0]);
    const within = (cents: number) =>
      found(footprints, {
        share: 1,
        suppliers: null,
        budget: budgetOf(footprints, cents),
        clear: [0.1, 1, 1],
      });
    expect(within(1e9).places.toSorted()).toEqual([1, 2]);
    expect(within(1).places).toEqual([]);
  });
});

describe('best cover never picks what can’t be ordered', () => {
  test('one supplier: the one that covers with the fewest scenes, though two together need fewer', () => {
    const footprints = strips([0, 0.5], [0.5, 1], [0, 0.35], [0.3, 0.7], [0.65, 1]);
    // without the condition the two halves of different suppliers win
    expect(found(footprints, { share: 1, suppliers: null, budget: null }).places.toSorted()).toEqual([0, 1]);
    const one = found(footprints, { share: 1, suppliers: [0, 1, 2, 2, 2], budget: null });
    expect(one.places.toSorted()).toEqual([2, 3, 4]);
    expect(one.share).toBeCloseTo(1, 6);
  });

  test('one supplier: if none covers the wanted share, the one that covers most', () => {
    const cover = found(strips([0, 0.5], [0.4, 1]), { share: 0.95, suppliers: [0, 1], budget: null });
    expect(cover.places).toEqual([1]);
  });

  test('at most as many scenes as an order takes', () => {
    const footprints = strips([0, 0.2], [0.2, 0.5], [0.5, 0.6], [0.6, 1]);
    const isAllowed = (places: readonly number[]) => places.length <= 2;
    const cover = coverWithin(footprints, aoi, 1, { groups: null, weights: null, isAllowed });
    expect(cover.places.toSorted()).toEqual([1, 3]);
  });

  test('within a budget: the cheaper scene that fits', () => {
    const footprints = strips([0, 1], [0, 0.6]);
    const prices = [{ ...plain, gsd: 0.3 }, plain];
    const dear = found(footprints, {
      share: 0.5,
      suppliers: null,
      budget: budgetOf(footprints, 1e9, prices),
    });
    expect(dear.places).toEqual([0]);
    const limited = found(footprints, {
      share: 0.5,
      suppliers: null,
      budget: budgetOf(footprints, 6_000_000, prices),
    });
    expect(limited.places).toEqual([1]);
    expect(
      found(footprints, { share: 0.5, suppliers: null, budget: budgetOf(footprints, 1) }).places,
    ).toEqual([]);
  });

  test('within a budget, for any scenes and any budget: the price of the order is never above it', () => {
    const span = fc
      .tuple(fc.double({ min: 0, max: 0.9, noNaN: true }), fc.double({ min: 0.05, max: 0.5, noNaN: true }))
      .map(([west, width]): [number, number] => [west, west + width]);
    const one = fc.record({
      span,
      gsd: fc.constantFrom(0.3, 0.5, 1, 2),
      supplier: fc.integer({ min: 0, max: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 14 }),
        fc.integer({ min: 1, max: 6_000_000 }),
        fc.boolean(),
        (all, cents, isOneSupplier) => {
          const footprints = strips(...all.map((each) => each.span));
          const prices = all.map(({ gsd }) => ({ ...plain, gsd }));
          const { places } = found(footprints, {
            share: 0.9,
            suppliers: isOneSupplier ? all.map(({ supplier }) => supplier) : null,
            budget: budgetOf(footprints, cents, prices),
          });
          if (isOneSupplier)
            expect(new Set(places.map((at) => all[at]?.supplier)).size).toBeLessThanOrEqual(1);
          if (places.length === 0) return;
          const order = places.map((at) => ({
            ...plain,
            gsd: all[at]?.gsd ?? null,
            productId: String(at),
            areaKm2: sharedAreaKm2(footprints[at]!, aoi.geometry),
          }));
          expect(priceOfOrder(TARIFF, 1, order, 'L1').finalPrice).toBeLessThanOrEqual(cents);
        },
      ),
      { numRuns: 150 },
    );
  });
});
