import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '../../../../contract/languages.ts';
import { PRODUCT_LEVELS, type ProductLevel } from '../../../../contract/limits.ts';
import { billedKm2, finalPriceCents, priceOfParts } from '../../../../contract/orders/price.ts';
import { fraction, product } from '../../../../lab/attack/exactPrice.ts';
import { scenePrice } from '../../../server/support/scenePrice.ts';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { formatFactors, formatProduct, printedLines } from '../../../../src/ui/shared/i18n/factors.ts';
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

  it('each line of several scenes multiplies out, and the lines add up to the total', async () => {
    await applyLanguage(language);
    const part = fc.record({ productId: fc.constant('P'), unitPrice, areaKm2 });
    const parts = fc.array(part, { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(parts, discount, level, fc.constantFrom(0, 25, 100), (all, share, at, minimum) => {
        const price = { ...priceOfParts(all, at, minimum, () => share), aoiArea: null };
        const lines = printedLines(price);
        expect(lines).toHaveLength(all.length);
        let cents = 0;
        for (const line of lines) {
          const factors = formatProduct(line, at).replace('$', '').replace('\u00a0km²', '').split(' × ');
          expect(byHand(factors)).toBe(formatMoney(line.finalPrice));
          expect(line.valuationArea).toBeGreaterThanOrEqual(minimum);
          cents += line.finalPrice;
        }
        expect(price.finalPrice).toBe(cents);
        const hundredths = price.lines.reduce((sum, line) => sum + Math.round(line.valuationArea * 100), 0);
        expect(hundredths / 100).toBe(price.valuationArea);
      }),
      { numRuns: 300 },
    );
  });
});

it('two scenes at $16 print $16.00 twice, and never a mean', () => {
  const parts = [10.004, 37.777].map((areaKm2, at) => ({ productId: String(at), unitPrice: 16, areaKm2 }));
  const price = { ...priceOfParts(parts, 'L1', 25, () => 0.95), aoiArea: null };
  expect(price.unitPrice).toBe(16);
  expect(printedLines(price).map((line) => formatProduct(line, 'L1'))).toEqual([
    '$16.00 × 1.00 × 25.00\u00a0km² × 0.95',
    '$16.00 × 1.00 × 37.78\u00a0km² × 0.95',
  ]);
  // 380.00 and 574.256
  expect(price.lines.map((line) => line.finalPrice)).toEqual([38_000, 57_426]);
  expect(price.finalPrice).toBe(95_426);
});

it('a price that another back end gives without lines or factors is its own line', () => {
  const price = { unitPrice: 16, aoiArea: 1, valuationArea: null, discount: 1, finalPrice: 100 };
  expect(printedLines(price).map((line) => formatProduct(line, 'L3A'))).toEqual(['$16.00 × 1.10 × — × 1.00']);
});

it('an area is billed in hundredths of a km², and at least one of them unless it is empty', () => {
  expect([0, 0.000001, 0.005, 0.0149, 0.015, 12.345].map(billedKm2)).toEqual([
    0, 0.01, 0.01, 0.01, 0.02, 12.35,
  ]);
});

it('each scene is billed for the minimum area at least, whatever the others have', () => {
  const parts = [1, 24.994, 24.996, 300].map((areaKm2) => ({
    productId: String(areaKm2),
    unitPrice: 10,
    areaKm2,
  }));
  const price = priceOfParts(parts, 'L1', 25, () => 1);
  expect(price.lines.map((line) => line.valuationArea)).toEqual([25, 25, 25, 300]);
  expect([price.valuationArea, price.finalPrice]).toEqual([375, 375_000]);
});
