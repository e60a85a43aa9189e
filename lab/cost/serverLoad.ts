import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../server/database/open.ts';

/** Whether a thread of a process runs, or waits for a processor: on a busy machine its time would say less. */
function isRunning(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).some((thread) => {
    try {
      return / R /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1').slice(0, 60));
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
/** Waits until the server's threads and its database work on nothing. @returns how long, ms; Infinity beyond `mostMs` */
export async function untilIdle(pid: number, db: Database, mostMs: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const at = performance.now();
    let running = 0;
    for (let look = 0; look < LOOKS; look++) {
      running += Number(isRunning(pid));
      await pause(APART_MS);
    }
    const { rows } = await db.pool.query<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity
       where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
         and now() - query_start > interval '1 second'`,
    );
    // what works on something always runs; calls and loops are idle between
    if (running < LOOKS && rows[0]?.busy === 0) return at - began;
    if (performance.now() - began > mostMs) return Infinity;
  }
}
