import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { KNOWN_CLIENT_MS } from '../base/limits.ts';

/** Hashes both, so that neither is stored. */
function pairHashOf(email: string, device: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([email, device]))
    .digest();
}

/**
 * Whether a client recently logged in to the account of an address, or reset its password. Addresses without
 * an account cost the same work.
 * @param email normalized
 * @param device the id in the client's cookie
 */
export async function isKnownClient(pool: Pool, email: string, device: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select 1 from known_clients where pair_hash = $1 and seen_at >= $2',
    [pairHashOf(email, device), new Date(now.getTime() - KNOWN_CLIENT_MS)],
  );
  return rowCount === 1;
}

/** Marks the client as known to the account of the address, for a limited time. */
export async function rememberClient(
  db: Pool | PoolClient,
  email: string,
  device: string,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into known_clients (pair_hash, seen_at) values ($1, $2)
     on conflict (pair_hash) do update set seen_at = excluded.seen_at`,
    [pairHashOf(email, device), now],
  );
}

/** Deletes clients not seen for a long time. */
export async function forgetOldClients(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from known_clients where seen_at < $1', [
    new Date(now.getTime() - KNOWN_CLIENT_MS),
  ]);
}
