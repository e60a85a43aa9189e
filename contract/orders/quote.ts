import * as z from 'zod/mini';
import { utcDay } from '../calls/envelope.ts';
import { PRODUCT_LEVELS, PRODUCT_MODES, PROJECTIONS, QUOTE_DAYS } from '../limits.ts';
import { agreedQuote, priceLine, priceResult, scenePriceRequest, taskingPriceRequest } from './orders.ts';
import { footprint } from '../search.ts';

const quotedScene = z.object({
  productId: z.string(),
  satellite: z.nullable(z.string()),
  acquisitionDate: z.nullable(z.string()),
  gsd: z.nullable(z.number()),
  simulated: z.boolean(),
  geometry: footprint,
});

/** Requirements of a new acquisition. UTC days, %, degrees, metres. */
export const acquisitionTerms = z.object({
  windowStart: utcDay,
  windowEnd: utcDay,
  maxCloudCover: z.number(),
  maxOffNadirAngle: z.number(),
  resolution: z.number(),
  productMode: z.enum(PRODUCT_MODES),
});
const quotedTasking = z.object({ satellite: z.string(), ...acquisitionTerms.shape });

/** A price as it is held inside: a quote goes from page to page of the portal, not to a server. */
const quotedPrice = z.object({
  ...priceResult.shape,
  finalPrice: z.number(),
  lines: z.optional(z.array(z.object({ ...priceLine.shape, finalPrice: z.number() }))),
});

/** The form of a quote that is to be numbered, as it was priced. */
export const quoteRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('archive'), form: scenePriceRequest }),
  z.object({ kind: z.literal('tasking'), form: taskingPriceRequest }),
]);
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** A numbered quote, with the factors of its price. */
export const numberedQuote = z.object({ ...agreedQuote.shape, price: priceResult });
export type NumberedQuote = z.infer<typeof numberedQuote>;

const DAY_MS = 86_400_000;

/**
 * The last UTC day of a quote: 14 days, but for a new acquisition at most until the day before its window, which must begin in
 * the future (§5).
 */
export function lastValidDay(now: Date, windowStart: string | undefined): string {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const last = dayOf(now.getTime() + QUOTE_DAYS * DAY_MS);
  const beforeWindow =
    windowStart === undefined ? last : dayOf(Date.parse(`${windowStart}T00:00:00Z`) - DAY_MS);
  return beforeWindow < last ? beforeWindow : last;
}

/** A quote from the order form, for scenes or tasking. Degrees, cloud in %, metres, km². */
const formQuote = z.object({
  orderName: z.string(),
  contractNum: z.string(),
  aoi: z.object({ geometry: footprint, areaKm2: z.number() }),
  /** The delivered and billed area if it differs from the AOI; drawn on the map. */
  billed: z.nullable(footprint),
  scenes: z.array(quotedScene),
  tasking: z.nullable(quotedTasking),
  productLevel: z.enum(PRODUCT_LEVELS),
  projection: z.enum(PROJECTIONS),
  cropByAoi: z.boolean(),
  appendL1: z.boolean(),
  price: quotedPrice,
  termsUrl: z.string(),
  /** What the server is asked to number; absent where it numbers none. */
  request: z.optional(quoteRequest),
});
export type FormQuote = z.infer<typeof formQuote>;

/** A printable quote, passed from the portal to the quote page in session storage, so that no address has it. Times are UTC. */
export const quote = z.object({
  ...formQuote.shape,
  appName: z.string(),
  customer: z.object({ name: z.string(), company: z.string(), email: z.string() }),
  issuedAt: z.string(),
  /** Its number at the server; absent until it has one. */
  number: z.optional(z.string()),
  /** The last UTC day on which the quote is valid. */
  validUntil: utcDay,
});
export type Quote = z.infer<typeof quote>;
