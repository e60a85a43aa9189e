import { forgetOldKeys } from '../db/idempotency.ts';
import type { Database } from '../db/open.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Supplier } from './supplier.ts';

const TIDY_MS = 60 * 60 * 1000;

/** Work that goes on beside the calls. */
export interface Loop {
  /** Ends it after the step that is being taken. */
  stop(): Promise<void>;
}

/**
 * Has the supplier take the steps that are due, again and again, and once an hour forgets what is out of date. Any
 * number of processes may do so beside each other.
 * @param everyMs how long to wait between two looks
 */
export function startSupplierLoop(
  deps: { supplier: Supplier; db: Database; clock: Clock; log: Log },
  everyMs: number,
): Loop {
  const { supplier, db, clock, log } = deps;
  const ended = new AbortController();
  let wake: () => void = () => undefined;
  let tidyAt = 0;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!ended.signal.aborted) {
      try {
        await supplier.tick();
        if (clock.now().getTime() >= tidyAt) {
          await forgetOldKeys(db.pool, clock.now());
          tidyAt = clock.now().getTime() + TIDY_MS;
        }
      } catch (error) {
        // the database may be away for a moment; the rows are the queue, nothing is lost
        log.error('the supplier could not take its steps', { cause: String(error) });
      }
      if (!ended.signal.aborted) await pause();
    }
  };
  const running = run();
  return {
    async stop() {
      ended.abort();
      wake();
      await running;
    },
  };
}
