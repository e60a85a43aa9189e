import { quote as quoteSchema, type Quote } from '../../../contract/orders/quote.ts';
import { readQuoteText } from './browser.ts';

/** The quote that this window was opened with; null if there is none, or one of an older build. */
export function readQuote(): Quote | null {
  try {
    const read = quoteSchema.safeParse(JSON.parse(readQuoteText() ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
