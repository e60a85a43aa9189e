import type { ProductLevel } from '../../../../contract/limits.ts';
import type { PriceResult } from '../../../../contract/orders/orders.ts';
import { levelFactor, printedDecimals, type Quote } from '../../../../contract/orders/price.ts';
import { formatFixed, formatMoney, UNKNOWN } from './formats.ts';

/**
 * The factors of a price without units, with enough digits to recalculate the final price by hand (decision 150):
 * '16.00', '1.00', '430.93', '1.00'; '—' for one that another back end has left out.
 */
export function formatFactors(
  factors: Pick<PriceResult, keyof Quote>,
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

/** A factor with its unit; an unknown one has none. */
export const withUnit = (factor: string, unit: (factor: string) => string): string =>
  factor === UNKNOWN ? factor : unit(factor);

/**
 * A price line as its own sum: '$16.00 × 1.00 × 430.93 km² × 1.00 = $6,894.88', i.e. unit price × level factor ×
 * valuation area × discount.
 */
export function formatPriceLine(
  line: Omit<Quote, 'discount'> & { finalPrice: number },
  { discount }: Pick<PriceResult, 'discount'>,
  level: ProductLevel,
): string {
  const factors = formatFactors({ ...line, discount }, level);
  return `$${factors.unitPrice} × ${factors.levelFactor} × ${factors.valuationArea} km² × ${factors.discount} = ${formatMoney(line.finalPrice)}`;
}

/** The name of the unit price, which may be the mean of several scenes. */
export function unitPriceLabel(price: PriceResult): 'order.unitPrice' | 'order.meanUnitPrice' {
  const isMean = price.lines?.some((line) => line.unitPrice !== price.unitPrice) ?? false;
  return isMean ? 'order.meanUnitPrice' : 'order.unitPrice';
}
