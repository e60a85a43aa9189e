import type { User } from '../../../contract/accounts.ts';
import { QUOTE_DAYS } from '../../../contract/limits.ts';
import type { PriceResult } from '../../../contract/orders.ts';
import type { FormQuote, Quote } from '../../../contract/quote.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { billedArea } from '../../geo/area/billedArea.ts';
import { utcDayOf } from '../shared/days.ts';
import type { SceneOrderDraft } from './sceneOrder.rules.ts';
import type { TaskingDraft } from './tasking.rules.ts';
import type { TaskingStart } from '../search/taskingStart.rules.ts';

const DAY_MS = 86_400_000;

/** What both forms hold. */
interface Priced {
  aoi: Aoi;
  termsUrl: string;
  price: PriceResult | null;
}

function common(
  { aoi, termsUrl, price }: Priced,
  draft: Pick<
    SceneOrderDraft,
    'orderName' | 'contractNum' | 'productLevel' | 'projection' | 'cropByAoi' | 'appendL1'
  >,
) {
  if (price === null) throw new Error('there is no price to quote');
  const { productLevel, projection, cropByAoi, appendL1 } = draft;
  return {
    orderName: draft.orderName.trim(),
    contractNum: draft.contractNum.trim(),
    aoi: { geometry: aoi.geometry, areaKm2: aoi.areaKm2 },
    productLevel,
    projection,
    cropByAoi,
    appendL1,
    price,
    termsUrl,
  };
}

/** The quote of chosen scenes. @throws Error without a price */
export function sceneQuoteOf(form: Priced & { scenes: readonly Scene[]; draft: SceneOrderDraft }): FormQuote {
  return {
    ...common(form, form.draft),
    billed: null,
    tasking: null,
    scenes: form.scenes.map(({ geometry, properties }) => ({
      productId: properties.productId,
      satellite: properties.satellite,
      acquisitionDate: properties.acquisitionDate,
      gsd: properties.gsd,
      simulated: properties.simulated,
      geometry,
    })),
  };
}

/** The quote of a new acquisition. @throws Error without a price */
export function taskingQuoteOf(form: Priced & { start: TaskingStart; draft: TaskingDraft }): FormQuote {
  const { draft, start, aoi } = form;
  const { windowStart, windowEnd, maxCloudCover, maxOffNadirAngle, resolution, productMode } = draft;
  return {
    ...common(form, draft),
    billed: draft.cropByAoi ? null : billedArea(aoi.geometry, false),
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
 * The quote as it is printed, for whom and until when (decision 105): 14 days, and of a new acquisition no longer than it
 * can be ordered: its window must begin in the future (§5).
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
