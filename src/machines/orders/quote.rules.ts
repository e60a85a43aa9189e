import type { User } from '../../../contract/accounts.ts';
import { QUOTE_DAYS } from '../../../contract/limits.ts';
import type { PriceResult } from '../../../contract/orders/orders.ts';
import type { FormQuote, Quote } from '../../../contract/orders/quote.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { billedArea } from '../../geo/area/billedArea.ts';
import { utcDayOf } from '../shared/days.ts';
import type { ProductDraft } from './priced/product.rules.ts';
import type { TaskingDraft } from './tasking.rules.ts';
import type { TaskingStart } from '../search/taskingStart.rules.ts';

const DAY_MS = 86_400_000;

interface OrderInput {
  aoi: Aoi;
  termsUrl: string;
}

/** An order form with its price. */
interface PricedOrder<Input, Draft> {
  input: Input;
  draft: Draft;
  price: PriceResult | null;
}

function commonQuoteOf({
  draft: { orderName, contractNum, productLevel, projection, cropByAoi, appendL1 },
  input: { aoi, termsUrl },
  price,
}: PricedOrder<OrderInput, ProductDraft>) {
  if (price === null) throw new Error('there is no price to quote');
  return {
    orderName: orderName.trim(),
    contractNum: contractNum.trim(),
    aoi: { geometry: aoi.geometry, areaKm2: aoi.areaKm2 },
    productLevel,
    projection,
    cropByAoi,
    appendL1,
    price,
    termsUrl,
  };
}

/** The quote for chosen scenes. @throws Error without a price */
export function sceneQuoteOf(
  form: PricedOrder<OrderInput & { scenes: readonly Scene[] }, ProductDraft>,
): FormQuote {
  return {
    ...commonQuoteOf(form),
    billed: null,
    tasking: null,
    scenes: form.input.scenes.map(({ geometry, properties }) => ({
      productId: properties.productId,
      satellite: properties.satellite,
      acquisitionDate: properties.acquisitionDate,
      gsd: properties.gsd,
      simulated: properties.simulated,
      geometry,
    })),
  };
}

/** The quote for a new acquisition. @throws Error without a price */
export function taskingQuoteOf(
  form: PricedOrder<OrderInput & { start: TaskingStart }, TaskingDraft>,
): FormQuote {
  const { start, aoi } = form.input;
  const { windowStart, windowEnd, maxCloudCover, maxOffNadirAngle, resolution, productMode } = form.draft;
  return {
    ...commonQuoteOf(form),
    billed: form.draft.cropByAoi ? null : billedArea(aoi.geometry, false),
    scenes: [],
    tasking: {
      satellite: start.satellite.name,
      windowStart,
      windowEnd,
      maxCloudCover,
      maxOffNadirAngle,
      resolution,
      productMode,
    },
  };
}

/**
 * The printed quote with its customer and the last day of its validity (decision 105): 14 days, but for a new acquisition
 * at most until the day before its window, which must begin in the future (§5).
 */
export function quoteOf(form: FormQuote, user: User, appName: string, now: Date): Quote {
  const last = utcDayOf(new Date(now.getTime() + QUOTE_DAYS * DAY_MS));
  const window = form.tasking?.windowStart;
  const beforeWindow =
    window === undefined ? last : utcDayOf(new Date(Date.parse(`${window}T00:00:00Z`) - DAY_MS));
  return {
    ...form,
    appName,
    customer: { name: `${user.firstName} ${user.lastName}`.trim(), company: user.company, email: user.email },
    issuedAt: now.toISOString(),
    validUntil: beforeWindow < last ? beforeWindow : last,
  };
}
