import { SUCCESS } from '../../contract/calls/envelope.ts';
import { CONTRACT_UTYPE } from '../../contract/limits.ts';
import type { MessageKey } from '../../contract/messages.ts';
import { canAppend } from '../../contract/orders/product.ts';
import { ORDER_STATUS, type OrderStatus } from '../../contract/orders/orderStatus.ts';
import type {
  OrderItem,
  OrderPage,
  SceneOrderRequest,
  ScenePriceRequest,
} from '../../contract/orders/orders.ts';
import { polygonsOf, verticesOf } from '../../src/geo/area/areaGeometry.ts';
import { deliveredKm2 } from '../base/areas/areas.ts';
import { checkCost } from '../base/cost.ts';
import { readySeconds } from './deliveryTime.ts';
import { settleKey } from './idempotency.queries.ts';
import {
  cancelOrder,
  listOrders,
  type ListedOrder,
  type OrderKind,
  type SceneForm,
} from './orders.queries.ts';
import { scenesByProductIds } from '../search/scenes.ts';
import { isSandbox, signedIn, type CallContext, type Handlers } from '../accounts/handler.ts';
import { Refusal } from '../base/refusal.ts';
import { cappedAoi } from '../search/area.rules.ts';
import { orderScenes, priceOfScenes, refuseElsewhere } from './pricing.rules.ts';
import type { OrderDeps } from './supplier.ts';
import { deliveryPath } from './delivery.routes.ts';
import { deliveriesOver } from './deliveriesOver.ts';
import { earlierOrders } from './earlierOrders.ts';
import { detailsOf } from './orderDetails.ts';
import { keepQuote, offered } from './quotes.ts';
import { pricedTasking } from './tasking.calls.ts';
import { ownKey, submitOnce } from './submitOnce.ts';

/** For scenes without a supplier. */
const UNNAMED_SUPPLIER = 'unnamed';
/** Why an order can't be cancelled that has ended otherwise than by its delivery. */
const NOT_CANCELLED: Partial<Record<OrderStatus, MessageKey>> = {
  [ORDER_STATUS.cancelled]: 'orderCancelled',
  [ORDER_STATUS.failed]: 'orderFailed',
};

type OrderCalls =
  | 'archivePrice'
  | 'archiveSubmit'
  | 'saveQuote'
  | 'archiveOrders'
  | 'taskingOrders'
  | 'submitOutcome'
  | 'orderDetails'
  | 'earlierOrders'
  | 'deliveriesOver'
  | 'cancelArchiveOrder'
  | 'cancelTaskingOrder';

function itemOf(order: ListedOrder, origin: string): OrderItem {
  const { id, orderNum, orderName, status, productIds, simulated, sandbox, secret } = order;
  return {
    id,
    orderNum,
    orderName,
    status,
    ctime: order.createdAt.toISOString(),
    downloadUrl: order.fileNames.map((name) => origin + deliveryPath(orderNum, secret, name)),
    finalPrice: order.finalPriceCents,
    productIds,
    simulated,
    ...(sandbox ? { sandbox } : {}),
    history: order.history.map((step) => ({ status: step.status, at: new Date(step.at).toISOString() })),
    valuationArea: order.valuationArea,
    ...(order.tasking === null ? {} : { tasking: order.tasking }),
  };
}

/** Prices a request with the scenes' current data. */
async function priced(deps: OrderDeps, request: ScenePriceRequest, utype: number) {
  if (!deps.config.apis.order_archive) throw new Refusal('switchedOff');
  const aoi = await cappedAoi(request.aoiWkt, utype);
  const scenes = orderScenes(request.productIds, await scenesByProductIds(deps.db, request.productIds));
  const footprints = scenes.map(({ geometry }) => geometry);
  const corners = Math.max(...[aoi.geometry, ...footprints].map((area) => verticesOf(polygonsOf(area))));
  checkCost('archivePrice', scenes.length, { pairs: 2 * corners });
  if (request.productLevelAppend && !scenes.every(({ facts }) => canAppend(facts.sourceCode)))
    throw new Refusal('appendNotOffered');
  const covered = await deliveredKm2(footprints, aoi.geometry);
  const areas = request.cropByAoi ? covered : await deliveredKm2(footprints, null);
  refuseElsewhere(scenes, covered);
  const clip = request.cropByAoi ? aoi.geometry : null;
  const images = scenes.map((scene) => deps.supplier.imageOf(scene, clip)?.pixels ?? 0);
  const levels = request.productLevelAppend && request.productLevel !== 'L1' ? 2 : 1;
  const pixels = levels * images.reduce((sum, image) => sum + image, 0);
  return { scenes, price: priceOfScenes(scenes, areas, aoi, request, utype), pixels };
}

