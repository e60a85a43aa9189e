import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { presentCaller } from './caller.ts';
import { threadSource } from './thread.ts';

/** What the watchdog's thread is given. */
export interface WatchdogData {
  /** Two counts: beats of the loop that answers calls, and how often it was held. */
  counts: SharedArrayBuffer;
  /** After how many seconds the process ends; 0: never. */
  endSeconds: number;
  /** The file with a line for each process that it has ended. */
  endsFile: string;
}

export const BEATS = 0;
export const HOLDS = 1;
/** How often the loop says that it lives, and is looked at, ms. */
export const BEAT_MS = 250;

/** How long the thread that answers calls has waited for a processor, ms, as Linux counts it (proc(5), schedstat); null if it isn't told. */
export function waitedMs(): number | null {
  try {
    const [, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(waited ?? Number.NaN) / 1e6;
  } catch {
    return null;
  }
}

/**
 * How long the loop has been held, ms: the looks since its last beat, without the time for which its thread waited for a processor.
 * @param waited since that beat, ms
 */
export const heldMs = (looks: number, waited: number): number =>
  Math.max(0, looks * BEAT_MS - (waited > 0 ? waited : 0));

declare global {
  /** Says for whom the loop works at this moment; called by the watchdog while the loop is held. */
  var whoHoldsTheLoop: (() => string) | undefined;
}

export interface Watchdog {
  /** How often the loop was held over two seconds since the start. */
  holds(): number;
  /** How many processes of this data folder were ended. */
  ends(): number;
  stop(): Promise<void>;
}

/**
 * Watches the loop that answers calls from a thread of its own: one that is held over two seconds is logged with its call, and
 * one that is held longer ends the process, so that its supervisor starts it again.
 */
export function startWatchdog({
  dataDir,
  watchdogSeconds,
}: {
  dataDir: string;
  watchdogSeconds: number;
}): Watchdog {
  const counts = new SharedArrayBuffer(8);
  const cells = new Int32Array(counts);
  const endsFile = path.join(dataDir, 'watchdog.log');
  globalThis.whoHoldsTheLoop = () => {
    const { who, call, bytes } = presentCaller();
    return JSON.stringify({ who, call, bytes });
  };
  const beating = setInterval(() => Atomics.add(cells, BEATS, 1), BEAT_MS);
  beating.unref();
  const workerData: WatchdogData = { counts, endSeconds: watchdogSeconds, endsFile };
  const thread = new Worker(threadSource(new URL('watchdog.worker.ts', import.meta.url)), {
    execArgv: [],
    workerData,
  });
  thread.unref();
  return {
    holds: () => Atomics.load(cells, HOLDS),
    ends() {
      try {
        return readFileSync(endsFile, 'utf8').split('\n').length - 1;
      } catch {
        return 0;
      }
    },
    async stop() {
      clearInterval(beating);
      await thread.terminate();
    },
  };
}
