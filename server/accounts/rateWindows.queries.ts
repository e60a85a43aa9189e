import type { Pool } from 'pg';

/** Minimum time that windows and pauses are stored. */
const KEPT_MS = 86_400_000;

function openedAt(windowMs: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}

/**
 * Counts one use in the current window and returns their number. All processes share the count.
 * @param windowMs length of a window
 */
export async function countUse(pool: Pool, bucket: string, windowMs: number, now: Date): Promise<number> {
  const { rows } = await pool.query<{ uses: number }>(
    `insert into rate_windows (bucket, opened_at, uses) values ($1, $2, 1)
     on conflict (bucket, opened_at) do update set uses = rate_windows.uses + 1 returning uses`,
    [bucket, openedAt(windowMs, now)],
  );
  return rows[0]?.uses ?? 1;
}

/** Removes one use from the current window. */
export async function returnUse(pool: Pool, bucket: string, windowMs: number, now: Date): Promise<void> {
  await pool.query(
    'update rate_windows set uses = uses - 1 where bucket = $1 and opened_at = $2 and uses > 0',
    [bucket, openedAt(windowMs, now)],
  );
}

/** Deletes a bucket. */
export async function forgetUses(pool: Pool, bucket: string): Promise<void> {
  await pool.query('delete from rate_windows where bucket = $1', [bucket]);
}

/**
 * Takes a use that requires a pause after the last one; only one of two concurrent calls succeeds.
 * @returns null if it was taken, otherwise the time of the last one
 */
export async function takePausedUse(
  pool: Pool,
  bucket: string,
  pauseMs: number,
  now: Date,
): Promise<Date | null> {
  const { rowCount } = await pool.query(
    `insert into rate_pauses as last (bucket, taken_at) values ($1, $2)
     on conflict (bucket) do update set taken_at = excluded.taken_at where last.taken_at <= $3`,
    [bucket, now, new Date(now.getTime() - pauseMs)],
  );
  if (rowCount === 1) return null;
  const { rows } = await pool.query<{ takenAt: Date }>(
    'select taken_at as "takenAt" from rate_pauses where bucket = $1',
    [bucket],
  );
  return rows[0]?.takenAt ?? now;
}

/** Deletes windows and pauses that started more than a day ago. */
export async function forgetOldUses(pool: Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await pool.query('delete from rate_windows where opened_at < $1', [before]);
  await pool.query('delete from rate_pauses where taken_at < $1', [before]);
}
