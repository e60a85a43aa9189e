import { offered } from './quotes.ts';
import type { TaskingForm, TaskingPriceRequest } from '../../contract/orders/orders.ts';
import { signedIn, type CallContext, type Handlers } from '../accounts/handler.ts';
import { Refusal } from '../base/refusal.ts';
import { cappedAoi } from '../search/area.rules.ts';
import { priceOfTasking } from './pricing.rules.ts';
import type { OrderDeps } from './supplier.ts';
import { checkTasking } from './tasking.rules.ts';
import { submitOnce } from './submitOnce.ts';

/** Prices a new acquisition that can be ordered. */
export async function pricedTasking(deps: OrderDeps, form: TaskingPriceRequest, utype: number) {
  if (!deps.config.apis.order_tasking) throw new Refusal('switchedOff');
  const aoi = await cappedAoi(form.aoiWkt, utype);
  checkTasking(form, utype, deps.clock.now(), deps.supplier);
  return priceOfTasking(aoi, form, utype);
}

async function submitTasking(deps: OrderDeps, body: TaskingForm, context: CallContext) {
  const account = signedIn(context);
  const { agreedPrice, ...form } = body;
  return submitOnce(deps, context, { kind: 'tasking', body }, async () => {
    const price = await pricedTasking(deps, form, account.utype);
    if (agreedPrice !== undefined && price.finalPrice !== agreedPrice)
      throw new Refusal('priceDiffers', {}, { data: { price } });
    const { orderName, aoiWkt, sourceCode } = form;
    return { orderName, supplier: deps.supplier.nameOf(sourceCode), scenes: [], aoiWkt, form, price };
  });
}

/** §7 Search and orders: price and submit; the form is checked again on the server. */
export function taskingHandlers(deps: OrderDeps): Pick<Handlers, 'taskingPrice' | 'taskingSubmit'> {
  return {
    async taskingPrice({ body }, context) {
      const price = await pricedTasking(deps, body, signedIn(context).utype);
      return offered(deps, context, { kind: 'tasking', form: body }, price);
    },
    taskingSubmit: ({ body }, context) => submitTasking(deps, body, context),
  };
}
