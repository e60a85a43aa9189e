import type { Pool, PoolClient } from 'pg';
import { within } from '../base/clock.ts';

/** A connection that has failed may never answer, ms. */
const UNLOCK_MS = 1_000;

/**
 * Runs `work` with a connection that ends, with its locks, if the work or the connection fails. The
 * locks are released first: the database may notice a closed connection only later.
 */
export async function onSession<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed = true;
  try {
    const value = await work(client);
    failed = false;
    return value;
  } finally {
    if (failed)
      await within(UNLOCK_MS, client.query('select pg_advisory_unlock_all()')).catch(() => undefined);
    client.release(failed);
  }
}

/** Runs `work` unless another process of the database does so under the same lock. */
export async function alone(pool: Pool, lock: number, work: () => Promise<void>): Promise<void> {
  await onSession(pool, async (client) => {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lock]);
    if (rows[0]?.got !== true) return;
    await work();
    await client.query('select pg_advisory_unlock($1)', [lock]);
  });
}
