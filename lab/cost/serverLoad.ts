import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../server/database/open.ts';

/**
 * The threads of a process that run, or wait for a processor: on a busy machine their time would say less. Without its
 * first one, of which the turns of the loop tell.
 */
function running(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).filter((thread) => {
    try {
      return thread !== String(pid) && / R /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1'));
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
    let busy = running(pid);
    for (let look = 1; look < LOOKS && busy.length > 0; look++) {
      await pause(APART_MS);
      const now = running(pid);
      // what works on something always runs; calls and loops are idle between
      busy = busy.filter((thread) => now.includes(thread));
    }
    const { rows } = await db.pool.query<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity
       where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
         and now() - query_start > interval '1 second'`,
    );
    if (busy.length === 0 && rows[0]?.busy === 0) return at - began;
    if (performance.now() - began > mostMs) return Infinity;
  }
}
