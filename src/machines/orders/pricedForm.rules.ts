import type { CallError } from '../../../contract/calls/callError.ts';
import type { EarlierOrder, EarlierRequest, SubmitMade } from '../../../contract/orders/orders.ts';
import type { FormQuote } from '../../../contract/orders/quote.ts';
import type { PassQuestion } from '../../geo/orbit/passSearch.ts';
import type { Kept } from '../shared/kept.ts';
import type { NameOffered } from '../shared/names.rules.ts';
import type { NoticeText } from '../shared/notice.ts';

/** A submit whose outcome this browser doesn't know. It names neither the user nor what was ordered. */
export interface UnansweredSubmit {
  /** The id of the form's machine. */
  form: string;
  key: string;
  /** How long a reply may still come, ms; 0 if it is lost. */
  wait: number;
}

/** One user's unanswered submits in this browser: shared by all tabs, and kept for the next log-in. */
export interface SubmitMemory {
  /** @param about identifies what the form orders: the same scenes or layer, and area, give the same text */
  find(form: string, about: string): UnansweredSubmit | null;
  list(): UnansweredSubmit[];
  /** @param isLost the wait for its reply is over */
  remember(submit: { form: string; about: string; key: string }, isLost: boolean): void;
  /** The server has reported what this key made. */
  forget(key: string): void;
  /** Whether a back end without keys was sent this within a minute. */
  wasSent(form: string, about: string): boolean;
  /** @param isSent false: the back end has refused it */
  noteSent(submit: { form: string; about: string }, isSent: boolean): void;
}

/** Waits before the next requests for the outcome, ms; the last one repeats. */
const LOOK_WAITS_MS = [1000, 2000, 3000, 4000, 10_000];

/** The wait before the next request after `looks` unanswered ones, ms. */
export function lookWait(looks: number): number {
  return LOOK_WAITS_MS[Math.min(Math.max(looks - 1, 0), LOOK_WAITS_MS.length - 1)] ?? 0;
}

export interface PricedFormInput {
  /** Makes a new idempotency key (decision 7). */
  makeKey: () => string;
  /** The submits without an answer (decision 140). */
  submits: SubmitMemory;
  /**
   * Whether the back end takes an Idempotency-Key and says what it made. Without it the same form within a minute asks first
   * whether it was already ordered (decision 7).
   */
  isKeyed?: boolean;
  /** The name that the form offers. */
  name?: string | undefined;
  /** The draft, which survives a reload (decision 156); price and agreement don't. */
  kept?: Kept | undefined;
}

/** What both forms of an order are given. */
export interface OrderFormInput extends PricedFormInput {
  utype: number;
  termsUrl: string;
  /** From submit to files. */
  deliverySeconds?: number | undefined;
  /** The most pixels of a simulated image. */
  deliveryPixels?: number | undefined;
  /** Tax on the price, percent; absent without one. */
  taxPercent?: number | undefined;
}

export interface PricedFormContext<Input, Draft, Price> {
  input: Input;
  draft: Draft;
  /** Whether the terms are agreed to. */
  agreed: boolean;
  price: Price | null;
  /** The price that was agreed to before the server named another (decision 6). */
  formerPrice: Price | null;
  /** The price before a lost reply: a different one needs a new agreement. */
  agreedPrice: Price | null;
  /** The key of the submit with an unknown outcome. A new one is only made once the server has settled this one. */
  key: string | null;
  /** How long the reply may still come, ms. */
  wait: number;
  /** Number of unanswered requests for the outcome. */
  looks: number;
  /** The server's refusal of the submit; null if the reply was lost. */
  refusal: CallError | null;
  /** Whether the server has reported that the last submit made nothing. */
  madeNothing: boolean;
  /** The order or export made by the submit whose reply was lost. */
  made: SubmitMade | null;
  nameRefusal: NoticeText | null;
  priceRefusal: NoticeText | null;
  /** Why the submit failed. */
  submitRefusal: NoticeText | null;
  receipt: SubmitReceipt | null;
  /** The user asked for the order that was made. */
  isOrderShown: boolean;
  /** Earlier orders that have part of the same. */
  earlier: readonly EarlierOrder[];
}

export type PricedFormAct =
  | { type: 'terms.toggled' }
  | { type: 'price.requested' }
  | { type: 'quote.requested' }
  | { type: 'submit.requested' }
  | { type: 'order.confirmed' }
  | { type: 'order.declined' }
  /** Once more, though the same was submitted a moment ago. */
  | { type: 'repeat.confirmed' }
  | { type: 'repeat.declined' }
  | { type: 'look.requested' }
  | { type: 'order.shown' }
  | { type: 'form.closed' }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.declined' };
export type PricedFormEvent<Draft> =
  | PricedFormAct
  | NameOffered
  | { type: 'draft.changed'; patch: Partial<Draft> };

/** The result of a submit. `orderNum` is null for an imagery export: its reply names no task (§7). */
export interface SubmitReceipt {
  orderNum: string | null;
}

/** The output of the form: the receipt, or null if it was closed without a submit. */
export interface PricedFormOutput {
  receipt: SubmitReceipt | null;
  /** Whether to open the page of the order, not only its list. */
  isOrderShown: boolean;
}

/** The parts in which one priced form differs from another. */
export interface PricedFormRules<Input, Draft, Price, PriceRequest, SubmitRequest> {
  /** The id of the machine, e.g. 'tasking'. */
  id: string;
  newDraft(input: Input): Draft;
  /**
   * Identifies the ordered items, without name and options: every form for the same items asks about a lost reply.
   */
  about(input: Input, draft: Draft): string;
  /** The draft after a patch, with the rules between its fields applied (§4). */
  changed(draft: Draft, patch: Partial<Draft>, input: Input): Draft;
  bearsOnPrice(patch: Partial<Draft>): boolean;
  /** Why the draft can't be priced; absent if every draft can. */
  unpricedReason?(draft: Draft, input: Input): NoticeText | null;
  priceRequestOf(draft: Draft, input: Input): PriceRequest;
  /** §5: why the name can't be submitted. */
  nameRefusal(draft: Draft): NoticeText | null;
  /** Whether agreement and price allow a submit. */
  isSubmittable(form: { agreed: boolean; price: Price | null }): boolean;
  submitRequestOf(draft: Draft, input: Input, price: Price): SubmitRequest;
  /** §8: the catalogue key for a failed submit without a server message. */
  submitFailed: string;
  /**
   * What only orders have: terms, a confirm question, a quote, "price changed". Absent in an imagery export (§4,
   * §5).
   */
  order?: {
    quoteOf(form: { draft: Draft; input: Input; price: Price | null }): FormQuote;
    /** The new price in a refused submit (decision 6); null if there is none. */
    newPriceIn(error: unknown): Price | null;
    /** Asks which earlier orders have the same already. */
    earlierRequestOf(draft: Draft, input: Input): EarlierRequest;
    /** Whether so little is bought that Submit asks once more. */
    isDoubtful?(draft: Draft, input: Input): boolean;
  };
  /** The question for satellite passes, which run beside the form; tasking only. */
  passQuestionOf?(draft: Draft, input: Input): PassQuestion | null;
}
