import type { Pool, PoolClient } from 'pg';
import type { ImageryExportForm } from '../../contract/imagery.ts';
import { type ExportRow, takeJob, type QueueJob, type QueueTable, fits } from './queue.queries.ts';
import type { Database } from '../database/open.ts';
import { isKeyClosed, lockKey } from '../orders/idempotency.queries.ts';

/** §4 Imagery export task status. */
export const IMAGERY_EXPORT_STATUS = { pending: 1, done: 2, failed: 3 } as const;
export const IMAGERY_EXPORTS_TABLE: QueueTable = {
  table: 'imagery_exports',
  open: IMAGERY_EXPORT_STATUS.pending,
  done: IMAGERY_EXPORT_STATUS.done,
};
const PAGE_SIZE = 10;

/** An imagery export in its owner's list. */
export interface ImageryExportRow extends ExportRow {
  taskNum: string;
  form: ImageryExportForm;
  cost: number;
}

export interface ImageryExportJob extends QueueJob {
  accountId: number;
  layerId: number | null;
  form: ImageryExportForm;
  cost: number;
}

export interface NewImageryExport {
  taskNum: string;
  accountId: number;
  layerId: number;
  form: ImageryExportForm;
  cost: number;
  secret: string;
  key: string;
  bodyHash: Buffer;
  /** Of its file, at most. */
  bytes: number;
  now: Date;
}

const COLUMNS = `id, task_num as "taskNum", form, cost, status, progress, secret, created_at as "createdAt",
  expires_at as "expiresAt"`;

/** Changes a balance and writes the ledger entry. @returns false if the balance would be negative */
async function book(
  client: PoolClient,
  entry: {
    accountId: number;
    amount: number;
    reason: 'imageryExport' | 'imageryExportReturned';
    subject: string;
    now: Date;
  },
): Promise<boolean> {
  if (entry.amount === 0) return true;
  const { rowCount } = await client.query(
    'update accounts set credits = credits + $2 where id = $1 and credits + $2 >= 0',
    [entry.accountId, entry.amount],
  );
  if (rowCount !== 1) return false;
  await client.query(
    'insert into credit_entries (account_id, amount, reason, at, subject) values ($1, $2, $3, $4, $5)',
    [entry.accountId, entry.amount, entry.reason, entry.now, entry.subject],
  );
  return true;
}

/**
 * Accepts an export and deducts its credits, both or neither (decision 26). A repeated key returns the earlier
 * result.
 * @returns 'accepted'; 'poor' if the balance is too low; 'reused' if the key was used with another body; 'closed'
 * if the server has reported that the key made nothing; 'inProcess' or 'room' beyond those limits
 */
export async function insertImageryExport(
  db: Pick<Database, 'transaction'>,
  task: NewImageryExport,
  most: { inProcess: number; room: number },
): Promise<'accepted' | 'poor' | 'reused' | 'closed' | 'inProcess' | 'room'> {
  return db.transaction(async (client) => {
    await lockKey(client, task.accountId, task.key);
    // submits of one account are serialized
    await client.query('select from accounts where id = $1 for no key update', [task.accountId]);
    const used = await client.query<{ same: boolean }>(
      'select body_hash = $3 as same from imagery_exports where account_id = $1 and idempotency_key = $2',
      [task.accountId, task.key, task.bodyHash],
    );
    const [before] = used.rows;
    if (before) return before.same ? 'accepted' : 'reused';
    if (await isKeyClosed(client, task.accountId, task.key)) return 'closed';
    const { accountId, cost, now } = task;
    const pending = await client.query<{ count: number }>(
      'select count(*) from imagery_exports where account_id = $1 and status = 1',
      [accountId],
    );
    if ((pending.rows[0]?.count ?? 0) >= most.inProcess) return 'inProcess';
    if (!(await fits(client, task.bytes, most.room))) return 'room';
    if (
      !(await book(client, {
        accountId,
        amount: -cost,
        reason: 'imageryExport',
        subject: task.form.taskName,
        now,
      }))
    )
      return 'poor';
    await client.query(
      `insert into imagery_exports (task_num, account_id, layer_id, form, cost, secret, secret_hash, idempotency_key,
         body_hash, bytes, created_at, due_at)
       values ($1, $2, $3, $4, $5, $6, sha256(convert_to($6, 'UTF8')), $7, $8, $9, $10, $10)`,
      [
        task.taskNum,
        accountId,
        task.layerId,
        JSON.stringify(task.form),
        cost,
        task.secret,
        task.key,
        task.bodyHash,
        task.bytes,
        now,
      ],
    );
    return 'accepted';
  });
}

