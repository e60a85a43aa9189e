import type { Pool, PoolClient } from 'pg';
import type { Language } from '../../contract/languages.ts';

/** The reason of an email. Its recipient and text are decided when it is written (decision 050). */
export type MailJobKind =
  | 'registerCode'
  | 'resetCode'
  | 'newPassword'
  | 'registered'
  | 'approved'
  | 'rejected'
  | 'passwordChanged'
  | 'orderReceived'
  | 'orderCompleted'
  | 'orderFailed'
  | 'watchScenes';

/** An email to be written. */
export interface MailJob {
  kind: MailJobKind;
  /** As accountAddress gives it. */
  email: string;
  language: Language;
  orderNum?: string | null;
  watchDeliveryId?: number | null;
  /** The client that requested the code in it, hashed. */
  requester?: Buffer | null;
}

/** Queues an email, in the caller's transaction if it has one. */
export async function insertMailJob(db: Pool | PoolClient, job: MailJob, now: Date): Promise<void> {
  await db.query(
    'insert into mail_jobs (kind, email, language, created_at, due_at, order_num, requester, watch_delivery_id) values ($1, $2, $3, $4, $4, $5, $6, $7)',
    [
      job.kind,
      job.email,
      job.language,
      now,
      job.orderNum ?? null,
      job.requester ?? null,
      job.watchDeliveryId ?? null,
    ],
  );
}

/** A queued email that is due. */
export interface DueJob extends MailJob {
  id: number;
  createdAt: Date;
  /** Failed tries so far. */
  tries: number;
}

/** The emails that are due at $1. */
export const DUE_MAILS = 'select from mail_jobs where due_at <= $1';

/** Claims the email that has been due longest, until the transaction ends. @returns null if none is free */
export async function claimJob(client: PoolClient, now: Date): Promise<DueJob | null> {
  const { rows } = await client.query<DueJob>(
    `select id, kind, email, language, tries, created_at as "createdAt", order_num as "orderNum", requester,
       watch_delivery_id as "watchDeliveryId" from mail_jobs
     where due_at <= $1 order by due_at, id limit 1 for update skip locked`,
    [now],
  );
  return rows[0] ?? null;
}

export async function deleteJob(client: PoolClient, id: number): Promise<void> {
  await client.query('delete from mail_jobs where id = $1', [id]);
}

/** Counts a failed try and schedules the next one. */
export async function postponeJob(client: PoolClient, id: number, dueAt: Date): Promise<void> {
  await client.query('update mail_jobs set tries = tries + 1, due_at = $2 where id = $1', [id, dueAt]);
}
