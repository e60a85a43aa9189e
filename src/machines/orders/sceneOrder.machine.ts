import type { PriceResult, SceneOrderRequest, ScenePriceRequest } from '../../../contract/orders/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { newPriceIn } from './priced/newPrice.rules.ts';
import { pricedForm } from './priced/pricedForm.ts';
import type { PricedFormInput } from './priced/pricedForm.rules.ts';
import { NEW_PRODUCT, ORDER_RULES, type ProductDraft } from './priced/product.rules.ts';
import { sceneQuoteOf } from './quote.rules.ts';
import { bearsOnScenePrice, sceneOrderRequestOf, scenePriceRequestOf } from './sceneOrder.rules.ts';

export interface SceneOrderInput extends PricedFormInput {
  scenes: Scene[];
  /** An earlier order to start from, and those of its scenes that are no longer sold. */
  again?: { draft: Partial<ProductDraft>; gone: readonly Scene[] } | undefined;
  aoi: Aoi;
  /** Percent of what the scenes cover of the AOI that is clear; null or absent if it is not known. */
  clear?: number | null | undefined;
  utype: number;
  termsUrl: string;
  /** From submit to files. */
  deliverySeconds?: number | undefined;
  /** The most pixels of a simulated image. */
  deliveryPixels?: number | undefined;
}

/** The order of chosen scenes (§3 Scene order form), by the rules of the tasking form where §3 has only labels. */
export const sceneOrderMachine = pricedForm<
  SceneOrderInput,
  ProductDraft,
  PriceResult,
  ScenePriceRequest,
  SceneOrderRequest
>({
  ...ORDER_RULES,
  id: 'sceneOrder',
  about: ({ scenes, aoi }) => [...scenes.map((scene) => scene.id), aoi.wkt].join(' '),
  newDraft: ({ name = '', again }) => ({ ...NEW_PRODUCT, orderName: name, ...again?.draft }),
  bearsOnPrice: bearsOnScenePrice,
  priceRequestOf: scenePriceRequestOf,
  submitRequestOf: (draft, ordered, price) => sceneOrderRequestOf(draft, ordered, price.finalPrice),
  // §8 'Submit failed'; the other two forms say 'submit failed'
  submitFailed: 'errors.orderSubmitFailed',
  order: { quoteOf: sceneQuoteOf, newPriceIn },
});
