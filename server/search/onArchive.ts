import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { within } from '../base/clock.ts';
import { isDatabaseLost, serverMessageOf } from '../base/failures.ts';
import type { Log } from '../base/log.ts';
import type { Database } from '../database/open.ts';
import { sharedRead } from '../database/sharedRead.ts';

/** A replica that takes longer to say what it has is away. */
const CHECK_MS = 500;
/** How often it is asked again while it works: one that is frozen would hold a search for ever. */
const WATCH_MS = 1_000;
/** It isn't asked again so soon. */
const AWAY_MS = 5_000;
/** SQLSTATE of a query that the replica cancelled, to apply what the primary has removed. */
const CANCELLED = '40001';

const awayUntil = new WeakMap<Pool, number>();

const stateOf = (pool: Pool) => sharedRead(pool, 'archive state', () => archiveState(pool));

/** The replica no longer says what it has. */
class Silent extends Error {}

/** Rejects with `Silent` once the replica doesn't answer, or when the work is over. */
async function silence(pool: Pool, over: AbortSignal): Promise<never> {
  for (;;) {
    await pause(WATCH_MS, undefined, { signal: over, ref: false });
    await within(CHECK_MS, stateOf(pool)).catch((error: unknown) => {
      throw new Silent(serverMessageOf(error));
    });
  }
}

/**
 * Reads the archive on the replica of DATABASE_READ_URL if it has all scenes that the primary has at this moment, so that a search
 * after an import sees it (docs/decisions/243). Otherwise, or if the replica is away, on the primary.
 */
export async function onArchive<T>(
  { db, log }: { db: Pick<Database, 'pool' | 'readPool' | 'statePools'>; log: Log },
  work: (db: Pick<Database, 'readPool'>) => Promise<T>,
): Promise<T> {
  const { pool, readPool, statePools } = db;
  const onPrimary = () => work({ readPool: pool });
  if (statePools === null || performance.now() < (awayUntil.get(readPool) ?? 0)) return onPrimary();
  const giveUp = (error: unknown) => {
    awayUntil.set(readPool, performance.now() + AWAY_MS);
    log.seldom('the read replica does not answer: searches go to the primary', {
      cause: serverMessageOf(error),
    });
    return onPrimary();
  };
  try {
    const [ahead, there] = await within(
      CHECK_MS,
      Promise.all([stateOf(statePools.primary), stateOf(statePools.replica)]),
    );
    if (ahead !== there) return onPrimary();
  } catch (error) {
    return giveUp(error);
  }
  const over = new AbortController();
  try {
    return await Promise.race([work({ readPool }), silence(statePools.replica, over.signal)]);
  } catch (error) {
    const isCancelled = error instanceof Error && 'code' in error && error.code === CANCELLED;
    if (!isCancelled && !isDatabaseLost(error) && !(error instanceof Silent)) throw error;
    return giveUp(error);
  } finally {
    over.abort();
  }
}

/**
 * A text that differs whenever the archive does: scenes are stored in batches, and a changed one gets the id of its
 * new batch. Three index look-ups, and the few collections.
 */
export async function archiveState(client: Pick<PoolClient, 'query'>): Promise<string> {
  const reply = await client.query<{ state: string }>(
    `select concat_ws('-', (select max(id) from scenes), (select max(id) from scene_batches),
       (select count(*) from scene_batches), (select max(noted_at) from stac_collections)) as state`,
  );
  return reply.rows[0]?.state ?? '';
}
