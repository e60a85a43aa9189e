import type { Pool, PoolClient } from 'pg';
import type { Id } from '../../contract/calls/envelope.ts';
import { PIXELS_LEFT } from '../orders/deliveryTime.ts';
import { DELIVERY_LANES } from '../orders/orderSteps.queries.ts';

/** An id of our server; 0, which nothing has, for what is none. */
export const rowIdOf = (named: Id): number => (Number.isSafeInteger(Number(named)) ? Number(named) : 0);

/** What the owner's list of either kind of export has. */
export interface ExportRow {
  id: number;
  status: number;
  /** Percent. */
  progress: number;
  secret: string;
  createdAt: Date;
  expiresAt: Date | null;
}

/**
 * A table of exports that serves as their queue (docs/decisions/087): id, account_id, status, progress,
 * secret_hash, due_at, tries, expires_at, turn, bytes.
 */
export interface QueueTable {
  table: 'scene_exports' | 'imagery_exports';
  /** Status numbers of pending and of done exports. */
  open: number;
  done: number;
}

/** The common fields of claimed exports. */
export interface QueueJob {
  id: number;
  /** Number of claims including this one; distinguishes it from other claims. */
  tries: number;
  /** Tries in a row that a full disk ended; they are not among `tries`. */
  roomTries: number;
}

/** A renewed lease, the end with a file, or a retry later. */
export type QueueChange =
  | { progress: number; dueAt: Date }
  | { expiresAt: Date }
  | { dueAt: Date; tries: number; roomTries: number };

/** The exports of a table that are due at $1. */
export const dueExports = ({ table, open }: QueueTable): string =>
  `select from ${table} where status = ${open} and due_at <= $1`;

/**
 * Claims a due export until `until`: the oldest one of the account that was served longest ago (docs/decisions/198).
 * Concurrent processes get different exports.
 * @param columns the returned columns, as SQL
 * @param wanted.types only exports of these types; for tables with types
 * @returns null if none is due
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
    `update ${table} set tries = tries + 1, due_at = $2, progress = 0, turn = nextval('export_turns')
     where id = (
       select id from ${table} due where status = ${open} and due_at <= $1 ${ofTypes('due')}
       order by (select max(turn) from ${table} served where served.account_id = due.account_id
                 and served.turn is not null ${ofTypes('served')}) nulls first, id
       limit 1 for update skip locked)
     returning ${columns}, tries, room_tries as "roomTries"`,
    types === undefined ? [now, until] : [now, until, types],
  );
  return rows[0] ?? null;
}

/**
 * Records the progress of a claimed export.
 * @returns false if the claim is lost: another process took it over, it was cancelled, or its account was
 * deleted
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
        ? { due_at: change.dueAt, tries: change.tries, room_tries: change.roomTries, progress: 0 }
        : { progress: change.progress, due_at: change.dueAt };
  const columns = Object.keys(values).map((column, place) => `${column} = $${place + 3}`);
  const { rowCount } = await pool.query(
    `update ${table} set ${columns.join(', ')} where id = $1 and tries = $2 and status = ${open}`,
    [job.id, job.tries, ...Object.values(values)],
  );
  return rowCount === 1;
}

/** Those of the ids whose files are still needed: pending, or done and not expired. */
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

/** Of a delivered pixel of four bands, with its overviews: 2.3 as measured. A disk that fills nevertheless only postpones. */
const PIXEL_BYTES = 3;

/** What the open exports of a table have not yet written. */
const openBytes = (table: string, open: number): string =>
  `select coalesce(sum(bytes * (100 - progress) / 100), 0) as bytes from ${table} where status = ${open}`;

/** Bytes that accepted exports and orders will write, at most. */
export async function promisedBytes(db: Pool | PoolClient): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select sum(bytes)::float8 as bytes from (${openBytes('scene_exports', 0)}
     union all ${openBytes('imagery_exports', 1)}
     union all select (sum(pixels) + least(sum(pixels), $2::float8 * max(pixels))) * $1::float8
       from (select ${PIXELS_LEFT} as pixels from orders o where o.next_step_at is not null) left_over) as promised`,
    [PIXEL_BYTES, DELIVERY_LANES],
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Whether `bytes` fit into `room` beside what is promised. Until the transaction ends, others who ask wait.
 * @param room free bytes of the disk, without a reserve
 */
export async function fits(client: PoolClient, bytes: number, room: number): Promise<boolean> {
  await client.query("select pg_advisory_xact_lock(hashtext('room on the disk'))");
  return (await promisedBytes(client)) + bytes <= room;
}
