import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '../../../../contract/languages.ts';
import { PRODUCT_LEVELS, type ProductLevel } from '../../../../contract/limits.ts';
import { billedKm2, finalPriceCents, priceOfParts } from '../../../../contract/orders/price.ts';
import { fraction, product } from '../../../../lab/attack/exactPrice.ts';
import { scenePrice } from '../../../server/support/scenePrice.ts';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { formatFactors, formatPriceLine, unitPriceLabel } from '../../../../src/ui/shared/i18n/factors.ts';
import { formatMoney } from '../../../../src/ui/shared/i18n/formats.ts';
import { applyLanguage } from '../../../../src/ui/shared/i18n/language.ts';
import { sceneOf, square } from '../../../server/search/sceneFixtures.ts';

/** The product of the printed factors, computed by hand: exact, rounded half up to cents. */
function byHand(factors: readonly string[]): string {
  const { over, under } = product(
    ...factors.map((text) => fraction(text.replaceAll(',', ''))),
    fraction('100'),
  );
  return formatMoney(Number((2n * over + under) / (2n * under)));
}

const level = fc.constantFrom<ProductLevel>(...PRODUCT_LEVELS);
/** List prices of tariffs: up to four decimals. */
const unitPrice = fc.integer({ min: 1, max: 2_000_000 }).map((price) => price / 10_000);
const discount = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((share) => share / 10_000),
  fc.double({ min: 0.01, max: 1, noNaN: true }),
);
const areaKm2 = fc.double({ min: 1e-6, max: 50_000, noNaN: true });

afterAll(() => applyLanguage('en'));

