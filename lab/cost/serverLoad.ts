import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { nicenessOf } from '../../server/base/thread.ts';
import type { Database } from '../../server/database/open.ts';
import { queueLengths } from '../../server/exports/queueLengths.ts';
import { runClock } from '../../tests/server/support/clock.ts';

/** The threads of a process that run, or wait for a processor: on a busy machine their time would say less. */
function running(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).filter((thread) => {
    try {
      return / R /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1'));
    } catch {
      // it has ended meanwhile
      return false;
    }
  });
}

/** Resident memory of a process, MB. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024;
}

const LOOKS = 20;
const APART_MS = 20;

/** The threads that run at every look: calls and loops are idle between. */
async function working(pid: number): Promise<string[]> {
  let busy = running(pid);
  for (let look = 1; look < LOOKS && busy.length > 0; look++) {
    await pause(APART_MS);
    const now = running(pid);
    busy = busy.filter((thread) => now.includes(thread));
  }
  return busy;
}

/** Waits until the server's first thread has nothing left of earlier requests, but not for long. */
export async function untilCalm(pid: number, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs;
  while ((await working(pid)).includes(String(pid))) if (performance.now() > until) return;
}

/** The niceness of a thread, which tells its kind of work; null if it has ended. */
function nicenessOfThread(pid: number, thread: string): number | null {
  try {
    const [, afterName = ''] = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1').split(') ');
    return Number(afterName.split(' ')[16]);
  } catch {
    return null;
  }
}

/** Whether orders or exports that were accepted are still being made. */
async function isMaking(db: Database): Promise<boolean> {
  const { orderSteps, sceneExports, imageryExports } = await queueLengths(db.pool, runClock.now());
  return orderSteps + sceneExports + imageryExports > 0;
}

/**
 * Waits until the server's threads and its database work on nothing but accepted orders and exports, which may take minutes;
 * without its first thread, of which the turns of the loop tell.
 * @returns how long, ms; Infinity beyond `mostMs`, with what works then
 */
export async function untilIdle(
  pid: number,
  db: Database,
  mostMs: number,
): Promise<{ idleMs: number; busy: string[] }> {
  const began = performance.now();
  for (;;) {
    const at = performance.now();
    const threads = (await working(pid)).filter((thread) => thread !== String(pid));
    const making = (await isMaking(db)) ? nicenessOf('accepted', 0) : null;
    const kinds = threads.map((thread) => nicenessOfThread(pid, thread)).filter((kind) => kind !== making);
    const { rows } = await db.pool.query<{ query: string }>(
      `select left(query, 80) as query from pg_stat_activity
       where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
         and now() - query_start > interval '1 second'`,
    );
    const busy = [...kinds.map((kind) => `thread of niceness ${kind}`), ...rows.map(({ query }) => query)];
    if (busy.length === 0) return { idleMs: at - began, busy };
    if (performance.now() - began > mostMs) return { idleMs: Infinity, busy };
  }
}
