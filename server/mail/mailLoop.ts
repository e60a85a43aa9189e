import type { PoolClient } from 'pg';
import { DELIVERY_STEPS } from '../../contract/orders/product.ts';
import type { Clock } from '../base/clock.ts';
import { dueIn } from '../base/due.ts';
import { serverMessageOf } from '../base/failures.ts';
import { CODE_LIFE_MS, CODE_MAIL_LIFE_MS, MAIL_LIFE_MS, ONCE_PASSWORD_LIFE_MS } from '../base/limits.ts';
import type { Log } from '../base/log.ts';
import { inLanes, startLoop, type Loop } from '../base/loop.ts';
import type { Mail, OutgoingMail } from '../base/mailTransport.ts';
import type { Config } from '../base/settings/config.ts';
import type { Database } from '../database/open.ts';
import { mailOf, type MailFacts, type MailKind } from './mailOf.ts';
import {
  claimJob,
  DUE_MAILS,
  deleteJob,
  postponeJob,
  type DueJob,
  type MailJob,
  type MailJobKind,
} from './mailQueue.ts';

/** The kind of mail to write, and what it tells. */
type Decided = { kind: MailKind } & Pick<MailFacts, 'secret' | 'order' | 'found'>;

/** What a subject does for the mails of one kind of job. */
export interface MailWriter<Kind extends MailJobKind = MailJobKind> {
  /**
   * Chooses the mail by the state when it is written, and makes its code or password.
   * @param client in the transaction in which the mail is sent
   * @returns null if no mail is sent
   */
  decide(client: PoolClient, job: MailJob & { kind: Kind }, now: Date): Promise<Decided | null>;
  /** Records that the mail was sent, or given up. */
  note?(
    client: PoolClient,
    job: MailJob,
    outcome: { at: Date; next: 'sent' | 'failed'; ms: number },
  ): Promise<void>;
}

export type MailWriters = { readonly [Kind in MailJobKind]: MailWriter<Kind> };

/** The server's parts that sending mails needs. */
export interface MailDeps {
  db: Database;
  mail: Mail;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'appName' | 'publicUrl' | 'supplierStepSeconds'>;
  writers: MailWriters;
}

const POLL_MS = 250;
/** Mails that one process sends in parallel: a slow mail server must not delay the next one. */
const LANES = 4;
/** Pause after a failed try, ms: doubled each time. */
const RETRY_FIRST_MS = 2_000;
const RETRY_MOST_MS = 15 * 60_000;
const CODE_KINDS: ReadonlySet<MailJobKind> = new Set(['registerCode', 'resetCode']);

/** When retries end. */
function endOf(job: DueJob): Date {
  const life = CODE_KINDS.has(job.kind) ? CODE_MAIL_LIFE_MS : MAIL_LIFE_MS;
  return new Date(job.createdAt.getTime() + life);
}

/** The error with the mail's secret removed: a mail server may repeat the mail in its message. */
function withoutSecret(error: unknown, secret: string | undefined): Error {
  const reason = serverMessageOf(error);
  return new Error(secret === undefined ? reason : reason.replaceAll(secret, '…'));
}

/** The kind of a job decides its writer. */
const writerOf = ({ writers }: MailDeps, { kind }: DueJob): MailWriter => writers[kind] as MailWriter;

/** Chooses, writes and sends a job's mail. Its code or password is valid once the transaction commits. */
async function write(deps: MailDeps, client: PoolClient, job: DueJob): Promise<void> {
  const { mail, clock, config } = deps;
  const writer = writerOf(deps, job);
  const decided = await writer.decide(client, job, clock.now());
  if (!decided) return;
  const { kind, ...told } = decided;
  const contents = mailOf(kind, job.language, {
    ...told,
    appName: config.appName,
    // never from a request's Host: anyone could have their own link mailed to others
    publicUrl: config.publicUrl,
    codeMinutes: CODE_LIFE_MS / 60_000,
    deliverySeconds: DELIVERY_STEPS * config.supplierStepSeconds,
    passwordHours: ONCE_PASSWORD_LIFE_MS / 3_600_000,
    at: job.createdAt,
  });
  const begin = performance.now();
  const outgoing: OutgoingMail = { kind, to: job.email, ...contents };
  await mail.send(outgoing).catch((error: unknown) => {
    throw withoutSecret(error, decided.secret);
  });
  const ms = Math.round(performance.now() - begin);
  await writer.note?.(client, job, { at: clock.now(), next: 'sent', ms });
}

/** Schedules the next try after a failed one. */
async function postpone(deps: MailDeps, client: PoolClient, job: DueJob, error: unknown): Promise<void> {
  const now = deps.clock.now();
  const pause = Math.min(RETRY_FIRST_MS * 2 ** job.tries, RETRY_MOST_MS);
  const dueAt = new Date(Math.min(now.getTime() + pause, endOf(job).getTime()));
  await postponeJob(client, job.id, dueAt);
  deps.log.warn('a mail could not be sent and is tried again', {
    kind: job.kind,
    to: job.email,
    tries: job.tries + 1,
    next: dueAt.toISOString(),
    cause: serverMessageOf(error),
  });
}

/**
 * Sends one mail due by an instant, before its transaction commits: it is sent at least once.
 * @returns whether a mail was due
 */
async function workOffOne(deps: MailDeps, dueBy: Date): Promise<boolean> {
  const { db, clock, log } = deps;
  return db.transaction(async (client) => {
    const job = await claimJob(client, dueBy);
    if (!job) return false;
    if (clock.now() >= endOf(job)) {
      await deleteJob(client, job.id);
      await writerOf(deps, job).note?.(client, job, { at: clock.now(), next: 'failed', ms: 0 });
      log.warn('a mail was given up', { kind: job.kind, to: job.email, tries: job.tries });
      return true;
    }
    await client.query('savepoint mail');
    try {
      await write(deps, client, job);
      await deleteJob(client, job.id);
    } catch (error) {
      await client.query('rollback to savepoint mail');
      await postpone(deps, client, job, error);
    }
    return true;
  });
}

/**
 * Sends every mail due now (decision 050), in any number of processes at once. Mails queued meanwhile wait
 * for the next run: sending during the call would change its answer time (decision 14).
 */
export async function workOffMail(deps: MailDeps, ended?: AbortSignal): Promise<void> {
  const dueBy = deps.clock.now();
  await inLanes(LANES, () => workOffOne(deps, dueBy), ended);
}

/** Sends due mails until it is stopped. */
export function startMailLoop(deps: MailDeps): Loop {
  const run = (ended: AbortSignal) => workOffMail(deps, ended);
  const isDue = dueIn(deps, DUE_MAILS);
  return startLoop({ failure: 'mails could not be worked off', everyMs: POLL_MS, isDue, run }, deps.log);
}
