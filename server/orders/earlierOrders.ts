import { PRODUCT_LEVELS } from '../../contract/limits.ts';
import type { EarlierOrder, EarlierRequest } from '../../contract/orders/orders.ts';
import { areaOfWkt, sharedArea } from '../base/areas/areas.ts';
import { cornersOfWkt, msOf, PRICED } from '../base/cost.ts';
import type { Database } from '../database/open.ts';
import { earlierCandidates } from './orderContents.queries.ts';

/** The newest orders whose areas are compared. */
const LOOKED_AT = 20;

/**
 * The account's orders, newest first, that have part of what is about to be ordered: one of its scenes, or the same source in a
 * window that overlaps, over an area that overlaps, at the same or a higher level. Cancelled and failed orders have nothing. The
 * oldest are left out where comparing their areas would cost too much.
 * @throws Refusal geometry.* for no area
 */
export async function earlierOrders(
  db: Database,
  accountId: number,
  wanted: EarlierRequest & { sandbox: boolean },
): Promise<EarlierOrder[]> {
  const area = (await areaOfWkt(wanted.aoiWkt)).geometry;
  const levels = PRODUCT_LEVELS.slice(PRODUCT_LEVELS.indexOf(wanted.productLevel));
  const found = await earlierCandidates(db.pool, accountId, { ...wanted, levels, limit: LOOKED_AT });
  const earlier: EarlierOrder[] = [];
  let ms = 0;
  for (const { aoiWkt, cropByAoi, ctime, ...order } of found) {
    // a whole scene has every part of it
    const isWhole = wanted.productIds !== undefined && !(cropByAoi && wanted.cropByAoi);
    const corners = cornersOfWkt(aoiWkt);
    if (!isWhole) ms += msOf({ corners, pairs: corners + cornersOfWkt(wanted.aoiWkt) });
    if (ms > PRICED.earlierOrders.limitMs) break;
    const common = isWhole || (await sharedArea((await areaOfWkt(aoiWkt)).geometry, area)) !== null;
    if (common) earlier.push({ ...order, ctime: ctime.toISOString() });
  }
  return earlier;
}
