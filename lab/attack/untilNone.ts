import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../server/database/open.ts';

/** Waits until nothing is open. @param open a query for the number, as `open` @throws Error if that takes too long */
export async function untilNone(
  { pool }: Pick<Database, 'pool'>,
  open: string,
  { mostMs, what }: { mostMs: number; what: string },
): Promise<void> {
  for (const until = Date.now() + mostMs; Date.now() < until; await pause(300)) {
    const { rows } = await pool.query<{ open: number }>(open);
    if (rows[0]?.open === 0) return;
  }
  throw new Error(`${what} are still open`);
}