describe.each(LANGUAGE_CODES)('the sum multiplies out, in %s', (language) => {
  it('16.00 × 430.93 shows 6,894.88, also for an area that is not a whole 0.01 km²', async () => {
    await applyLanguage(language);
    const aoi = aoiOf(square(103.7, 1.2, 103.87958, 1.395));
    const scene = sceneOf('A', square(103, 1, 104, 2), { gsd: 0.5, sourceCode: 'S' });
    const price = scenePrice([scene], aoi, { cropByAoi: true, productLevel: 'L1' }, 1);
    expect(formatFactors(price, 'L1')).toMatchObject({ unitPrice: '16.00', valuationArea: '430.93' });
    expect(aoi.areaKm2).toBeCloseTo(430.93255, 5);
    expect(formatMoney(price.finalPrice)).toBe('$6,894.88');
  });

  it('the printed factors of any price give its printed total by hand', async () => {
    await applyLanguage(language);
    fc.assert(
      fc.property(unitPrice, areaKm2, discount, level, (price, area, share, at) => {
        const quote = { unitPrice: price, valuationArea: billedKm2(area), discount: share };
        const printed = formatFactors(quote, at);
        expect(printed.valuationArea).toMatch(/\.\d\d$/);
        expect(byHand(Object.values(printed))).toBe(formatMoney(finalPriceCents(quote, at)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('a back end that bills areas to the square metre has them printed to the square metre', async () => {
    await applyLanguage(language);
    fc.assert(
      fc.property(unitPrice, fc.integer({ min: 1, max: 1e11 }), discount, level, (price, m2, share, at) => {
        const quote = { unitPrice: price, valuationArea: m2 / 1e6, discount: share };
        expect(byHand(Object.values(formatFactors(quote, at)))).toBe(formatMoney(finalPriceCents(quote, at)));
      }),
    );
  });

  it('each line of several scenes multiplies out, the lines add up to the total, and so do the factors', async () => {
    await applyLanguage(language);
    const part = fc.record({ productId: fc.constant('P'), unitPrice, areaKm2 });
    const parts = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 100 }),
      fc
        .tuple(unitPrice, fc.array(part, { minLength: 1, maxLength: 100 }))
        .map(([one, all]) => all.map((other) => ({ ...other, unitPrice: one }))),
    );
    fc.assert(
      fc.property(parts, discount, level, fc.constantFrom(0, 25, 100), (all, share, at, minimum) => {
        const price = priceOfParts(all, at, minimum, () => share);
        for (const line of price.lines) {
          const [factors = '', sum = ''] = formatPriceLine(line, price, at).split(' = ');
          expect(byHand(factors.replace('$', '').replace(' km²', '').split(' × '))).toBe(sum);
        }
        const printed = formatMoney(price.finalPrice);
        expect(formatMoney(price.lines.reduce((sum, line) => sum + line.finalPrice, 0))).toBe(printed);
        expect(byHand(Object.values(formatFactors(price, at)))).toBe(printed);
        const hundredths = price.lines.reduce((sum, line) => sum + Math.round(line.valuationArea * 100), 0);
        expect(hundredths / 100).toBe(price.valuationArea);
        expect(price.valuationArea).toBeGreaterThanOrEqual(minimum);
      }),
      { numRuns: 300 },
    );
  });
});

it('several list prices have a mean, which is called so', () => {
  const mixed = priceOfParts(
    [
      { productId: 'A', unitPrice: 16, areaKm2: 100 },
      { productId: 'B', unitPrice: 10, areaKm2: 50 },
    ],
    'L1',
    25,
    () => 1,
  );
  expect([mixed.unitPrice, mixed.finalPrice]).toEqual([14, 210_000]);
  expect(unitPriceLabel({ ...mixed, aoiArea: 1 })).toBe('order.meanUnitPrice');
  const [line] = mixed.lines;
  expect(line && unitPriceLabel({ ...mixed, unitPrice: 16, lines: [line], aoiArea: 1 })).toBe(
    'order.unitPrice',
  );
});

it('an area is billed in hundredths of a km², and at least one of them unless it is empty', () => {
  expect([0, 0.000001, 0.005, 0.0149, 0.015, 12.345].map(billedKm2)).toEqual([
    0, 0.01, 0.01, 0.01, 0.02, 12.35,
  ]);
});

it('a mean of list prices gives a total of one cent, and of nothing', () => {
  const partOf = (unitPrice: number, areaKm2: number) => ({ productId: 'A', unitPrice, areaKm2 });
  const meanOf = (parts: ReturnType<typeof partOf>[], discount = 1) => {
    const { unitPrice, valuationArea, finalPrice } = priceOfParts(parts, 'L1', 0, () => discount);
    return { unitPrice, valuationArea, finalPrice };
  };
  // 0.01 $ × 0.5 km² is half a cent and rounded up, 0.02 $ × 0.2 km² rounded down; 0.01 $ × 0.7 km² rounds to a cent
  expect(meanOf([partOf(0.01, 0.5), partOf(0.02, 0.2)])).toEqual({
    unitPrice: 0.01,
    valuationArea: 0.7,
    finalPrice: 1,
  });
  const nothing = { unitPrice: 0, valuationArea: 0.02, finalPrice: 0 };
  expect(meanOf([partOf(0, 0.01), partOf(0.01, 0.01)])).toEqual(nothing);
  expect(meanOf([partOf(16, 0.01), partOf(10, 0.01)], 0)).toEqual(nothing);
});

it('what rounding leaves over goes to the largest remainder', () => {
  // 3.571428…, 7.142857… and 14.285714… km²
  const parts = [1, 2, 4].map((areaKm2) => ({ productId: String(areaKm2), unitPrice: 10, areaKm2 }));
  const price = priceOfParts(parts, 'L1', 25, () => 1);
  expect(price.lines.map((line) => line.valuationArea)).toEqual([3.57, 7.14, 14.29]);
});

it('a small order is raised to the minimum area, in proportion to its scenes', () => {
  const parts = [1, 2, 3].map((areaKm2) => ({ productId: String(areaKm2), unitPrice: 10, areaKm2 }));
  const price = priceOfParts(parts, 'L1', 25, () => 1);
  expect(price.lines.map((line) => line.valuationArea)).toEqual([4.17, 8.33, 12.5]);
  expect([price.valuationArea, price.finalPrice]).toEqual([25, 25_000]);
});
