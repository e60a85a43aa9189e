import type pg from 'pg';

/** What reads the archive may take this long before the database ends it. */
const TIMEOUT_MS = 20_000;

/**
 * Runs read-only work on one snapshot; an abort cancels what the database is doing for it.
 * @throws the signal's reason when it was aborted; pg's error when the statement timeout ended it
 */
export async function readCancellably<T>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  let cancelling: Promise<unknown> | undefined;
  let onAbort: (() => void) | undefined;
  let broken: Error | undefined;
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    onAbort = () => {
      // failing to cancel is harmless: the statement timeout ends it
      cancelling = pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    signal?.throwIfAborted();
    // just-in-time compilation costs more than any of these queries
    await client.query(
      `begin isolation level repeatable read read only; set local statement_timeout = ${TIMEOUT_MS}; set local jit = off`,
    );
    const found = await work(client);
    await client.query('commit');
    return found;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw signal?.aborted ? signal.reason : error;
  } finally {
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    // a late cancel must not meet the next user of this connection
    await cancelling;
    client.release(cancelling ? true : broken);
  }
}
