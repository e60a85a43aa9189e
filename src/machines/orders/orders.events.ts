import type { OrderItem, SubmitMade } from '../../../contract/orders/orders.ts';
import type { FormQuote } from '../../../contract/orders/quote.ts';

/** The two lists of the order panel (§2). */
export type OrderKind = 'archive' | 'tasking';

/** Requests the page of an order (decision 145), from its row in the list or by its number alone. */
export interface OrderRequested {
  type: 'order.requested';
  order: OrderItem | { orderNum: string };
}

/** The delivered imagery of a completed order is to be shown on the map (decision 200). */
export interface OrderImageRequested {
  type: 'orderImage.requested';
  orderNum: string;
}

/** The order of a followed link was found. */
export interface OrderLinked {
  type: 'order.linked';
  orderNum: string;
  kind: OrderKind;
  /** The page of its list, from 1. */
  page: number;
}

/** Asks the list of an order to show the list page with its row. */
export interface OrderSought {
  type: 'order.sought';
  orderNum: string;
  page: number;
}

/** Asks for a form as a printable quote. */
export interface QuotePageRequested {
  type: 'quotePage.requested';
  quote: FormQuote;
}

/** A submit whose form was closed has made an order or an imagery export (decision 140). */
export interface SubmitFound {
  type: 'submit.found';
  kind: SubmitMade['kind'];
}

/** One of the two lists of the order panel was chosen (§2). */
export interface OrderKindChosen {
  type: 'orderKind.chosen';
  kind: OrderKind;
}
