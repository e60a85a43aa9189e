import {
  ORDERS_AROUND_MAX,
  type DeliveriesAround,
  type OrderDetails,
} from '../../../contract/orders/orderDetails.ts';
import { boundsMeet, boundsOf } from '../../../src/geo/entry/bbox.ts';
import { areaOfWkt } from '../../areas/areas.ts';
import { ringsOf } from '../../catalogue/masks/clearShare.ts';
import { measureShares } from '../../catalogue/masks/masks.ts';
import { completedOrders, orderOf } from '../../db/orders/orderContents.ts';
import { masksOf } from '../../db/search/cloudMasks.ts';
import type { Deps } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import { detailsOf } from './orderDetails.ts';

/** Completed orders whose areas are looked at. */
const LOOKED_AT = 100;

/**
 * What was delivered of an order's area, by it and by the account's other orders of its kind, and how much of the area is
 * clear in each scene of which a mask is at hand (docs/decisions/262).
 * @throws Refusal if there is no such order, or it is somebody else's
 */
export async function deliveriesOf(
  deps: Deps,
  accountId: number,
  wanted: { orderNum: string; sandbox: boolean; origin: string; signal?: AbortSignal },
): Promise<DeliveriesAround> {
  const { orderNum, sandbox, origin, signal } = wanted;
  const order = await orderOf(deps.db.pool, accountId, orderNum, sandbox);
  if (order === null) throw new Refusal('orderUnknown');
  const area = (await areaOfWkt(order.aoiWkt)).geometry;
  const bounds = boundsOf(area);
  const orders: OrderDetails[] = [];
  const completed = await completedOrders(deps.db.pool, accountId, sandbox, LOOKED_AT);
  // the order itself, even after many others
  const own = completed.filter((one) => one.orderNum === orderNum);
  for (const one of [...own, ...completed.filter((other) => other.orderNum !== orderNum)]) {
    if (orders.length === ORDERS_AROUND_MAX) break;
    signal?.throwIfAborted();
    const isOwn = one.orderNum === orderNum;
    if (!isOwn && !boundsMeet(bounds, boundsOf((await areaOfWkt(one.aoiWkt)).geometry))) continue;
    orders.push(await detailsOf(deps, accountId, { orderNum: one.orderNum, sandbox, origin }));
  }
  const productIds = [...new Set(orders.flatMap(({ scenes }) => scenes.map(({ scene }) => scene.id)))];
  const known = (await masksOf(deps.db, productIds)).flatMap(({ stored }, at) =>
    stored?.mask ? [{ productId: productIds[at]!, mask: stored.mask }] : [],
  );
  const shares = await measureShares(
    ringsOf(area),
    known.map(({ mask }) => mask),
    signal,
  );
  const clear = known.flatMap(({ productId }, at) => {
    const share = shares[at] ?? Number.NaN;
    return Number.isNaN(share) ? [] : [{ productId, percent: Math.round(share * 1000) / 10 }];
  });
  return { orders, clear };
}
