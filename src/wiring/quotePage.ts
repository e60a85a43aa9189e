import { endpoints } from '../../contract/calls/endpoints.ts';
import type { Quote } from '../../contract/orders/quote.ts';
import * as browser from '../services/browser/browser.ts';
import { dataOf, makeCall } from '../services/call/call.ts';
import { fetchClientConfig } from '../services/settings.ts';
import { shownLanguage } from '../ui/shared/i18n/language.ts';

/** The quote with the number, price and last day that the server keeps; as it is if it isn't numbered or the server can't be reached. */
export async function numberedQuote(quote: Quote | null): Promise<Quote | null> {
  if (quote?.request === undefined) return quote;
  const nothing = () => {};
  try {
    const { serviceBase, sceneFields, settings } = await fetchClientConfig();
    const call = makeCall({
      serviceBase,
      sceneFields,
      settings,
      token: browser.readToken,
      language: shownLanguage,
      onUnauthorized: nothing,
      onOffline: nothing,
      onAnswered: nothing,
    });
    const { number, validUntil, price } = dataOf(await call(endpoints.saveQuote, { body: quote.request }));
    const { request: _, ...rest } = quote;
    const numbered = { ...rest, number, validUntil, price };
    // a reload shows the same one
    browser.writeQuote(numbered);
    return numbered;
  } catch (error) {
    console.error(error);
    return quote;
  }
}
