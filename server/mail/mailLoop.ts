import type { PoolClient } from 'pg';
import type { MailJobKind } from '../db/mail/mailJobs.ts';
import type { DueJob } from '../db/mail/mailQueue.ts';
import { claimJob, deleteJob, hasDueJob, postponeJob } from '../db/mail/mailQueue.ts';
import { recordTry, type TryOutcome } from '../db/watches/deliveries.ts';
import type { Deps } from '../http/handler.ts';
import type { Loop } from '../process/loop.ts';
import { startLoop } from '../process/loop.ts';
import { serverMessageOf } from '../process/reason.ts';
import { CODE_MAIL_LIFE_MS, CODE_LIFE_MS, MAIL_LIFE_MS, ONCE_PASSWORD_LIFE_MS } from '../rules/limits.ts';
import { decide } from './decide.ts';
import { mailOf } from './mailOf.ts';
import type { OutgoingMail } from './transport.ts';

/** The server's parts that sending mails needs. */
export type MailDeps = Pick<Deps, 'db' | 'mail' | 'clock' | 'log' | 'config' | 'codeSecret'>;

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

/** Chooses, writes and sends a job's mail. Its code or password is valid once the transaction commits. */
async function write(deps: MailDeps, client: PoolClient, job: DueJob): Promise<void> {
  const { mail, clock, config } = deps;
  const decided = await decide(client, job, deps.codeSecret, clock.now());
  if (!decided) return;
  const contents = mailOf(decided.kind, job.language, {
    appName: config.appName,
    // never from a request's Host: anyone could have their own link mailed to others
    publicUrl: config.publicUrl,
    ...(decided.secret === undefined ? {} : { secret: decided.secret }),
    ...(decided.order === undefined ? {} : { order: decided.order }),
    ...(decided.found === undefined ? {} : { found: decided.found }),
    codeMinutes: CODE_LIFE_MS / 60_000,
    passwordHours: ONCE_PASSWORD_LIFE_MS / 3_600_000,
    at: job.createdAt,
  });
  const begin = performance.now();
  const outgoing: OutgoingMail = { kind: decided.kind, to: job.email, ...contents };
  await mail.send(outgoing).catch((error: unknown) => {
    throw withoutSecret(error, decided.secret);
  });
  const ms = Math.round(performance.now() - begin);
  await recordWatchMail(deps, client, job, { next: 'sent', ms });
}

/** Records the outcome of a watch's mail in its delivery log. */
async function recordWatchMail(
  { clock }: Pick<MailDeps, 'clock'>,
  client: PoolClient,
  { watchDeliveryId }: DueJob,
  outcome: Pick<TryOutcome, 'next' | 'ms'>,
): Promise<void> {
  if (watchDeliveryId === undefined || watchDeliveryId === null) return;
  await recordTry(client, watchDeliveryId, { at: clock.now(), status: null, cause: null, ...outcome });
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
      await recordWatchMail(deps, client, job, { next: 'failed', ms: 0 });
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
  if (!(await hasDueJob(deps.db.pool, dueBy))) return;
  const lane = async () => {
    do {
      if (ended?.aborted) return;
    } while (await workOffOne(deps, dueBy));
  };
  // wait for every lane, even if one fails: none may keep running
  const outcomes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Sends due mails until it is stopped. */
export function startMailLoop(deps: MailDeps): Loop {
  const run = (ended: AbortSignal) => workOffMail(deps, ended);
  return startLoop({ failure: 'mails could not be worked off', everyMs: POLL_MS, run }, deps.log);
}
