import type { Pool } from 'pg';
import type { Clock } from './clock.ts';

/** How long an answer serves every loop of a process, ms. */
const FRESH_MS = 240;

interface Look {
  queues: string[];
  at: number;
  due: Promise<readonly boolean[]>;
}
const looks = new WeakMap<Pool, Look>();

async function lookUp(pool: Pool, queues: readonly string[], now: Date): Promise<readonly boolean[]> {
  const { rows } = await pool.query<{ due: boolean[] }>(
    `select $1::timestamptz as now, array[${queues.map((queue) => `exists (${queue})`).join(', ')}] as due`,
    [now],
  );
  return rows[0]?.due ?? [];
}

/**
 * Asks whether a queue has something due. The loops of a process ask several times a second each, mostly in vain: one query
 * answers for all queues that are asked for.
 * @param queue the rows that are due at $1, as SQL: `select from mail_jobs where due_at <= $1`
 * @returns false for up to 240 ms although something is due, or true although another loop has taken it
 */
export function dueIn(
  { db: { pool }, clock }: { db: { pool: Pool }; clock: Clock },
  queue: string,
): () => Promise<boolean> {
  const look: Look = looks.get(pool) ?? { queues: [], at: -Infinity, due: Promise.resolve([]) };
  looks.set(pool, look);
  const found = look.queues.indexOf(queue);
  const place = found === -1 ? look.queues.push(queue) - 1 : found;
  return async () => {
    if (performance.now() - look.at >= FRESH_MS) {
      look.at = performance.now();
      look.due = lookUp(pool, look.queues, clock.now());
    }
    return (await look.due)[place] === true;
  };
}
