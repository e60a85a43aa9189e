import type { SceneOrderRequest, ScenePriceRequest } from '../../../contract/orders/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { productRequestOf, type ProductDraft } from './priced/product.rules.ts';

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
    agreedCents,
    ...(contractNum !== '' && { contractNum }),
  };
}
