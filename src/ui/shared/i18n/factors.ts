import type { ProductLevel } from '../../../../contract/limits.ts';
import type { PriceResult } from '../../../../contract/orders/orders.ts';
import { levelFactor, printedDecimals, type Quote } from '../../../../contract/orders/price.ts';
import { formatFixed, UNKNOWN, withUnit } from './formats.ts';

/** A price, or a line of one. */
type Factors = Record<keyof Quote, number | null>;
/** A line with all of its factors and its price, integer cents. */
export type PrintedLine = Factors & { productId: string | null; finalPrice: number };

/**
 * The factors of a price without units, with enough digits to recalculate the final price by hand (decision 150):
 * '16.00', '1.00', '430.93', '1.00'; '—' for one that another back end has left out.
 */
export function formatFactors(
  factors: Factors,
  level: ProductLevel,
): Record<keyof Quote | 'levelFactor', string> {
  const printed = (name: keyof Quote) => {
    const value = factors[name];
    return value === null ? UNKNOWN : formatFixed(value, printedDecimals(name, value));
  };
  return {
    unitPrice: printed('unitPrice'),
    levelFactor: formatFixed(levelFactor(level), 2),
    valuationArea: printed('valuationArea'),
    discount: printed('discount'),
  };
}

/** The lines of a price; one that has none is its own line. */
export function printedLines(price: PriceResult): PrintedLine[] {
  const { lines = [], discount } = price;
  return lines.length === 0 ? [{ ...price, productId: null }] : lines.map((line) => ({ ...line, discount }));
}

/** A line as a product: '$16.00 × 1.00 × 430.93 km² × 1.00'; an unknown factor has no unit. */
export function formatProduct(line: Factors, level: ProductLevel): string {
  const { unitPrice, levelFactor, valuationArea, discount } = formatFactors(line, level);
  const price = unitPrice === UNKNOWN ? unitPrice : `$${unitPrice}`;
  const area = valuationArea === UNKNOWN ? valuationArea : withUnit(valuationArea, 'km²');
  return [price, levelFactor, area, discount].join(' × ');
}
