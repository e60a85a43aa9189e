import { Client, type Pool, type PoolClient, type QueryResult } from 'pg';

/** Statement timeout of archive reads. */
const TIMEOUT_MS = 20_000;

/** Cancels a backend's query over a separate connection, since all of the pool's may be busy. */
async function cancelBackend(pool: Pool, pid: number | undefined): Promise<void> {
  const client = new Client(pool.options);
  // failing to cancel is harmless: the statement timeout ends it
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [pid]);
  } catch {
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs read-only work on one snapshot; an abort also cancels its query in the database.
 * @throws the signal's reason if aborted; pg's error if the statement timed out
 */
export async function readCancellably<T>(
  pool: Pool,
  signal: AbortSignal | undefined,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  let cancelling: Promise<unknown> | undefined;
  let onAbort: (() => void) | undefined;
  let broken: Error | undefined;
  try {
    // compiling a query, or waiting for parallel workers, costs more than any of these queries
    const begun: unknown = await client.query(
      `begin isolation level repeatable read read only; set local statement_timeout = ${TIMEOUT_MS};
       set local jit = off; set local max_parallel_workers_per_gather = 0; select pg_backend_pid() as pid`,
    );
    const pid = (begun as QueryResult<{ pid: number }>[]).at(-1)?.rows[0]?.pid;
    onAbort = () => {
      cancelling = cancelBackend(pool, pid);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    signal?.throwIfAborted();
    const found = await work(client);
    await client.query('commit');
    return found;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw signal?.aborted ? signal.reason : error;
  } finally {
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    // a late cancel must not hit the next user of this connection
    await cancelling;
    client.release(cancelling ? true : broken);
  }
}
