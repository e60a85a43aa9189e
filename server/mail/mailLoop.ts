import type { PoolClient } from 'pg';
import type { MailKind } from '../db/mail/mailJobs.ts';
import type { DueJob } from '../db/mail/mailQueue.ts';
import { claimJob, deleteJob, hasDueJob, postponeJob } from '../db/mail/mailQueue.ts';
import type { Deps } from '../http/handler.ts';
import type { Loop } from '../process/loop.ts';
import { startLoop } from '../process/loop.ts';
import { serverMessageOf } from '../process/reason.ts';
import { CODE_LETTER_LIFE_MS, CODE_LIFE_MS, LETTER_LIFE_MS, ONCE_PASSWORD_LIFE_MS } from '../rules/limits.ts';
import { decide } from './decide.ts';
import { letterOf } from './mailOf.ts';
import type { Letter } from './transport.ts';

/** What working off letters needs of the server. */
export type MailDeps = Pick<Deps, 'db' | 'mail' | 'clock' | 'log' | 'config' | 'codeSecret'>;

const POLL_MS = 250;
/** Letters of one process that are on their way at a time: a slow mail server must not hold up the next one. */
const LANES = 4;
/** Between a try in vain and the next: doubled each time. */
const RETRY_FIRST_MS = 2_000;
const RETRY_MOST_MS = 15 * 60_000;
const CODE_LETTERS: ReadonlySet<MailKind> = new Set(['registerCode', 'resetCode']);

/** When a letter is given up. */
function endOf(job: DueJob): Date {
  const life = CODE_LETTERS.has(job.kind) ? CODE_LETTER_LIFE_MS : LETTER_LIFE_MS;
  return new Date(job.createdAt.getTime() + life);
}

/** The words of a failure may repeat what the letter said: its secret is taken out of them. */
function withoutSecret(error: unknown, secret: string | undefined): Error {
  const reason = serverMessageOf(error);
  return new Error(secret === undefined ? reason : reason.replaceAll(secret, '…'));
}

/** Decides, writes and sends the letter of a job; what it made holds from the transaction's commit on. */
async function write(deps: MailDeps, client: PoolClient, job: DueJob): Promise<void> {
  const { mail, clock, config } = deps;
  const decided = await decide(client, job, deps.codeSecret, clock.now());
  if (!decided) return;
  const contents = letterOf(decided.kind, job.language, {
    appName: config.appName,
    // never the Host of a request: anyone could have a link of his own mailed to others
    publicUrl: config.publicUrl,
    ...(decided.secret === undefined ? {} : { secret: decided.secret }),
    ...(decided.order === undefined ? {} : { order: decided.order }),
    codeMinutes: CODE_LIFE_MS / 60_000,
    passwordHours: ONCE_PASSWORD_LIFE_MS / 3_600_000,
    at: job.createdAt,
  });
  const letter: Letter = { kind: decided.kind, to: job.email, ...contents };
  await mail.send(letter).catch((error: unknown) => {
    throw withoutSecret(error, decided.secret);
  });
}

/** After a try in vain: when the next one is. */
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
 * Works off one letter that was due at an instant, in one transaction: sent before the commit, so that it is sent at
 * least once.
 * @returns whether there was one
 */
async function workOffOne(deps: MailDeps, dueBy: Date): Promise<boolean> {
  const { db, clock, log } = deps;
  return db.transaction(async (client) => {
    const job = await claimJob(client, dueBy);
    if (!job) return false;
    if (clock.now() >= endOf(job)) {
      await deleteJob(client, job.id);
      log.warn('a mail was given up', { kind: job.kind, to: job.email, tries: job.tries });
      return true;
    }
    await client.query('savepoint letter');
    try {
      await write(deps, client, job);
      await deleteJob(client, job.id);
    } catch (error) {
      await client.query('rollback to savepoint letter');
      await postpone(deps, client, job, error);
    }
    return true;
  });
}

/**
 * Works off every letter that is due now (decision 057). Any number of processes may do so beside each other. What
 * comes meanwhile is left for the next time: a letter that is written while its own call is being answered would show
 * in the time of that answer (decision 14).
 */
export async function workOffMail(deps: MailDeps, ended?: AbortSignal): Promise<void> {
  const dueBy = deps.clock.now();
  if (!(await hasDueJob(deps.db.pool, dueBy))) return;
  const lane = async () => {
    do {
      if (ended?.aborted) return;
    } while (await workOffOne(deps, dueBy));
  };
  // every lane comes to its end, whatever happens in another: nothing is left running behind
  const outcomes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Works off letters until it is stopped. */
export function startMailLoop(deps: MailDeps): Loop {
  const run = (ended: AbortSignal) => workOffMail(deps, ended);
  return startLoop({ failure: 'mails could not be worked off', everyMs: POLL_MS, run }, deps.log);
}
