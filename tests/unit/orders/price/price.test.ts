import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRODUCT_LEVELS } from '../../../../contract/limits.ts';
import { finalPriceCents, levelFactor, type Quote } from '../../../../contract/orders/price.ts';
import { exactCents } from '../../../../lab/attack/exactPrice.ts';

const wantedCents = (...figures: Parameters<typeof exactCents>): number => Number(exactCents(...figures));

function quoteOf(unitPrice: string, area: string, discount: string): Quote {
  return { unitPrice: Number(unitPrice), valuationArea: Number(area), discount: Number(discount) };
}

const UNIT_PRICES = ['0.01', '3.5', '12.345', '17.5', '24.9999', '100'];
const AREAS = ['0.000001', '1', '24.999918', '99.95', '1234.567891', '9999999.999999'];
const DISCOUNTS = ['1', '0.95', '0.8333', '0.333333333333333', '0'];

describe('§9 Price', () => {
  it('the unit price is multiplied by a level factor: L1 and L2A ×1; L3A and L3B ×1.1; L3C and L3D ×1.15; L5C and L5D ×1.2', () => {
    const quote = { unitPrice: 10, valuationArea: 100, discount: 1 };
    const prices = Object.fromEntries(PRODUCT_LEVELS.map((level) => [level, finalPriceCents(quote, level)]));
    expect(prices).toEqual({
      L1: 100_000,
      L2A: 100_000,
      L3A: 110_000,
      L3B: 110_000,
      L3C: 115_000,
      L3D: 115_000,
      L5C: 120_000,
      L5D: 120_000,
    });
    expect(PRODUCT_LEVELS.map(levelFactor)).toEqual([1, 1, 1.1, 1.1, 1.15, 1.15, 1.2, 1.2]);
  });

  const cases = UNIT_PRICES.flatMap((unitPrice) =>
    AREAS.flatMap((area) =>
      DISCOUNTS.flatMap((discount) =>
        PRODUCT_LEVELS.map((level) => [unitPrice, area, discount, level] as const),
      ),
    ),
  );
  it(`final price is unit price × valuation area × discount: ${cases.length} cases on exact fractions`, () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
    for (const [unitPrice, area, discount, level] of cases)
      expect(
        `${unitPrice} × ${area} × ${discount} ${level}: ${finalPriceCents(quoteOf(unitPrice, area, discount), level)}`,
      ).toBe(
        `${unitPrice} × ${area} × ${discount} ${level}: ${wantedCents(unitPrice, area, discount, level)}`,
      );
  });

  it.each([
    // sums that binary floating point gets wrong, e.g. 1.005 $ and 1.115 $
    ['1.005', '1', '1', 'L1', 101],
    ['0.145', '1', '1', 'L1', 15],
    ['0.1', '0.45', '1', 'L1', 5],
    ['0.1', '0.449999', '1', 'L1', 4],
    ['1.1', '0.9', '0.5', 'L3C', 57],
    ['0.01', '0.5', '1', 'L1', 1],
    ['0.01', '0.499999', '1', 'L1', 0],
  ] as const)(
    'is rounded once, half up: %s $ × %s km² × %s at %s is %d cents',
    (unitPrice, area, discount, level, cents) => {
      expect(finalPriceCents(quoteOf(unitPrice, area, discount), level)).toBe(cents);
      expect(wantedCents(unitPrice, area, discount, level)).toBe(cents);
    },
  );

  it('equals the exact fraction for any price, area and discount', () => {
    const decimal = (whole: number, decimals: number) =>
      fc
        .tuple(fc.integer({ min: 0, max: whole }), fc.integer({ min: 0, max: 10 ** decimals - 1 }))
        .map(([units, rest]) => `${units}.${String(rest).padStart(decimals, '0')}`);
    const discounts = fc.oneof(fc.constant('1'), decimal(0, 4), decimal(0, 12), decimal(0, 15));
    fc.assert(
      fc.property(
        decimal(999, 4),
        decimal(9_999_999, 6),
        discounts,
        fc.constantFrom(...PRODUCT_LEVELS),
        (unitPrice, area, discount, level) => {
          const wanted = wantedCents(unitPrice, area, discount, level);
          fc.pre(Number.isSafeInteger(wanted));
          expect(finalPriceCents(quoteOf(unitPrice, area, discount), level)).toBe(wanted);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is a whole number of cents and never falls when area, price or discount factor rise', () => {
    const figure = (max: number) => fc.double({ min: 0, max, noNaN: true });
    fc.assert(
      fc.property(
        figure(100),
        figure(1e6),
        figure(1),
        fc.double({ min: 1, max: 3, noNaN: true }),
        (unitPrice, valuationArea, discount, more) => {
          const quote = { unitPrice, valuationArea, discount };
          const price = finalPriceCents(quote, 'L1');
          expect(Number.isInteger(price)).toBe(true);
          expect(
            finalPriceCents({ ...quote, valuationArea: valuationArea * more }, 'L1'),
          ).toBeGreaterThanOrEqual(price);
          expect(finalPriceCents({ ...quote, unitPrice: unitPrice * more }, 'L1')).toBeGreaterThanOrEqual(
            price,
          );
          expect(finalPriceCents({ ...quote, discount: discount * more }, 'L1')).toBeGreaterThanOrEqual(
            price,
          );
          expect(finalPriceCents(quote, 'L5D')).toBeGreaterThanOrEqual(finalPriceCents(quote, 'L3A'));
        },
      ),
    );
  });

  it.each([
    [{ unitPrice: -1, valuationArea: 1, discount: 1 }],
    [{ unitPrice: 1, valuationArea: Number.NaN, discount: 1 }],
    [{ unitPrice: 1, valuationArea: 1, discount: Infinity }],
  ])('is refused for figures that are negative or not finite: %j', (quote) => {
    expect(() => finalPriceCents(quote, 'L1')).toThrow(RangeError);
  });
});
