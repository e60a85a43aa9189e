import type { ProductLevel } from '../limits.ts';

/**
 * §9 Price: the level factor in percent, an integer to avoid binary fractions.
 * L1 and L2A ×1; L3A and L3B ×1.1; L3C and L3D ×1.15; L5C and L5D ×1.2.
 */
const LEVEL_FACTOR_PERCENT: Readonly<Record<ProductLevel, number>> = {
  L1: 100,
  L2A: 100,
  L3A: 110,
  L3B: 110,
  L3C: 115,
  L3D: 115,
  L5C: 120,
  L5D: 120,
};

/** The factors of a price: unitPrice $/km², valuationArea km², discount from 0 to 1. */
export interface Quote {
  unitPrice: number;
  valuationArea: number;
  discount: number;
}

/**
 * The decimals of each factor that affect a price, and thus the most that are printed. List prices have up to 4. Our server bills
 * areas to 0.01 km² (decision 150); another back end may bill them to the square metre, and give a third off.
 */
const DECIMALS: Readonly<Record<keyof Quote, number>> = { unitPrice: 10, valuationArea: 6, discount: 15 };
const FACTORS = Object.entries(DECIMALS) as [keyof Quote, number][];
/** The decimals of all factors, plus two of the level factor, minus two for cents. */
const PER_CENT = 10n ** BigInt(FACTORS.reduce((sum, [, decimals]) => sum + decimals, 0));

/** `value` as an integer multiple of 10^-decimals. */
function scaled(value: number, decimals: number): bigint {
  if (!Number.isFinite(value) || value < 0)
    throw new RangeError('price figures must be finite and not negative');
  return BigInt(Math.round(value * 10 ** decimals));
}

/**
 * §9: final price = unit price × level factor × valuation area × discount (decision 6), in integer cents.
 * Rounded once, half up, from exact integer arithmetic with the decimals of each factor.
 * @returns integer cents
 * @throws RangeError if a figure is negative or not finite
 */
export function finalPriceCents(quote: Quote, level: ProductLevel): number {
  const product = FACTORS.reduce(
    (all, [name, decimals]) => all * scaled(quote[name], decimals),
    BigInt(LEVEL_FACTOR_PERCENT[level]),
  );
  return Number((product + PER_CENT / 2n) / PER_CENT);
}

/** The level factor as a number, e.g. 1.15. */
export function levelFactor(level: ProductLevel): number {
  return LEVEL_FACTOR_PERCENT[level] / 100;
}

/**
 * How many decimals of a factor are printed, at least 2, so that the product of the printed factors, rounded half up to cents, is the
 * final price.
 */
export function printedDecimals(name: keyof Quote, value: number): number {
  for (let decimals = 2; decimals < DECIMALS[name]; decimals++)
    if (Number(value.toFixed(decimals)) === value) return decimals;
  return DECIMALS[name];
}

/** Areas are billed in whole hundredths of a km², the precision that is printed (decision 150). */
const PER_KM2 = 100;

/** An area rounded to the 0.01 km² that is printed and billed; never 0 for an area that isn't empty. */
export function billedKm2(areaKm2: number): number {
  return Math.max(areaKm2 > 0 ? 1 : 0, Math.round(areaKm2 * PER_KM2)) / PER_KM2;
}

/** A product to price: list price in $/km², delivered area in km². */
export interface PricedPart {
  productId: string;
  unitPrice: number;
  areaKm2: number;
}

/** A price line; its factors multiply out to its own final price, in integer cents. */
export interface PartPrice {
  productId: string;
  unitPrice: number;
  valuationArea: number;
  finalPrice: number;
}

/**
 * The price of several products in one order (decision 150). Each is billed for its own area, at least the minimum; each line is
 * rounded to the cent, and the final price is their sum.
 * @param minimumKm2 the smallest area that is billed for a product
 * @param discountOf the discount of an order of this valuation area (km²)
 * @returns the unit price is that of all lines, or null where they have several
 * @throws RangeError without parts
 */
export function priceOfParts(
  parts: readonly PricedPart[],
  level: ProductLevel,
  minimumKm2: number,
  discountOf: (areaKm2: number) => number,
) {
  const [first] = parts;
  if (first === undefined) throw new RangeError('an order has at least one product');
  const billed = parts.map((part) => ({ ...part, area: Math.max(billedKm2(part.areaKm2), minimumKm2) }));
  // in whole hundredths, without the errors of binary fractions
  const valuationArea = billed.reduce((sum, { area }) => sum + Math.round(area * PER_KM2), 0) / PER_KM2;
  const discount = discountOf(valuationArea);
  const lines: PartPrice[] = billed.map(({ productId, unitPrice, area }) => ({
    productId,
    unitPrice,
    valuationArea: area,
    finalPrice: finalPriceCents({ unitPrice, valuationArea: area, discount }, level),
  }));
  return {
    unitPrice: lines.every(({ unitPrice }) => unitPrice === first.unitPrice) ? first.unitPrice : null,
    valuationArea,
    discount,
    finalPrice: lines.reduce((sum, line) => sum + line.finalPrice, 0),
    lines,
  };
}
