import type { Pool, PoolClient } from 'pg';
import type { Language } from '../../../contract/languages.ts';

/** The reason of an email. Its recipient and text are decided when it is written (decision 050). */
export type MailJobKind =
  | 'registerCode'
  | 'resetCode'
  | 'newPassword'
  | 'registered'
  | 'approved'
  | 'rejected'
  | 'passwordChanged'
  | 'orderCompleted'
  | 'orderFailed'
  | 'watchScenes';

/** An email to be written. */
export interface MailJob {
  kind: MailJobKind;
  /** Normalized (normalEmail). */
  email: string;
  language: Language;
  /** The order that the email is about. */
  orderNum?: string | null;
  /** The delivery of a watch that the email is. */
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
