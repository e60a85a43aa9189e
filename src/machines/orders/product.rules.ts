import { CallError } from '../../../contract/calls/callError.ts';
import {
  CONTRACT_UTYPE,
  PRODUCT_LEVELS,
  type ProductLevel,
  type Projection,
} from '../../../contract/limits.ts';
import type { PriceResult, SubmitReply } from '../../../contract/orders/orders.ts';
import { canAppend } from '../../../contract/orders/product.ts';
import type { NoticeText } from '../shared/notice.ts';

/** The fields of both order forms: the name, what is made of the image, and the contract. */
export interface ProductDraft {
  orderName: string;
  productLevel: ProductLevel;
  cropByAoi: boolean;
  projection: Projection;
  /** Deliver L1 data at the same time. */
  appendL1: boolean;
  contractNum: string;
}

export const NEW_PRODUCT: ProductDraft = {
  orderName: '',
  productLevel: 'L1',
  cropByAoi: true,
  projection: 'LAT_LON',
  appendL1: false,
  contractNum: '',
};

/** The levels that most orders have. */
const COMMON_LEVELS: readonly ProductLevel[] = ['L1', 'L2A'];
export const isCommonLevel = (level: ProductLevel): boolean => COMMON_LEVELS.includes(level);

/** The levels that are offered only when asked for: not the common ones, and not the chosen one. */
export const foldedLevels = (chosen: ProductLevel): ProductLevel[] =>
  PRODUCT_LEVELS.filter((level) => !isCommonLevel(level) && level !== chosen);

/** §2: the projection selector appears only when the level is not L1. */
export function canChooseProjection(draft: Pick<ProductDraft, 'productLevel'>): boolean {
  return draft.productLevel !== 'L1';
}

/** §2: the append-L1 checkbox appears only when the level is not L1 and every source of the order is C or CA. */
export function canAppendL1(level: ProductLevel, sources: readonly (string | null)[]): boolean {
  return level !== 'L1' && sources.every(canAppend);
}

/** §2: the contract number appears only for utype 6. */
export function hasContractNum(utype: number): boolean {
  return utype === CONTRACT_UTYPE;
}

/** §4: choosing an L1 level forces projection LAT_LON. An L1 append that is no longer offered is deselected. */
export function changedProduct<Draft extends ProductDraft>(
  draft: Draft,
  patch: Partial<Draft>,
  sourcesOf: (next: Draft) => readonly (string | null)[],
): Draft {
  const next = { ...draft, ...patch };
  return {
    ...next,
    projection: canChooseProjection(next) ? next.projection : 'LAT_LON',
    appendL1: next.appendL1 && canAppendL1(next.productLevel, sourcesOf(next)),
  };
}

/** §4: if isAppendL1 is checked, productLevelAppend is L1. */
export function productRequestOf({ productLevel, cropByAoi, appendL1 }: ProductDraft) {
  return { productLevel, cropByAoi, ...(appendL1 && { productLevelAppend: 'L1' as const }) };
}

/** §5: orderName required. */
export function orderNameRefusal({ orderName }: Pick<ProductDraft, 'orderName'>): NoticeText | null {
  return orderName.trim() === '' ? { key: 'errors.orderNameMissing' } : null;
}

/** §4: the submit button is disabled until a price is obtained and the terms are agreed. */
export function isAgreedTo({ agreed, price }: { agreed: boolean; price: PriceResult | null }): boolean {
  return agreed && price !== null;
}

/** What both order forms bring into the priced form. */
export const ORDER_RULES = {
  nameRefusal: orderNameRefusal,
  isSubmittable: isAgreedTo,
} as const;

/** The new price in a refused submit ("price changed", decision 6); null if it has none. */
export function newPriceIn(error: unknown): PriceResult | null {
  // a submit's reply, as the call has checked it
  const reply = error instanceof CallError ? (error.reply as SubmitReply | undefined) : undefined;
  return reply?.data?.price ?? null;
}
