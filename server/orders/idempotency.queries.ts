import type { Pool, PoolClient } from 'pg';
import type { SubmitMade } from '../../contract/orders/orders.ts';

/** The use of a key (decision 7). */
export interface UsedKey {
  bodyHash: Buffer;
  orderNum: string;
}

/** Longer than any request can be in flight: after it, nothing can arrive under a closed key. */
const CLOSED_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export async function usedKey(
  db: Pool | PoolClient,
  accountId: number,
  key: string,
): Promise<UsedKey | null> {
  const { rows } = await db.query<UsedKey>(
    `select k.body_hash as "bodyHash", o.order_num as "orderNum"
     from idempotency_keys k join orders o on o.id = k.order_id where k.account_id = $1 and k.key = $2`,
    [accountId, key],
  );
  return rows[0] ?? null;
}

/** Serializes submits of one account with one key, and questions about it, until the transaction ends. */
export async function lockKey(client: PoolClient, accountId: number, key: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [accountId % 2_147_483_647, key]);
}

/** Whether the server has reported that this key made nothing. */
export async function isKeyClosed(db: Pool | PoolClient, accountId: number, key: string): Promise<boolean> {
  const { rowCount } = await db.query('select from closed_keys where account_id = $1 and key = $2', [
    accountId,
    key,
  ]);
  return rowCount === 1;
}

export async function insertKey(
  client: PoolClient,
  used: { accountId: number; key: string; bodyHash: Buffer; orderId: number; now: Date },
): Promise<void> {
  await client.query(
    'insert into idempotency_keys (account_id, key, body_hash, order_id, created_at) values ($1, $2, $3, $4, $5)',
    [used.accountId, used.key, used.bodyHash, used.orderId, used.now],
  );
}

interface MadeRow extends Pick<SubmitMade, 'kind' | 'num' | 'name' | 'status'> {
  createdAt: Date;
  /** Cents of an order, credits of an export. */
  cost: number;
}

/**
 * What a key made: an order or an imagery export. A key that made nothing is closed, so that a submit that arrives
 * later is refused. Call it in a transaction: a concurrent submit has either committed before, or finds the key
 * closed.
 * @returns null if it made nothing
 */
export async function settleKey(
  client: PoolClient,
  { accountId, key, now }: { accountId: number; key: string; now: Date },
): Promise<SubmitMade | null> {
  await lockKey(client, accountId, key);
  const { rows } = await client.query<MadeRow>(
    `select o.kind, o.order_num as num, o.order_name as name, o.status, o.created_at as "createdAt",
       o.final_price_cents as cost
     from idempotency_keys k join orders o on o.id = k.order_id where k.account_id = $1 and k.key = $2
     union all
     select 'imageryExport', task_num, form ->> 'taskName', status, created_at, cost
     from imagery_exports where account_id = $1 and idempotency_key = $2`,
    [accountId, key],
  );
  const [row] = rows;
  if (row) {
    const { kind, createdAt, cost, ...rest } = row;
    const made = { ...rest, ctime: createdAt.toISOString() };
    return kind === 'imageryExport' ? { kind, ...made, credits: cost } : { kind, ...made, finalPrice: cost };
  }
  await client.query(
    'insert into closed_keys (account_id, key, closed_at) values ($1, $2, $3) on conflict do nothing',
    [accountId, key, now],
  );
  return null;
}

/** Deletes closed keys under which nothing can arrive any more. The key of an order is kept with the order. */
export async function forgetOldKeys(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from closed_keys where closed_at < $1', [
    new Date(now.getTime() - CLOSED_KEPT_MS),
  ]);
}
