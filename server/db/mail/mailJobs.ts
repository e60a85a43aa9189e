import type { Pool, PoolClient } from 'pg';
import type { Language } from '../../../contract/languages.ts';

/** What a letter is about. Who gets which words is decided when it is written (decision 050). */
export type MailKind =
  | 'registerCode'
  | 'resetCode'
  | 'newPassword'
  | 'registered'
  | 'approved'
  | 'rejected'
  | 'passwordChanged'
  | 'orderCompleted'
  | 'orderFailed';

/** A letter to be written. */
export interface MailJob {
  kind: MailKind;
  /** In normal form (normalEmail). */
  email: string;
  language: Language;
  /** The order that the letter is about. */
  orderNum?: string | null;
}

/** Puts a letter on the list of those to be written, in the caller's transaction when it has one. */
export async function insertMailJob(db: Pool | PoolClient, job: MailJob, now: Date): Promise<void> {
  await db.query(
    'insert into mail_jobs (kind, email, language, created_at, due_at, order_num) values ($1, $2, $3, $4, $4, $5)',
    [job.kind, job.email, job.language, now, job.orderNum ?? null],
  );
}
