import type { Pool, PoolClient } from 'pg';
import { ORDER_STATUS } from '../../contract/orders/orderStatus.ts';
import type { EarlierOrder, EarlierRequest } from '../../contract/orders/orders.ts';
import type { KeptScene } from '../search/scenes.ts';
import { COLUMNS, type Order } from './orders.queries.ts';

/** An order with the accepted terms; null in orders older than their records. */
export interface AgreedOrder extends Order {
  termsUrl: string | null;
  termsSha256: string | null;
}

/** A user's order, or with `sandbox` one of the sandbox; null if it is not theirs. */
export async function orderOf(
  pool: Pool,
  accountId: number,
  orderNum: string,
  sandbox = false,
): Promise<AgreedOrder | null> {
  const { rows } = await pool.query<AgreedOrder>(
    `select ${COLUMNS}, terms_url as "termsUrl", terms_sha256 as "termsSha256"
     from orders where account_id = $1 and order_num = $2 and sandbox = $3`,
    [accountId, orderNum, sandbox],
  );
  return rows[0] ?? null;
}

/** A user's completed orders, newest first, with their areas. */
export async function completedOrders(
  pool: Pool,
  accountId: number,
  sandbox: boolean,
  limit: number,
): Promise<{ orderNum: string; aoiWkt: string }[]> {
  const { rows } = await pool.query<{ orderNum: string; aoiWkt: string }>(
    `select order_num as "orderNum", aoi_wkt as "aoiWkt" from orders
     where account_id = $1 and sandbox = $2 and status = $3 order by id desc limit $4`,
    [accountId, sandbox, ORDER_STATUS.completed, limit],
  );
  return rows;
}

interface EarlierCandidate extends Omit<EarlierOrder, 'ctime'> {
  ctime: Date;
  aoiWkt: string;
  cropByAoi: boolean;
}

/** Orders at one of some levels that have one of some scenes, or a source in a window of UTC days that overlaps. */
export async function earlierCandidates(
  pool: Pool,
  accountId: number,
  wanted: Pick<EarlierRequest, 'productIds' | 'tasking'> & {
    sandbox: boolean;
    levels: readonly string[];
    limit: number;
  },
): Promise<EarlierCandidate[]> {
  const { productIds = [], tasking } = wanted;
  const { rows } = await pool.query<EarlierCandidate>(
    `select order_num as "orderNum", created_at as ctime, form->>'productLevel' as "productLevel", aoi_wkt as "aoiWkt",
       (form->>'cropByAoi')::boolean as "cropByAoi",
       array(select id from unnest(product_ids) id where id = any($5)) as "productIds"
     from orders where account_id = $1 and sandbox = $2 and status < $3 and form->>'productLevel' = any($4)
       and (kind = 'archive' and product_ids && $5 or kind = 'tasking' and form->>'sourceCode' = $6
         and form->>'taskingWindowStart' <= $8 and form->>'taskingWindowEnd' >= $7)
     order by id desc limit $9`,
    [
      accountId,
      wanted.sandbox,
      ORDER_STATUS.failed,
      wanted.levels,
      productIds,
      tasking?.sourceCode ?? null,
      tasking?.windowStart ?? null,
      tasking?.windowEnd ?? null,
      wanted.limit,
    ],
  );
  return rows;
}

/** Records the scenes of an order as they are now. Idempotent. */
export async function insertOrderScenes(
  client: PoolClient,
  orderId: number,
  scenes: readonly KeptScene[],
): Promise<void> {
  for (const { facts, geometry } of scenes)
    await client.query(
      `insert into order_scenes (order_id, product_id, scene) values ($1, $2, $3) on conflict do nothing`,
      [orderId, facts.productId, JSON.stringify({ facts, geometry })],
    );
}

/** The recorded scenes of an order; empty for orders older than these records. */
export async function orderScenesOf(pool: Pool, orderId: number): Promise<KeptScene[]> {
  const { rows } = await pool.query<{ scene: KeptScene }>(
    'select scene from order_scenes where order_id = $1',
    [orderId],
  );
  return rows.map(({ scene }) => scene);
}

/** An order's steps, oldest first. */
export async function historyOf(
  pool: Pool,
  orderId: number,
): Promise<{ status: number; at: Date; cause: string | null }[]> {
  const { rows } = await pool.query<{ status: number; at: Date; cause: string | null }>(
    'select status, at, cause from order_history where order_id = $1 order by id',
    [orderId],
  );
  return rows;
}
