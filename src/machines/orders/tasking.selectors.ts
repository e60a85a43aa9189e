import type { SnapshotFrom } from 'xstate';
import type { PriceResult } from '../../../contract/orders.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { NoticeText } from '../shared/notice.ts';
import { hasContractNum } from './sceneOrder.rules.ts';
import type { taskingMachine } from './tasking.machine.ts';
import {
  canAppendTaskingL1,
  canChooseTaskingProjection,
  hasSourceChoice,
  type TaskingDraft,
} from './tasking.rules.ts';

type Form = SnapshotFrom<typeof taskingMachine>;

export const taskingDraft = (form: Form): TaskingDraft => form.context.draft;
export const taskedSatellite = (form: Form): Satellite => form.context.start.satellite;
export const taskingAoi = (form: Form): Aoi => form.context.aoi;
export const taskingTermsUrl = (form: Form): string => form.context.termsUrl;
export const isTaskingAgreed = (form: Form): boolean => form.context.agreed;
export const taskingPrice = (form: Form): PriceResult | null => form.context.price;
export const isTaskingPricing = (form: Form): boolean => form.hasTag('pricing');
export const isConfirmingTasking = (form: Form): boolean => form.matches('confirming');
export const isLeavingTasking = (form: Form): boolean => form.matches('leaving');
export const isSubmittingTasking = (form: Form): boolean => form.hasTag('busy');
export const canSubmitTasking = (form: Form): boolean => form.can({ type: 'submit.requested' });
export const canCloseTasking = (form: Form): boolean => form.can({ type: 'form.closed' });
export const canEditTasking = (form: Form): boolean => form.can({ type: 'draft.changed', patch: {} });
export const canRetryTaskingPrice = (form: Form): boolean => form.can({ type: 'price.requested' });
/** Whether there is a price to print. */
export const canQuoteTasking = (form: Form): boolean => form.can({ type: 'quote.requested' });
/** §2: source C offers a choice between OV-A and OV-B. */
export const isSourceOffered = (form: Form): boolean => hasSourceChoice(form.context.draft.sourceCode);
/** §2: the projection selector appears only when the level is not L1. */
export const isTaskingProjectionOffered = (form: Form): boolean =>
  canChooseTaskingProjection(form.context.draft);
/** §2: the append-L1 checkbox appears only when the source is C or CA and the level is not L1. */
export const isTaskingAppendOffered = (form: Form): boolean => canAppendTaskingL1(form.context.draft);
/** §2: the contract number appears only for utype 6. */
export const isTaskingContractOffered = (form: Form): boolean => hasContractNum(form.context.utype);
/** Integer cents: the sum before the server named another; null when none changed. */
export const formerTaskingCents = (form: Form): number | null => form.context.formerCents;
export const taskingNow = (form: Form): Date => form.context.now();

/** Why the window can't be ordered; said at the dates. */
export function taskingWindowRefusal(form: Form): NoticeText | null {
  return form.matches({ editing: 'refused' }) ? form.context.refusal : null;
}

/** Why the price can't be had. */
export function taskingPriceRefusal(form: Form): NoticeText | null {
  return form.matches({ editing: 'unpriced' }) ? form.context.refusal : null;
}

/** §5: orderName required; said at the field. */
export function taskingNameRefusal(form: Form): NoticeText | null {
  return form.context.refusal?.key === 'errors.orderNameMissing' ? form.context.refusal : null;
}

/** Why the order was not taken, where it is neither the name nor the price. */
export function taskingSubmitRefusal(form: Form): NoticeText | null {
  const { refusal } = form.context;
  const elsewhere = refusal?.key === 'errors.orderNameMissing' || refusal?.key === 'errors.priceChanged';
  return form.matches({ editing: 'priced' }) && !elsewhere ? refusal : null;
}

/** §4: what Submit still waits for. */
export function taskingWaitsFor(form: Form): 'priceAndTerms' | 'price' | 'terms' | null {
  if (form.context.price === null) return form.context.agreed ? 'price' : 'priceAndTerms';
  return form.context.agreed ? null : 'terms';
}
