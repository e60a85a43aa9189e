import type { AnyActorRef } from 'xstate';
import type { PriceResult } from '../../../../contract/orders/orders.ts';
import type { OrderedImages } from '../../../machines/orders/priced/deliveredPixels.rules.ts';
import type { PricedFormEvent } from '../../../machines/orders/priced/pricedForm.rules.ts';
import type { PricedForm } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import type { ProductDraft } from '../../../machines/orders/priced/product.rules.ts';

/** The actor of any form with a price. */
export interface PricedFormActor<Form extends PricedForm = PricedForm, Draft = object> {
  getSnapshot(): Form;
  subscribe: AnyActorRef['subscribe'];
  send(event: PricedFormEvent<Draft>): void;
}

/** A new acquisition has a resolution, metres. */
type OrderDraft = ProductDraft & { resolution?: number };

/** The actor of either order form: scene order or tasking. */
export type OrderActor = PricedFormActor<
  PricedForm<
    OrderDraft,
    PriceResult,
    OrderedImages & { utype: number; termsUrl: string; deliverySeconds?: number | undefined }
  >,
  OrderDraft
>;
