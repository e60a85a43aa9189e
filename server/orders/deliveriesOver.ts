import {
  ORDERS_OVER_MAX,
  type DeliveriesOver,
  type OrderDetails,
} from '../../contract/orders/orderDetails.ts';
import { boundsMeet, boundsOf } from '../../src/geo/entry/bbox.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { ringsOf } from '../search/masks/clearShare.ts';
import { measureShares } from '../search/masks/masks.ts';
import { completedOrders } from './orderContents.queries.ts';
import { masksOf } from '../search/masks/masks.queries.ts';
import type { OrderDeps } from './supplier.ts';
import { detailsOf } from './orderDetails.ts';

/** Completed orders whose areas are looked at. */
const LOOKED_AT = 100;

/**
 * What was delivered of an area by the account's orders of its kind, and how much of the area is clear in each scene of
 * which a mask is at hand.
 * @throws Refusal geometry.* for no area; one over the account's limit is fine, as an older order may have it
 */
export async function deliveriesOver(
  deps: OrderDeps,
  accountId: number,
  wanted: {
    aoiWkt: string;
    orderNum?: string | undefined;
    sandbox: boolean;
    origin: string;
    signal?: AbortSignal;
  },
): Promise<DeliveriesOver> {
  const { sandbox, origin, signal } = wanted;
  const area = (await areaOfWkt(wanted.aoiWkt)).geometry;
  const bounds = boundsOf(area);
  const orders: OrderDetails[] = [];
  const completed = await completedOrders(deps.db.pool, accountId, sandbox, LOOKED_AT);
  // the one that was named, even after many others
  const isFirst = ({ orderNum }: { orderNum: string }) => orderNum === wanted.orderNum;
  for (const { orderNum, aoiWkt } of completed.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))) {
    if (orders.length === ORDERS_OVER_MAX) break;
    signal?.throwIfAborted();
    if (!boundsMeet(bounds, boundsOf((await areaOfWkt(aoiWkt)).geometry))) continue;
    orders.push(await detailsOf(deps, accountId, { orderNum, sandbox, origin }));
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
