import type { Pool } from 'pg';
import type { ExportType } from '../../contract/limits.ts';
import type { Database } from './open.ts';

/** §4 Scene export task status. */
export const EXPORT_STATUS = { inProcess: 0, done: 1, failed: 2 } as const;

/** A scene export as its owner's list shows it. */
export interface SceneExportRow {
  id: number;
  name: string;
  type: ExportType;
  status: number;
  /** Percent. */
  progress: number;
  secret: string;
  createdAt: Date;
  expiresAt: Date | null;
}

/** A scene export to be worked on. */
export interface ExportJob {
  id: number;
  name: string;
  type: ExportType;
  productIds: string[];
  aoiWkt: string | null;
  createdAt: Date;
  /** How often it was taken, this time included: tells one that took it from another. */
  tries: number;
}

export interface NewExport {
  accountId: number;
  name: string;
  type: ExportType;
  productIds: readonly string[];
  aoiWkt: string | null;
  secret: string;
  now: Date;
}

const COLUMNS = `id, name, type, status, progress, secret, created_at as "createdAt", expires_at as "expiresAt"`;

/** All of an account, the newest first. */
export async function listExports(pool: Pool, accountId: number): Promise<SceneExportRow[]> {
  const { rows } = await pool.query<SceneExportRow>(
    `select ${COLUMNS} from scene_exports where account_id = $1 order by id desc`,
    [accountId],
  );
  return rows;
}

/**
 * Asks for an export, due at once.
 * @returns its id, or which limit was met: too many in process, or too many whose files are kept
 */
export async function insertExport(
  db: Pick<Database, 'transaction'>,
  task: NewExport,
  most: { inProcess: number; kept: number },
): Promise<number | 'inProcess' | 'kept'> {
  return db.transaction(async (client) => {
    // of two at the same time the second one counts the first
    await client.query('select from accounts where id = $1 for no key update', [task.accountId]);
    const counted = await client.query<{ inProcess: number; kept: number }>(
      `select count(*) filter (where status = 0) as "inProcess",
         count(*) filter (where status = 1 and expires_at > $2) as kept from scene_exports where account_id = $1`,
      [task.accountId, task.now],
    );
    const { inProcess = 0, kept = 0 } = counted.rows[0] ?? {};
    if (inProcess >= most.inProcess) return 'inProcess';
    if (inProcess + kept >= most.kept) return 'kept';
    const { rows } = await client.query<{ id: number }>(
      `insert into scene_exports
         (account_id, name, type, product_ids, aoi_wkt, secret, secret_hash, created_at, due_at)
       values ($1, $2, $3, $4, $5, $6, sha256(convert_to($6, 'UTF8')), $7, $7) returning id`,
      [task.accountId, task.name, task.type, task.productIds, task.aoiWkt, task.secret, task.now],
    );
    return rows[0]?.id ?? 'kept';
  });
}

/** @returns whether the account had it */
export async function renameExport(
  pool: Pool,
  accountId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update scene_exports set name = $3 where account_id = $1 and id = $2',
    [accountId, id, name],
  );
  return rowCount === 1;
}

/** The export whose file a secret opens, whoever has it. */
export async function exportOfSecret(pool: Pool, secret: string): Promise<SceneExportRow | null> {
  const { rows } = await pool.query<SceneExportRow>(
    `select ${COLUMNS} from scene_exports where secret_hash = sha256(convert_to($1, 'UTF8'))`,
    [secret],
  );
  return rows[0] ?? null;
}

/**
 * Takes a due export of these types for as long as `until`: first the oldest of each account, so that nobody's many
 * hold up another's one; among these the one that has been due for longest. Of several processes each gets another one.
 * @returns null when none is due
 */
export async function takeExport(
  pool: Pool,
  types: readonly ExportType[],
  now: Date,
  until: Date,
): Promise<ExportJob | null> {
  const { rows } = await pool.query<ExportJob>(
    `update scene_exports set tries = tries + 1, due_at = $2
     where id = (
       select id from scene_exports due where status = 0 and due_at <= $1 and type = any($3::text[])
       order by (select count(*) from scene_exports before where before.account_id = due.account_id
                 and before.status = 0 and before.type = any($3::text[]) and before.id < due.id), due_at, id
       limit 1 for update skip locked)
     returning id, name, type, product_ids as "productIds", aoi_wkt as "aoiWkt", created_at as "createdAt", tries`,
    [now, until, types],
  );
  return rows[0] ?? null;
}

type Change =
  | { progress: number; dueAt: Date }
  | { status: 1; expiresAt: Date }
  | { status: 2 }
  | { dueAt: Date; tries: number };

/**
 * Notes how far an export is that was taken.
 * @returns false when it is no longer this one's: another process took it, or it is gone
 */
export async function noteExport(pool: Pool, job: ExportJob, change: Change): Promise<boolean> {
  const values: Record<string, unknown> =
    'progress' in change
      ? { progress: change.progress, due_at: change.dueAt }
      : 'tries' in change
        ? { due_at: change.dueAt, tries: change.tries, progress: 0 }
        : change.status === EXPORT_STATUS.done
          ? { status: change.status, progress: 100, due_at: null, expires_at: change.expiresAt }
          : { status: change.status, due_at: null };
  const columns = Object.keys(values).map((column, place) => `${column} = $${place + 3}`);
  const { rowCount } = await pool.query(
    `update scene_exports set ${columns.join(', ')} where id = $1 and tries = $2 and status = 0`,
    [job.id, job.tries, ...Object.values(values)],
  );
  return rowCount === 1;
}

/** Of these ids those whose files are still to be kept: in process, or done and not expired. */
export async function keptExports(pool: Pool, ids: readonly number[], now: Date): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from scene_exports where id = any($1::bigint[])
     and (status = 0 or (status = 1 and expires_at > $2))`,
    [ids, now],
  );
  return new Set(rows.map((row) => row.id));
}

/** Forgets exports that expired, or failed, before an instant. */
export async function forgetExports(pool: Pool, before: Date): Promise<void> {
  await pool.query(`delete from scene_exports where expires_at < $1 or (status = 2 and created_at < $1)`, [
    before,
  ]);
}
