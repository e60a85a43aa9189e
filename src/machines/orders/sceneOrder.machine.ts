import type { PriceResult, SceneOrderRequest, ScenePriceRequest } from '../../../contract/orders/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { PricedFormInput } from './pricedForm.rules.ts';
import { pricedForm } from './pricedForm.ts';
import {
  NEW_PRODUCT,
  newPriceIn,
  ORDER_RULES,
  type ProductDraft,
  productRequestOf,
} from './product.rules.ts';
import { sceneQuoteOf } from './quote.rules.ts';

/** The scenes to order, and the area that they are clipped to. */
interface Ordered {
  scenes: readonly Scene[];
  aoi: Aoi;
}

/** The fields that bear on the price (decision 5). */
const PRICED_FIELDS: readonly (keyof ProductDraft)[] = ['productLevel', 'cropByAoi', 'appendL1'];

export function bearsOnScenePrice(patch: Partial<ProductDraft>): boolean {
  return PRICED_FIELDS.some((field) => field in patch);
}

export function scenePriceRequestOf(draft: ProductDraft, { scenes, aoi }: Ordered): ScenePriceRequest {
  return { productIds: scenes.map((scene) => scene.id), aoiWkt: aoi.wkt, ...productRequestOf(draft) };
}

/** @param agreedCents the final price shown, integer cents */
export function sceneOrderRequestOf(
  draft: ProductDraft,
  ordered: Ordered,
  agreedCents: number,
): SceneOrderRequest {
  const contractNum = draft.contractNum.trim();
  return {
    ...scenePriceRequestOf(draft, ordered),
    orderName: draft.orderName.trim(),
    projection: draft.projection,
    agreedPrice: agreedCents,
    ...(contractNum !== '' && { contractNum }),
  };
}

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
  order: {
    quoteOf: (form) => ({
      ...sceneQuoteOf(form),
      request: { kind: 'archive', form: scenePriceRequestOf(form.draft, form.input) },
    }),
    newPriceIn,
  },
});
