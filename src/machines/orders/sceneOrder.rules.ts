import { CONTRACT_UTYPE, type ProductLevel, type Projection } from '../../../contract/limits.ts';
import type { SceneOrderRequest, ScenePriceRequest } from '../../../contract/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';

/** The scene order form (§3 Scene order form labels). */
export interface SceneOrderDraft {
  orderName: string;
  productLevel: ProductLevel;
  projection: Projection;
  cropByAoi: boolean;
  /** Deliver L1 data at the same time. */
  appendL1: boolean;
  contractNum: string;
}

/** The fields that bear on the price (decision 5). */
const PRICED_FIELDS: readonly (keyof SceneOrderDraft)[] = ['productLevel', 'cropByAoi', 'appendL1'];

export function bearsOnPrice(patch: Partial<SceneOrderDraft>): boolean {
  return PRICED_FIELDS.some((field) => field in patch);
}

/** §2, §4 (as for tasking): the projection may be chosen only when the level is not L1. */
export function canChooseProjection(draft: SceneOrderDraft): boolean {
  return draft.productLevel !== 'L1';
}

/** L1 data beside a product of another level. */
export function canAppendL1(draft: SceneOrderDraft): boolean {
  return draft.productLevel !== 'L1';
}

/** §2: the contract number appears only for utype 6. */
export function hasContractNum(utype: number): boolean {
  return utype === CONTRACT_UTYPE;
}

/** §4: choosing the L1 level forces projection LAT_LON; nothing is appended to L1. */
export function changedOrder(draft: SceneOrderDraft, patch: Partial<SceneOrderDraft>): SceneOrderDraft {
  const next = { ...draft, ...patch };
  return next.productLevel === 'L1' ? { ...next, projection: 'LAT_LON', appendL1: false } : next;
}

/** Why the order can't be submitted yet: §5 orderName required; the terms agreed. */
export function sceneOrderRefusal(
  draft: SceneOrderDraft,
  agreed: boolean,
): 'errors.orderNameMissing' | 'errors.termsNotAgreed' | null {
  if (draft.orderName.trim() === '') return 'errors.orderNameMissing';
  if (!agreed) return 'errors.termsNotAgreed';
  return null;
}

export function priceRequestOf(
  draft: SceneOrderDraft,
  scenes: readonly Scene[],
  aoi: Aoi,
): ScenePriceRequest {
  return {
    productIds: scenes.map((scene) => scene.id),
    aoiWkt: aoi.wkt,
    productLevel: draft.productLevel,
    cropByAoi: draft.cropByAoi,
    ...(draft.appendL1 ? { productLevelAppend: 'L1' as const } : {}),
  };
}

/** @param agreedCents the final price shown, integer cents */
export function orderRequestOf(
  draft: SceneOrderDraft,
  scenes: readonly Scene[],
  aoi: Aoi,
  agreedCents: number,
): SceneOrderRequest {
  const contractNum = draft.contractNum.trim();
  return {
    ...priceRequestOf(draft, scenes, aoi),
    orderName: draft.orderName.trim(),
    projection: draft.projection,
    agreedCents,
    ...(contractNum === '' ? {} : { contractNum }),
  };
}
