import type { ProductLevel } from '../../../../contract/limits.ts';
import type { PriceResult } from '../../../../contract/orders/orders.ts';
import { levelFactor, printedDecimals, type Quote } from '../../../../contract/orders/price.ts';
import { formatFixed, formatMoney } from './formats.ts';

/**
 * The factors of a price without units, with enough digits to recalculate the final price by hand (decision 150):
 * '16.00', '1.00', '430.93', '1.00'.
 */
export function formatFactors(
  quote: Quote,
  level: ProductLevel,
): Record<keyof Quote | 'levelFactor', string> {
  const decimals = printedDecimals(quote);
  return {
    unitPrice: formatFixed(quote.unitPrice, decimals.unitPrice),
    levelFactor: formatFixed(levelFactor(level), 2),
    valuationArea: formatFixed(quote.valuationArea, decimals.valuationArea),
    discount: formatFixed(quote.discount, decimals.discount),
  };
}

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
