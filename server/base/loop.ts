import { isDatabaseLost, isDiskFull, roomMessage, serverMessageOf } from './failures.ts';
import { DATABASE_LOST, type Log } from './log.ts';

export interface Loop {
  /** Stops after the current run. */
  stop(): Promise<void>;
}

/**
 * Works off what is due, in several lanes at once: a slow item must not delay the next one.
 * @param workOne works on one item; says whether there was one
 */
export async function inLanes(
  lanes: number,
  workOne: () => Promise<boolean>,
  ended?: AbortSignal,
): Promise<void> {
  const lane = async () => {
    do {
      if (ended?.aborted) return;
    } while (await workOne());
  };
  // wait for every lane, even if one fails: none may keep running
  const outcomes = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Waits between two runs; `wake` ends the wait. */
function pausing(everyMs: number): { pause: () => Promise<void>; wake: () => void } {
  let wake: () => void = () => undefined;
  return {
    pause: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
}

/**
 * Repeats a task until stopped. A failure is logged and the loop continues, e.g. while the database is
 * briefly unavailable; the queue is in the database, so nothing is lost.
 * @param work.failure the log message of a failure, e.g. 'mails could not be worked off'
 * @param work.everyMs the pause between two runs
 * @param work.isDue whether there is something to run for; without it every run is made
 * @param work.run one run; once `ended` is set it should begin nothing more
 */
export function startLoop(
  work: {
    failure: string;
    everyMs: number;
    isDue?: () => Promise<boolean>;
    run: (ended: AbortSignal) => Promise<unknown>;
  },
  log: Log,
): Loop {
  const ended = new AbortController();
  const { pause, wake } = pausing(work.everyMs);
  const repeat = async () => {
    while (!ended.signal.aborted) {
      try {
        if ((await work.isDue?.()) !== false) await work.run(ended.signal);
      } catch (error) {
        const cause = serverMessageOf(error);
        if (isDatabaseLost(error)) log.seldom(DATABASE_LOST, { cause });
        else if (isDiskFull(error)) log.seldom(roomMessage(error), { cause });
        else log.error(work.failure, { cause });
      }
      if (!ended.signal.aborted) await pause();
    }
  };
  const running = repeat();
  return {
    async stop() {
      ended.abort();
      wake();
      await running;
    },
  };
}