/**
 * L1 has no projection and is not appended to itself (§4 Tasking form, decision 5); only utype 6 has a
 * contract number (§6).
 */
function checkedForm(body: SceneForm, utype: number): SceneForm {
  if (body.contractNum && utype !== CONTRACT_UTYPE) throw new Refusal('contractNumNotAllowed');
  if (body.productLevel !== 'L1') return body;
  if (body.projection !== 'LAT_LON') throw new Refusal('projectionFixed');
  const { productLevelAppend: _, ...form } = body;
  return form;
}

async function submitArchive(deps: OrderDeps, body: SceneOrderRequest, context: CallContext) {
  const account = signedIn(context);
  const { agreedPrice, ...asked } = body;
  return submitOnce(deps, context, { kind: 'archive', body }, async () => {
    const form = checkedForm(asked, account.utype);
    const { scenes, price, pixels } = await priced(deps, form, account.utype);
    if (price.finalPrice !== agreedPrice) throw new Refusal('priceDiffers', {}, { data: { price } });
    return {
      orderName: form.orderName,
      supplier: scenes[0]?.facts.supplier ?? UNNAMED_SUPPLIER,
      scenes,
      aoiWkt: form.aoiWkt,
      form,
      price,
      pixels,
    };
  });
}

/** §7 Search and orders: decision 5's archive orders. */
export function orderHandlers(deps: OrderDeps): Pick<Handlers, OrderCalls> {
  const { db, clock } = deps;
  const page = async (
    kind: OrderKind,
    cpage: number,
    context: CallContext,
  ): Promise<{ result: number; data: OrderPage }> => {
    const wanted = { accountId: signedIn(context).id, kind, page: cpage, sandbox: isSandbox(context) };
    const { list, total } = await listOrders(db.pool, wanted);
    return { result: SUCCESS, data: { list: list.map((order) => itemOf(order, context.origin)), total } };
  };
  const cancel = async (kind: OrderKind, orderNum: string, context: CallContext) => {
    const accountId = signedIn(context).id;
    const outcome = await db.transaction((client) =>
      cancelOrder(client, { accountId, kind, orderNum, sandbox: isSandbox(context), at: clock.now() }),
    );
    if (outcome === 'unknown') throw new Refusal('orderUnknown');
    if (outcome !== 'cancelled') throw new Refusal(NOT_CANCELLED[outcome] ?? 'orderPastCancel');
    return { result: SUCCESS };
  };
  return {
    async archivePrice({ body }, context) {
      const { price, pixels } = await priced(deps, body, signedIn(context).utype);
      const [seconds, reply] = await Promise.all([
        readySeconds(deps, { pixels }),
        offered(deps, context, { kind: 'archive', form: body }, price),
      ]);
      return { ...reply, data: { ...reply.data, ...(seconds !== null && { readySeconds: seconds }) } };
    },
    async saveQuote({ body }, context) {
      const { utype } = signedIn(context);
      const price =
        body.kind === 'archive'
          ? (await priced(deps, body.form, utype)).price
          : await pricedTasking(deps, body.form, utype);
      return keepQuote(db, context, body, price, clock.now());
    },
    archiveSubmit: ({ body }, context) => submitArchive(deps, body, context),
    archiveOrders: ({ query }, context) => page('archive', query.cpage, context),
    taskingOrders: ({ query }, context) => page('tasking', query.cpage, context),
    async submitOutcome({ body }, context) {
      const key = ownKey(body.key, context);
      const accountId = signedIn(context).id;
      const made = await db.transaction((client) => settleKey(client, { accountId, key, now: clock.now() }));
      return { result: SUCCESS, data: { made } };
    },
    async orderDetails({ params }, context) {
      const wanted = { orderNum: params.orderNum, sandbox: isSandbox(context), origin: context.origin };
      const data = await detailsOf(deps, signedIn(context).id, wanted);
      return { result: SUCCESS, data };
    },
    async earlierOrders({ body }, context) {
      const wanted = { ...body, sandbox: isSandbox(context) };
      return { result: SUCCESS, data: await earlierOrders(db, signedIn(context).id, wanted) };
    },
    async deliveriesOver({ body }, context) {
      const { origin, signal } = context;
      const wanted = { ...body, sandbox: isSandbox(context), origin, signal };
      return { result: SUCCESS, data: await deliveriesOver(deps, signedIn(context).id, wanted) };
    },
    cancelArchiveOrder: ({ params }, context) => cancel('archive', params.orderNum, context),
    cancelTaskingOrder: ({ params }, context) => cancel('tasking', params.orderNum, context),
  };
}
