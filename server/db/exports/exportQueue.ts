import type { Pool } from 'pg';

/**
 * A table of exports whose rows are its queue (docs/decisions/087): id, account_id, status, progress, secret_hash, due_at,
 * tries, expires_at.
 */
export interface QueueTable {
  table: 'scene_exports' | 'imagery_exports';
  /** Status of what is still to be made, and of what is done. */
  open: number;
  done: number;
}

/** What every export to be worked on has. */
export interface QueueJob {
  id: number;
  /** How often it was taken, this time included: tells one that took it from another. */
  tries: number;
}

/** A sign of life, the end with a file, or another try later. */
export type QueueChange =
  | { progress: number; dueAt: Date }
  | { expiresAt: Date }
  | { dueAt: Date; tries: number };

/**
 * Takes a due export for as long as `until`: first the oldest of each account, so that nobody's many hold up another's one;
 * among these the one that has been due for longest. Of several processes each gets another one.
 * @param columns what of the row is returned, as SQL
 * @param wanted.types only exports of these types; for tables that have types
 * @returns null when none is due
 */
export async function takeJob<Job extends QueueJob>(
  pool: Pool,
  { table, open }: QueueTable,
  columns: string,
  wanted: { now: Date; until: Date; types?: readonly string[] },
): Promise<Job | null> {
  const { now, until, types } = wanted;
  const ofTypes = (row: string) => (types === undefined ? '' : `and ${row}.type = any($3::text[])`);
  const { rows } = await pool.query<Job>(
    `update ${table} set tries = tries + 1, due_at = $2, progress = 0
     where id = (
       select id from ${table} due where status = ${open} and due_at <= $1 ${ofTypes('due')}
       order by (select count(*) from ${table} before where before.account_id = due.account_id
                 and before.status = ${open} ${ofTypes('before')} and before.id < due.id), due_at, id
       limit 1 for update skip locked)
     returning ${columns}`,
    types === undefined ? [now, until] : [now, until, types],
  );
  return rows[0] ?? null;
}

/**
 * Notes how far an export is that was taken.
 * @returns false when it is no longer this one's: another process took it, it was cancelled, or its account is gone
 */
export async function noteJob(
  pool: Pool,
  { table, open, done }: QueueTable,
  job: QueueJob,
  change: QueueChange,
): Promise<boolean> {
  const values: Record<string, unknown> =
    'expiresAt' in change
      ? { status: done, progress: 100, due_at: null, expires_at: change.expiresAt }
      : 'tries' in change
        ? { due_at: change.dueAt, tries: change.tries, progress: 0 }
        : { progress: change.progress, due_at: change.dueAt };
  const columns = Object.keys(values).map((column, place) => `${column} = $${place + 3}`);
  const { rowCount } = await pool.query(
    `update ${table} set ${columns.join(', ')} where id = $1 and tries = $2 and status = ${open}`,
    [job.id, job.tries, ...Object.values(values)],
  );
  return rowCount === 1;
}

/** Of these ids those whose files are still to be kept: not made yet, or done and not expired. */
export async function keptJobs(
  pool: Pool,
  { table, open, done }: QueueTable,
  ids: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from ${table} where id = any($1::bigint[])
     and (status = ${open} or (status = ${done} and expires_at > $2))`,
    [ids, now],
  );
  return new Set(rows.map((row) => row.id));
}
