import type { Pool } from 'pg';
import type { ExportType } from '../../contract/exportFormats.ts';
import { type ExportRow, takeJob, type QueueJob, type QueueTable, fits } from './queue.queries.ts';
import type { Database } from '../database/open.ts';

/** §4 Scene export task status. */
export const EXPORT_STATUS = { inProcess: 0, done: 1, failed: 2 } as const;
export const SCENE_EXPORTS: QueueTable = {
  table: 'scene_exports',
  open: EXPORT_STATUS.inProcess,
  done: EXPORT_STATUS.done,
};

/** A scene export in its owner's list. */
export interface SceneExportRow extends ExportRow {
  name: string;
  type: ExportType;
}

/** A claimed scene export. */
export interface ExportJob extends QueueJob {
  name: string;
  type: ExportType;
  productIds: string[];
  aoiWkt: string | null;
  createdAt: Date;
}

export interface NewExport {
  accountId: number;
  name: string;
  type: ExportType;
  productIds: readonly string[];
  aoiWkt: string | null;
  secret: string;
  /** Of its file, at most. */
  bytes: number;
  now: Date;
}

const COLUMNS = `id, name, type, status, progress, secret, created_at as "createdAt", expires_at as "expiresAt"`;

/** All exports of an account, newest first. */
export async function listExports(pool: Pool, accountId: number): Promise<SceneExportRow[]> {
  const { rows } = await pool.query<SceneExportRow>(
    `select ${COLUMNS} from scene_exports where account_id = $1 order by id desc`,
    [accountId],
  );
  return rows;
}

/**
 * Queues an export, due immediately.
 * @returns its id, or the limit that was reached: in process, stored files, or room on the disk
 */
export async function insertExport(
  db: Pick<Database, 'transaction'>,
  task: NewExport,
  most: { inProcess: number; kept: number; room: number },
): Promise<number | 'inProcess' | 'kept' | 'room'> {
  return db.transaction(async (client) => {
    // with two concurrent requests, the second counts the first
    await client.query('select from accounts where id = $1 for no key update', [task.accountId]);
    const counted = await client.query<{ inProcess: number; kept: number }>(
      `select count(*) filter (where status = 0) as "inProcess",
         count(*) filter (where status = 1 and expires_at > $2) as kept from scene_exports where account_id = $1`,
      [task.accountId, task.now],
    );
    const { inProcess = 0, kept = 0 } = counted.rows[0] ?? {};
    if (inProcess >= most.inProcess) return 'inProcess';
    if (inProcess + kept >= most.kept) return 'kept';
    if (!(await fits(client, task.bytes, most.room))) return 'room';
    const { rows } = await client.query<{ id: number }>(
      `insert into scene_exports
         (account_id, name, type, product_ids, aoi_wkt, secret, secret_hash, bytes, created_at, due_at)
       values ($1, $2, $3, $4, $5, $6, sha256(convert_to($6, 'UTF8')), $7, $8, $8) returning id`,
      [task.accountId, task.name, task.type, task.productIds, task.aoiWkt, task.secret, task.bytes, task.now],
    );
    return rows[0]?.id ?? 'kept';
  });
}

/** @returns whether the account has it */
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

/** The export for a file's secret, of any account. */
export async function exportOfSecret(pool: Pool, secret: string): Promise<SceneExportRow | null> {
  const { rows } = await pool.query<SceneExportRow>(
    `select ${COLUMNS} from scene_exports where secret_hash = sha256(convert_to($1, 'UTF8'))`,
    [secret],
  );
  return rows[0] ?? null;
}

/** Claims a due export of these types until `until`. @returns null if none is due */
export async function takeExport(
  pool: Pool,
  types: readonly ExportType[],
  now: Date,
  until: Date,
): Promise<ExportJob | null> {
  const columns =
    'id, name, type, product_ids as "productIds", aoi_wkt as "aoiWkt", created_at as "createdAt"';
  return takeJob<ExportJob>(pool, SCENE_EXPORTS, columns, { now, until, types });
}

/** Fails an export. @returns false if another process has taken it over */
export async function failExport(pool: Pool, job: ExportJob): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update scene_exports set status = 2, due_at = null where id = $1 and tries = $2 and status = 0',
    [job.id, job.tries],
  );
  return rowCount === 1;
}

/** Deletes exports that expired, or failed, before an instant. */
export async function forgetExports(pool: Pool, before: Date): Promise<void> {
  await pool.query(`delete from scene_exports where expires_at < $1 or (status = 2 and created_at < $1)`, [
    before,
  ]);
}
