import type { Pool, PoolClient } from 'pg';

/** The use of a key (decision 7). */
export interface UsedKey {
  bodyHash: Buffer;
  orderNum: string;
}

/** Within this time the same key returns the same order (decision 7: at least 24 hours). */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

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

/** Serializes submits of one account with one key until the transaction ends. */
export async function lockKey(client: PoolClient, accountId: number, key: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [accountId % 2_147_483_647, key]);
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

/** Deletes keys older than any retry. */
export async function forgetOldKeys(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from idempotency_keys where created_at < $1', [new Date(now.getTime() - KEPT_MS)]);
}
