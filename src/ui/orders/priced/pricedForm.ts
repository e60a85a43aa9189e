import type { AnyActorRef } from 'xstate';
import type { PriceResult } from '../../../../contract/orders/orders.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import type { PricedFormEvent } from '../../../machines/orders/priced/pricedForm.rules.ts';
import type { PricedForm } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import type { ProductDraft } from '../../../machines/orders/priced/product.rules.ts';

/** The actor of any form with a price. */
export interface PricedFormActor<Form extends PricedForm = PricedForm, Draft = object> {
  getSnapshot(): Form;
  subscribe: AnyActorRef['subscribe'];
  send(event: PricedFormEvent<Draft>): void;
}

/** The actor of either order form: scene order or tasking. */
export type OrderActor = PricedFormActor<
  PricedForm<
    ProductDraft,
    PriceResult,
    { aoi: Aoi; utype: number; termsUrl: string; deliverySeconds?: number | undefined }
  >,
  ProductDraft
>;