/** A page of an account's exports, newest first, with their total number. */
export async function listImageryExports(
  pool: Pool,
  accountId: number,
  page: number,
): Promise<{ list: ImageryExportRow[]; total: number }> {
  const { rows } = await pool.query<ImageryExportRow>(
    `select ${COLUMNS} from imagery_exports where account_id = $1 order by id desc limit $2 offset $3`,
    [accountId, PAGE_SIZE, (page - 1) * PAGE_SIZE],
  );
  const counted = await pool.query<{ total: number }>(
    'select count(*) as total from imagery_exports where account_id = $1',
    [accountId],
  );
  return { list: rows, total: counted.rows[0]?.total ?? 0 };
}

/** The export for a file's secret, of any account. */
export async function imageryExportOfSecret(pool: Pool, secret: string): Promise<ImageryExportRow | null> {
  const { rows } = await pool.query<ImageryExportRow>(
    `select ${COLUMNS} from imagery_exports where secret_hash = sha256(convert_to($1, 'UTF8'))`,
    [secret],
  );
  return rows[0] ?? null;
}

/** Claims a due export until `until`. @returns null if none is due */
export async function takeImageryExport(
  pool: Pool,
  now: Date,
  until: Date,
): Promise<ImageryExportJob | null> {
  const columns = 'id, account_id as "accountId", layer_id as "layerId", form, cost';
  return takeJob<ImageryExportJob>(pool, IMAGERY_EXPORTS_TABLE, columns, { now, until });
}

/**
 * Ends a pending export without a file and refunds its credits, both or neither.
 * @returns whether it was pending
 */
async function endPending(client: PoolClient, where: string, values: unknown[], now: Date): Promise<boolean> {
  const { rows } = await client.query<{ accountId: number; cost: number; subject: string }>(
    `update imagery_exports set status = 3, due_at = null where ${where} and status = 1
     returning account_id as "accountId", cost, form->>'taskName' as subject`,
    values,
  );
  const [ended] = rows;
  if (!ended) return false;
  const { accountId, cost, subject } = ended;
  await book(client, { accountId, amount: cost, reason: 'imageryExportReturned', subject, now });
  return true;
}

/** @returns false if another process has taken it over */
export async function failImageryExport(
  db: Pick<Database, 'transaction'>,
  job: ImageryExportJob,
  now: Date,
): Promise<boolean> {
  return db.transaction((client) => endPending(client, 'id = $1 and tries = $2', [job.id, job.tries], now));
}

/** @returns 'unknown' if the account has no such export; 'tooLate' if it is done or failed */
export async function cancelImageryExport(
  db: Pick<Database, 'transaction'>,
  accountId: number,
  taskNum: string,
  now: Date,
): Promise<'cancelled' | 'tooLate' | 'unknown'> {
  return db.transaction(async (client) => {
    if (await endPending(client, 'account_id = $1 and task_num = $2', [accountId, taskNum], now))
      return 'cancelled';
    const { rowCount } = await client.query(
      'select from imagery_exports where account_id = $1 and task_num = $2',
      [accountId, taskNum],
    );
    return rowCount === 1 ? 'tooLate' : 'unknown';
  });
}

/** Accounts whose balance differs from the sum of their entries; empty unless something is broken. */
export async function unbalancedAccounts(
  pool: Pool,
): Promise<{ email: string; credits: number; booked: number }[]> {
  const { rows } = await pool.query<{ email: string; credits: number; booked: number }>(
    `select email, credits, coalesce(sum(amount), 0)::int8 as booked
     from accounts left join credit_entries on account_id = accounts.id
     group by accounts.id having credits <> coalesce(sum(amount), 0) order by email`,
  );
  return rows;
}
