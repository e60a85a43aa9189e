import type { QueueChange, QueueJob } from './queue.queries.ts';
import type { Deps } from '../accounts/handler.ts';
import { isDiskFull, roomMessage, roomRetryAt, serverMessageOf } from '../base/failures.ts';
import { dueIn } from '../base/due.ts';
import { startLoop, type Loop } from '../base/loop.ts';
import { EXPORT_LEASE_MS, EXPORT_LIFE_MS, EXPORT_TRIES } from '../base/limits.ts';

export type QueueDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** The operations that differ between kinds of exports. */
export interface ExportQueue<Job extends QueueJob> {
  /** Name of one item in the log: 'export'. */
  noun: string;
  /** The exports that are due at $1, as SQL. */
  due: string;
  /** Claims a due export until the given time; null if none is due. */
  take: (now: Date, until: Date) => Promise<Job | null>;
  /** @returns false if another process has taken it over */
  note: (job: Job, change: QueueChange) => Promise<boolean>;
  /** Ends it without a file after the last try. @returns false if another process has taken it over */
  fail: (job: Job, now: Date) => Promise<boolean>;
  /**
   * Writes the file completely or not at all. Idempotent; the hourly tidy-up removes unneeded files.
   * @param onStep reports progress after each step; throws if the work must stop
   */
  make: (job: Job, onStep: (done: number, of: number) => Promise<void>) => Promise<void>;
}

const POLL_MS = 400;
/** Delay after a failed try, multiplied by the number of tries, ms. */
const RETRY_MS = 5_000;

/** The export was taken over or cancelled, or its account deleted: don't write its progress. */
class NotOurs extends Error {}

const later = ({ clock }: QueueDeps, ms: number): Date => new Date(clock.now().getTime() + ms);

async function ours(noted: Promise<boolean>): Promise<void> {
  if (!(await noted)) throw new NotOurs('it is no longer this one’s');
}

async function make<Job extends QueueJob>(
  deps: QueueDeps,
  queue: ExportQueue<Job>,
  job: Job,
  ended?: AbortSignal,
): Promise<void> {
  await queue.make(job, async (done, of) => {
    ended?.throwIfAborted();
    const progress = Math.min(99, Math.floor((100 * done) / of));
    await ours(queue.note(job, { progress, dueAt: later(deps, EXPORT_LEASE_MS) }));
  });
  await ours(queue.note(job, { expiresAt: later(deps, EXPORT_LIFE_MS) }));
  deps.log.info(`${queue.noun} done`, { export: job.id });
}

/** Schedules a retry after a failure, or ends the export. A try that a shutdown or a full disk interrupted doesn't count. */
async function giveBack<Job extends QueueJob>(
  deps: QueueDeps,
  queue: ExportQueue<Job>,
  job: Job,
  error: unknown,
  ended?: AbortSignal,
): Promise<void> {
  const now = deps.clock.now();
  const { tries, roomTries } = job;
  if (ended?.aborted) return ours(queue.note(job, { dueAt: now, tries: tries - 1, roomTries }));
  if (isDiskFull(error)) {
    const dueAt = roomRetryAt(now, roomTries + 1);
    const next = dueAt.toISOString();
    deps.log.seldom(roomMessage(error), { export: job.id, next, cause: serverMessageOf(error) });
    return ours(queue.note(job, { dueAt, tries: tries - 1, roomTries: roomTries + 1 }));
  }
  deps.log.warn(`${queue.noun} failed`, { export: job.id, tries, cause: serverMessageOf(error) });
  if (tries >= EXPORT_TRIES) return ours(queue.fail(job, now));
  return ours(queue.note(job, { dueAt: later(deps, RETRY_MS * tries), tries, roomTries: 0 }));
}

/** @returns whether an export was due */
async function workOffOne<Job extends QueueJob>(
  deps: QueueDeps,
  queue: ExportQueue<Job>,
  ended?: AbortSignal,
): Promise<boolean> {
  const job = await queue.take(deps.clock.now(), later(deps, EXPORT_LEASE_MS));
  if (!job) return false;
  try {
    // every earlier try ended in a crash, before a failure could be recorded
    if (job.tries > EXPORT_TRIES) await giveBack(deps, queue, job, 'every try was killed');
    else
      await make(deps, queue, job, ended).catch((error: unknown) => {
        if (error instanceof NotOurs) throw error;
        return giveBack(deps, queue, job, error, ended);
      });
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
    deps.log.info(`${queue.noun} was left`, { export: job.id, cause: error.message });
  }
  return true;
}

/**
 * Processes every due export of a queue, one at a time (docs/decisions/087). Safe to run in several
 * processes: a claim lasts EXPORT_LEASE_MS after each reported step.
 */
export async function workOffQueue<Job extends QueueJob>(
  deps: QueueDeps,
  queue: ExportQueue<Job>,
  ended?: AbortSignal,
): Promise<void> {
  do {
    if (ended?.aborted) return;
  } while (await workOffOne(deps, queue, ended));
}

/** Processes a queue until it is stopped. */
export function startQueueLoop<Job extends QueueJob>(deps: QueueDeps, queue: ExportQueue<Job>): Loop {
  const run = (ended: AbortSignal) => workOffQueue(deps, queue, ended);
  const isDue = dueIn(deps, queue.due);
  const failure = `${queue.noun}s could not be worked off`;
  return startLoop({ failure, everyMs: POLL_MS, isDue, run }, deps.log);
}
