import type { SnapshotFrom } from 'xstate';
import type { PriceResult } from '../../../contract/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { sceneOrderMachine } from './sceneOrder.machine.ts';
import {
  canAppendL1,
  canChooseProjection,
  hasContractNum,
  type SceneOrderDraft,
} from './sceneOrder.rules.ts';

type Form = SnapshotFrom<typeof sceneOrderMachine>;

export const orderDraft = (form: Form): SceneOrderDraft => form.context.draft;
export const orderedScenes = (form: Form): Scene[] => form.context.scenes;
export const orderAoi = (form: Form): Aoi => form.context.aoi;
export const orderTermsUrl = (form: Form): string => form.context.termsUrl;
export const isAgreed = (form: Form): boolean => form.context.agreed;
export const orderPrice = (form: Form): PriceResult | null => form.context.price;
export const isPricing = (form: Form): boolean => form.hasTag('pricing');
export const isConfirmingOrder = (form: Form): boolean => form.matches('confirming');
export const isSubmittingOrder = (form: Form): boolean => form.hasTag('busy');
export const canSubmitOrder = (form: Form): boolean => form.can({ type: 'submit.requested' });
export const canCloseOrder = (form: Form): boolean => form.can({ type: 'form.closed' });
export const canEditOrder = (form: Form): boolean => form.can({ type: 'draft.changed', patch: {} });
export const canRetryPrice = (form: Form): boolean => form.can({ type: 'price.requested' });
/** Whether there is a price to print. */
export const canQuoteOrder = (form: Form): boolean => form.can({ type: 'quote.requested' });
/** §2: the projection selector appears only when the level is not L1. */
export const isProjectionOffered = (form: Form): boolean => canChooseProjection(form.context.draft);
export const isAppendL1Offered = (form: Form): boolean => canAppendL1(form.context.draft);
/** §2: the contract number appears only for utype 6. */
export const isContractNumOffered = (form: Form): boolean => hasContractNum(form.context.utype);
/** Integer cents: the sum before the server named another; null when none changed. */
export const formerCents = (form: Form): number | null => form.context.formerCents;

/** Why the price can't be had. */
export function priceRefusal(form: Form): NoticeText | null {
  return form.matches({ editing: 'unpriced' }) ? form.context.refusal : null;
}

/** §5: orderName required; said at the field. */
export function nameRefusal(form: Form): NoticeText | null {
  return form.context.refusal?.key === 'errors.orderNameMissing' ? form.context.refusal : null;
}

/** Why the order was not taken, where it is neither the name nor the price. */
export function submitRefusal(form: Form): NoticeText | null {
  const { refusal } = form.context;
  const elsewhere = refusal?.key === 'errors.orderNameMissing' || refusal?.key === 'errors.priceChanged';
  return form.matches({ editing: 'priced' }) && !elsewhere ? refusal : null;
}

/** §4: what Submit still waits for. */
export function submitWaitsFor(form: Form): 'priceAndTerms' | 'price' | 'terms' | null {
  if (form.context.price === null) return form.context.agreed ? 'price' : 'priceAndTerms';
  return form.context.agreed ? null : 'terms';
}
