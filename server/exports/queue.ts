import type { QueueChange, QueueJob } from '../db/exports/exportQueue.ts';
import type { Deps } from '../http/handler.ts';
import { startLoop, type Loop } from '../process/loop.ts';
import { serverMessageOf } from '../process/reason.ts';
import { EXPORT_LEASE_MS, EXPORT_LIFE_MS, EXPORT_TRIES } from '../rules/limits.ts';

export type QueueDeps = Pick<Deps, 'clock' | 'log'>;

/** What a kind of exports is made of; the rest is common to all. */
export interface ExportQueue<Job extends QueueJob> {
  /** As the log names one of them: 'export'. */
  noun: string;
  /** Takes what is due until then; null when nothing is. */
  take: (now: Date, until: Date) => Promise<Job | null>;
  /** @returns false when it is no longer this one's */
  note: (job: Job, change: QueueChange) => Promise<boolean>;
  /** Ends it without a file, after its last try. @returns false when it is no longer this one's */
  fail: (job: Job, now: Date) => Promise<boolean>;
  /**
   * Writes its file, whole or not at all. Files are made anew with the same bytes; one that nobody wants any more is
   * removed by the hourly tidy.
   * @param onStep said after each step: that the work goes on; throws when it is to end
   */
  make: (job: Job, onStep: (done: number, of: number) => Promise<void>) => Promise<void>;
}

const POLL_MS = 400;
/** After a try in vain, times the number of tries. */
const RETRY_MS = 5_000;

/** Another process took the export, it was cancelled, or its account is gone: nothing of it is to be noted. */
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

/** After a try in vain: the next one, or the end. When the process is told to end, the try counts for nothing. */
async function giveBack<Job extends QueueJob>(
  deps: QueueDeps,
  queue: ExportQueue<Job>,
  job: Job,
  error: unknown,
  ended?: AbortSignal,
): Promise<void> {
  const now = deps.clock.now();
  if (ended?.aborted) return ours(queue.note(job, { dueAt: now, tries: job.tries - 1 }));
  deps.log.warn(`${queue.noun} failed`, { export: job.id, tries: job.tries, cause: serverMessageOf(error) });
  if (job.tries >= EXPORT_TRIES) return ours(queue.fail(job, now));
  return ours(queue.note(job, { dueAt: later(deps, RETRY_MS * job.tries), tries: job.tries }));
}

/** @returns whether there was one to be taken */
async function workOffOne<Job extends QueueJob>(
  deps: QueueDeps,
  queue: ExportQueue<Job>,
  ended?: AbortSignal,
): Promise<boolean> {
  const job = await queue.take(deps.clock.now(), later(deps, EXPORT_LEASE_MS));
  if (!job) return false;
  try {
    // whoever took it before was killed each time, and could not say so
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
 * Works off every export of a queue that is due, one after the other (docs/decisions/087). Any number of processes may do
 * so beside each other: one that is taken is left alone by the others for EXPORT_LEASE_MS after each sign of life.
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

/** Works off a queue until it is stopped. */
export function startQueueLoop<Job extends QueueJob>(deps: QueueDeps, queue: ExportQueue<Job>): Loop {
  const run = (ended: AbortSignal) => workOffQueue(deps, queue, ended);
  return startLoop({ failure: `${queue.noun}s could not be worked off`, everyMs: POLL_MS, run }, deps.log);
}
