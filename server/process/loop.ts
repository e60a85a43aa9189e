import type { Log } from './log.ts';
import { serverMessageOf } from './reason.ts';

/** Work that goes on beside the calls. */
export interface Loop {
  /** Stops it after the current piece of work. */
  stop(): Promise<void>;
}

/** Waits between two looks; `wake` ends the wait. */
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
 * Does a work again and again until it is stopped. When it fails that is logged, and it goes on: the database may be
 * away for a moment; its rows are the queue, so nothing is lost.
 * @param work.failure what stands on the log when it fails, e.g. 'mails could not be worked off'
 * @param work.everyMs how long to wait between two looks
 * @param work.run one look; `ended` asks it to begin nothing more
 */
export function startLoop(
  work: { failure: string; everyMs: number; run: (ended: AbortSignal) => Promise<unknown> },
  log: Log,
): Loop {
  const ended = new AbortController();
  const { pause, wake } = pausing(work.everyMs);
  const repeat = async () => {
    while (!ended.signal.aborted) {
      try {
        await work.run(ended.signal);
      } catch (error) {
        log.error(work.failure, { cause: serverMessageOf(error) });
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
