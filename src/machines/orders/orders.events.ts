import type { FormQuote } from '../../../contract/quote.ts';

/** The two lists of the order panel (§2). */
export type OrderKind = 'archive' | 'tasking';

/** A link to one order was followed, and the order found (decision 104). */
export interface OrderLinked {
  type: 'order.linked';
  orderNum: string;
  kind: OrderKind;
  /** Of its list, from 1. */
  page: number;
}

/** One order is to be shown, unfolded, by the list that it is in. */
export interface OrderSought {
  type: 'order.sought';
  orderNum: string;
  page: number;
}

/** What a form would order is to be printed as a quote (decision 105). */
export interface QuotePageRequested {
  type: 'quotePage.requested';
  quote: FormQuote;
}

/** The other list of the order panel is to be shown (§2). */
export interface OrderKindChosen {
  type: 'orderKind.chosen';
  kind: OrderKind;
}
