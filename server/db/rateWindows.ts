import type { Pool } from 'pg';

/**
 * Counts one use in the window that `now` falls into, and says how many there are. All processes count together.
 * @param windowMs length of a window
 */
export async function countUse(pool: Pool, bucket: string, windowMs: number, now: Date): Promise<number> {
  const openedAt = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
  const { rows } = await pool.query<{ uses: number }>(
    `insert into rate_windows (bucket, opened_at, uses) values ($1, $2, 1)
     on conflict (bucket, opened_at) do update set uses = rate_windows.uses + 1 returning uses`,
    [bucket, openedAt],
  );
  return rows[0]?.uses ?? 1;
}

/** Forgets a bucket, and windows that closed a day ago. */
export async function forgetUses(pool: Pool, bucket: string, now: Date): Promise<void> {
  await pool.query('delete from rate_windows where bucket = $1 or opened_at < $2', [
    bucket,
    new Date(now.getTime() - 86_400_000),
  ]);
}
