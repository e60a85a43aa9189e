import { assert, constantFrom, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalPriceCents } from '../../../contract/orders/price.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { scenePrice } from '../support/scenePrice.ts';
import { estimateOf } from '../../../server/orders/pricing.rules.ts';
import { TARIFF } from '../../../server/orders/tariff.rules.ts';
import { listPriceOf, orderDiscount } from '../../../contract/orders/tariff.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';

const LARGE = square(103, 1, 104, 2);
const aoi = aoiOf(square(103.2, 1.2, 103.8, 1.8));
const price = (scenes: ReturnType<typeof sceneOf>[], cropByAoi = true, utype = 1) =>
  scenePrice(scenes, aoi, { cropByAoi, productLevel: 'L1' }, utype);

describe('what some scenes would cost (decision 6)', () => {
  const fine = sceneOf('A', LARGE, { gsd: 0.5 });
  const coarse = sceneOf('B', LARGE, { gsd: 2 });
  const other = sceneOf('C', LARGE, { supplier: 'Another' });

  it.each<
    [what: string, scenes: ReturnType<typeof sceneOf>[], areas: number[], utype: number, cents: number | null]
  >([
    ['its area by its list price, $16 a km²', [fine], [100], 1, 160_000],
    ['of several together, $6.50 for the coarser', [fine, coarse], [100, 100], 1, 225_000],
    ['the minimum of 25 km² for a small one', [fine], [0.5], 1, 40_000],
    ['less for an organisation, 5 %', [fine], [100], 2, 152_000],
    ['nothing without a scene', [], [], 1, null],
    ['nothing for one that misses the area', [fine, coarse], [100, 0], 1, null],
    ['nothing of two suppliers, which no order has', [fine, other], [100, 100], 1, null],
  ])('%s', (_, scenes, areas, utype, cents) => expect(estimateOf(scenes, areas, utype)).toBe(cents));
});

describe('the price of an archive order (decision 6)', () => {
  it('with clipping, the valuation area is the intersection of AOI and footprint', () => {
    expect(price([sceneOf('A', LARGE)]).valuationArea).toBe(Number(aoi.areaKm2.toFixed(2)));
  });

  it('without clipping, whole footprints are valuated', () => {
    const { valuationArea, aoiArea } = price([sceneOf('A', LARGE)], false);
    expect(valuationArea).toBe(Number(areaKm2(LARGE).toFixed(2)));
    expect(aoiArea).toBe(Number(aoi.areaKm2.toFixed(2)));
  });

  it('scenes are summed: two scenes of the same area are two products', () => {
    const one = price([sceneOf('A', LARGE)]).valuationArea;
    expect(price([sceneOf('A', LARGE), sceneOf('B', LARGE)]).valuationArea).toBeCloseTo(one * 2, 5);
  });

  it('the valuation area is at least the minimum area', () => {
    const tiny = aoiOf(square(103.5, 1.5, 103.51, 1.51));
    const request = { cropByAoi: true, productLevel: 'L1' } as const;
    const { valuationArea, aoiArea } = scenePrice([sceneOf('A', LARGE)], tiny, request, 1);
    expect(valuationArea).toBe(TARIFF.minimumKm2);
    expect(aoiArea).toBeLessThan(2);
  });

  it('scenes of two list prices have no common unit price, and each its own line', () => {
    const fine = sceneOf('A', LARGE, { gsd: 0.5 });
    const coarse = sceneOf('B', LARGE, { gsd: 2 });
    const { unitPrice, lines } = price([fine, coarse]);
    expect(unitPrice).toBeNull();
    expect(lines.map((line) => line.unitPrice)).toEqual([
      listPriceOf(TARIFF, fine.facts),
      listPriceOf(TARIFF, coarse.facts),
    ]);
    expect(price([fine, sceneOf('C', LARGE, { gsd: 0.5 })]).unitPrice).toBe(lines[0]?.unitPrice);
  });

  it('the final price follows the shared rule from the shown figures', () => {
    for (const productLevel of ['L1', 'L3B', 'L3D', 'L5D'] as const) {
      const shown = scenePrice([sceneOf('A', LARGE)], aoi, { cropByAoi: true, productLevel }, 6);
      const { unitPrice, finalPrice, ...rest } = shown;
      expect(unitPrice).not.toBeNull();
      expect(finalPrice).toBe(finalPriceCents({ ...rest, unitPrice: unitPrice ?? 0 }, productLevel));
    }
  });

  it('larger orders and organisations pay less per km², and no price is negative or above the list price', () => {
    const area = double({ min: 0.001, max: 1e7, noNaN: true });
    assert(
      property(area, area, constantFrom(1, 2, 3, 6, 7), (a, b, utype) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        expect(orderDiscount(TARIFF, large, utype)).toBeLessThanOrEqual(orderDiscount(TARIFF, small, utype));
        expect(orderDiscount(TARIFF, small, utype)).toBeLessThanOrEqual(orderDiscount(TARIFF, small, 1));
        expect(orderDiscount(TARIFF, small, utype)).toBeGreaterThan(0);
        expect(orderDiscount(TARIFF, small, 1)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('finer images cost more; an unknown resolution costs as much as the coarsest', () => {
    const at = (gsd: number | null) => listPriceOf(TARIFF, { sourceCode: 'S', sensorType: 'OPTICAL', gsd });
    const prices = [0.3, 0.5, 1, 2, 5, 10, 30].map(at);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    expect(at(null)).toBe(at(1000));
    expect(at(1000)).toBeGreaterThan(0);
  });
});
