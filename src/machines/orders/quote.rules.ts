import type { PriceResult } from '../../../contract/orders/orders.ts';
import type { FormQuote } from '../../../contract/orders/quote.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { billedArea } from '../../geo/area/billedArea.ts';
import { type Orderable, orderedScenes, type SceneDraft } from './bought.rules.ts';
import type { ProductDraft } from './product.rules.ts';
import type { TaskingDraft } from './tasking.rules.ts';
import type { TaskingStart } from '../search/taskingStart.rules.ts';

interface OrderInput {
  aoi: Aoi;
  termsUrl: string;
}

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
export function sceneQuoteOf(form: PricedOrder<OrderInput & Orderable, SceneDraft>): FormQuote {
  return {
    ...commonQuoteOf(form),
    billed: null,
    tasking: null,
    scenes: orderedScenes(form.draft, form.input).map(({ geometry, properties }) => ({
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
