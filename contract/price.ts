import type { ProductLevel } from './limits.ts';

/**
 * §9 Price: the level factor in percent, an integer to avoid binary fractions.
 * L1 and L2A ×1; L3A and L3B ×1.1; L3C and L3D ×1.15; L5C and L5D ×1.2.
 */
export const LEVEL_FACTOR_PERCENT: Readonly<Record<ProductLevel, number>> = {
  L1: 100,
  L2A: 100,
  L3A: 110,
  L3B: 110,
  L3C: 115,
  L3D: 115,
  L5C: 120,
  L5D: 120,
};

/** The factors of a price: unitPrice $/km² (at most 4 decimals), valuationArea km², discount from 0 to 1. */
export interface Quote {
  unitPrice: number;
  valuationArea: number;
  discount: number;
}

/** Areas are priced to the square metre: 6 decimals of a km². */
const AREA_DECIMALS = 6;
const PRICE_DECIMALS = 4;
const DISCOUNT_DECIMALS = 4;

/** `value` as an integer multiple of 10^-decimals. */
function scaled(value: number, decimals: number): bigint {
  return BigInt(Math.round(value * 10 ** decimals));
}

/**
 * §9: final price = unit price × level factor × valuation area × discount (decision 6), in integer cents.
 * Rounded once, half up, from exact integer arithmetic: unit price to 1e-4 $, area to 1 m², discount to 1e-4.
 * @returns integer cents
 * @throws RangeError if a figure is negative or not finite
 */
export function finalPriceCents(quote: Quote, level: ProductLevel): number {
  const figures = [quote.unitPrice, quote.valuationArea, quote.discount];
  if (figures.some((figure) => !Number.isFinite(figure) || figure < 0))
    throw new RangeError('price figures must be finite and not negative');
  const product =
    scaled(quote.unitPrice, PRICE_DECIMALS) *
    scaled(quote.valuationArea, AREA_DECIMALS) *
    scaled(quote.discount, DISCOUNT_DECIMALS) *
    BigInt(LEVEL_FACTOR_PERCENT[level]);
  // PRICE + AREA + DISCOUNT decimals, plus two of the level factor, minus two for cents
  const perCent = 10n ** BigInt(PRICE_DECIMALS + AREA_DECIMALS + DISCOUNT_DECIMALS);
  return Number((product + perCent / 2n) / perCent);
}

/** The level factor as a number, e.g. 1.15. */
export function levelFactor(level: ProductLevel): number {
  return LEVEL_FACTOR_PERCENT[level] / 100;
}
