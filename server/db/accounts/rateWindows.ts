import type { Pool } from 'pg';

/** Windows and pauses are kept at least this long. */
const KEPT_MS = 86_400_000;

function openedAt(windowMs: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}

/**
 * Counts one use in the window that `now` falls into, and says how many there are. All processes count together.
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

/** Takes one use back in the window that `now` falls into. */
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
 * Takes a use that needs a pause after the last one. Of two at the same time one takes it.
 * @returns null when it was taken, else when the last one was
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

/** Forgets windows that opened, and pauses that began, more than a day ago. */
export async function forgetOldUses(pool: Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await pool.query('delete from rate_windows where opened_at < $1', [before]);
  await pool.query('delete from rate_pauses where taken_at < $1', [before]);
}
