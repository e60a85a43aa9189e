import type { EarlierOrder, SubmitMade } from '../../../contract/orders/orders.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { PricedFormAct, PricedFormContext } from './pricedForm.rules.ts';

/** The part of a priced form's snapshot that its selectors read, whatever is priced. */
export interface PricedForm<Draft = object, Price = object, Input = object> {
  context: PricedFormContext<Input, Draft, Price>;
  hasTag(tag: 'pricing' | 'busy' | 'asking'): boolean;
  matches(
    state: 'doubting' | 'confirming' | 'repeating' | 'leaving' | 'found' | { asking: 'unknown' },
  ): boolean;
  can(event: PricedFormAct | { type: 'draft.changed'; patch: Partial<Draft> }): boolean;
}

const NONE: readonly EarlierOrder[] = [];

export const formDraft = <Draft>({ context }: PricedForm<Draft>): Draft => context.draft;
export const formInput = <Input>({ context }: PricedForm<object, object, Input>): Input => context.input;
export const formPrice = <Price>({ context }: PricedForm<object, Price>): Price | null => context.price;
/** The price that was agreed to before the server named another; null if none changed. */
export const formerPrice = <Price>({ context }: PricedForm<object, Price>): Price | null =>
  context.formerPrice;
export const isAgreed = ({ context }: PricedForm): boolean => context.agreed;
export const isPricing = (form: PricedForm): boolean => form.hasTag('pricing');
/** Earlier orders that have part of the same; none without a price. */
export const earlierOrders = ({ context: { price, earlier } }: PricedForm): readonly EarlierOrder[] =>
  price === null ? NONE : earlier;
/** Whether the question is open if so little is meant to be bought. */
export const isDoubting = (form: PricedForm): boolean => form.matches('doubting');
export const isConfirming = (form: PricedForm): boolean => form.matches('confirming');
/** Whether the question is open if this was already ordered. */
export const isRepeating = (form: PricedForm): boolean => form.matches('repeating');
export const isLeaving = (form: PricedForm): boolean => form.matches('leaving');
export const isSubmitting = (form: PricedForm): boolean => form.hasTag('busy');
export const canSubmit = (form: PricedForm): boolean => form.can({ type: 'submit.requested' });
export const canClose = (form: PricedForm): boolean => form.can({ type: 'form.closed' });
export const canEdit = (form: PricedForm): boolean => form.can({ type: 'draft.changed', patch: {} });
const canRetryPrice = (form: PricedForm): boolean => form.can({ type: 'price.requested' });
/** Whether there is a price to print. */
export const canQuote = (form: PricedForm): boolean => form.can({ type: 'quote.requested' });
/** §5: the name is required; shown at its field. */
export const nameRefusal = ({ context }: PricedForm): NoticeText | null => context.nameRefusal;
/** Why the price request failed. */
export const priceRefusal = (form: PricedForm): NoticeText | null =>
  canRetryPrice(form) ? form.context.priceRefusal : null;
/** Why the submit failed. */
export const submitRefusal = ({ context }: PricedForm): NoticeText | null => context.submitRefusal;

/** Whether the server is being asked what the submit made; Submit is disabled until it has answered. */
export const isAsking = (form: PricedForm): boolean => form.hasTag('asking');

/** What is known about a submit whose reply was lost (decision 140); null if no reply was lost. */
export function lostReply(form: PricedForm): 'checking' | 'unknown' | 'found' | 'nothing' | null {
  const { looks, refusal, madeNothing } = form.context;
  if (form.matches('found')) return 'found';
  if (form.matches({ asking: 'unknown' })) return 'unknown';
  // a refusal is shown unchanged, unless the request for its outcome stays unanswered
  if (isAsking(form)) return refusal === null || looks > 0 ? 'checking' : null;
  return madeNothing ? 'nothing' : null;
}
/** The order or export made by the submit whose reply was lost. */
export const submitMade = ({ context }: PricedForm): SubmitMade | null => context.made;

/** Submit waits for the price, or the price could not be estimated. */
export type PriceWait = 'price' | 'noPrice';

/** Why there is no price yet; null if there is one. */
export function priceWait(form: PricedForm): PriceWait | null {
  if (form.context.price !== null) return null;
  return priceRefusal(form) === null ? 'price' : 'noPrice';
}

/** §4: what Submit still waits for. */
export function submitWaitsFor(form: PricedForm): 'priceAndTerms' | 'terms' | PriceWait | null {
  const { agreed } = form.context;
  const wait = priceWait(form);
  if (wait === 'price') return agreed ? 'price' : 'priceAndTerms';
  return wait ?? (agreed ? null : 'terms');
}
