import type { OfferedPrice, SceneOrderRequest, ScenePriceRequest } from '../../../contract/orders/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import {
  isDoubtful,
  type Orderable,
  orderedScenes,
  orderedSources,
  type SceneDraft,
} from './bought.rules.ts';
import type { OrderFormInput } from './pricedForm.rules.ts';
import { pricedForm } from './pricedForm.ts';
import {
  changedProduct,
  NEW_PRODUCT,
  newPriceIn,
  ORDER_RULES,
  type ProductDraft,
  productRequestOf,
} from './product.rules.ts';
import { sceneQuoteOf } from './quote.rules.ts';

/** The fields that bear on the price (decision 5). */
const PRICED_FIELDS: readonly (keyof SceneDraft)[] = ['productIds', 'productLevel', 'cropByAoi', 'appendL1'];

export function bearsOnScenePrice(patch: Partial<SceneDraft>): boolean {
  return PRICED_FIELDS.some((field) => field in patch);
}

const idsOf = (draft: SceneDraft, input: Orderable): string[] =>
  orderedScenes(draft, input).map((scene) => scene.id);

export function scenePriceRequestOf(draft: SceneDraft, input: Orderable): ScenePriceRequest {
  return { productIds: idsOf(draft, input), aoiWkt: input.aoi.wkt, ...productRequestOf(draft) };
}

/** @param agreedCents the final price shown, integer cents */
export function sceneOrderRequestOf(
  draft: SceneDraft,
  input: Orderable,
  agreedCents: number,
): SceneOrderRequest {
  const contractNum = draft.contractNum.trim();
  const priced = scenePriceRequestOf(draft, input);
  const filled = (draft.cropByAoi ? (draft.filled ?? []) : []).filter((id) => priced.productIds.includes(id));
  return {
    ...priced,
    ...(filled.length > 0 && { filled }),
    orderName: draft.orderName.trim(),
    projection: draft.projection,
    agreedPrice: agreedCents,
    ...(contractNum !== '' && { contractNum }),
  };
}

export interface SceneOrderInput extends OrderFormInput, Orderable {
  /** An earlier order to start from, and those of its scenes that are no longer sold. */
  again?: { draft: Partial<ProductDraft>; gone: readonly Scene[] } | undefined;
  /** Percent of what the scenes cover of the AOI that is clear; null or absent if it is not known. */
  clear?: number | null | undefined;
}

/** The order of chosen scenes (§3 Scene order form), by the rules of the tasking form where §3 has only labels. */
export const sceneOrderMachine = pricedForm<
  SceneOrderInput,
  SceneDraft,
  OfferedPrice,
  ScenePriceRequest,
  SceneOrderRequest
>({
  ...ORDER_RULES,
  id: 'sceneOrder',
  changed: (draft, patch, input) => changedProduct(draft, patch, (next) => orderedSources(next, input)),
  about: (input, draft) => [...idsOf(draft, input), input.aoi.wkt].join(' '),
  newDraft: ({ scenes, name = '', again }) => ({
    ...NEW_PRODUCT,
    productIds: scenes.map((scene) => scene.id),
    filled: [],
    orderName: name,
    ...again?.draft,
  }),
  bearsOnPrice: bearsOnScenePrice,
  priceRequestOf: scenePriceRequestOf,
  submitRequestOf: (draft, input, price) => sceneOrderRequestOf(draft, input, price.finalPrice),
  // §8 'Submit failed'; the other two forms say 'submit failed'
  submitFailed: 'errors.orderSubmitFailed',
  order: {
    quoteOf: (form) => ({
      ...sceneQuoteOf(form),
      request: { kind: 'archive', form: scenePriceRequestOf(form.draft, form.input) },
    }),
    newPriceIn,
    earlierRequestOf: (draft, input) => ({
      productIds: idsOf(draft, input),
      aoiWkt: input.aoi.wkt,
      productLevel: draft.productLevel,
      cropByAoi: draft.cropByAoi,
    }),
    isDoubtful,
  },
});
