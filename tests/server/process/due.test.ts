import { describe, expect, it } from 'vitest';
import { dueIn } from '../../../server/base/due.ts';
import { startLoops } from '../../../server/loops.ts';
import { DUE_MAILS, insertMailJob } from '../../../server/mail/mailQueue.ts';
import { databaseServers, serverFor } from '../support/harness.ts';

describe.each(databaseServers)('what is due ($name)', (server) => {
  const app = serverFor(server);

  it('is looked up by one query for all who ask', async () => {
    const { pool } = app.deps.db;
    const asked: unknown[] = [];
    const counted = Object.assign(Object.create(pool) as typeof pool, {
      query: (...query: Parameters<typeof pool.query>) => (asked.push(query), pool.query(...query)),
    });
    const deps = { db: { pool: counted }, clock: app.deps.clock };
    const hasMails = dueIn(deps, DUE_MAILS);
    const isOver = dueIn(deps, "select where $1 > timestamptz '2000-01-01'");
    const askAll = () => Promise.all(Array.from({ length: 50 }, () => Promise.all([hasMails(), isOver()])));
    expect(new Set((await askAll()).map(String))).toEqual(new Set(['false,true']));
    expect(asked).toHaveLength(1);
    await insertMailJob(
      pool,
      { kind: 'registered', email: 'a@example.com', language: 'en' },
      app.clock.now(),
    );
    await expect.poll(hasMails).toBe(true);
    // a mail of later isn't due
    await pool.query("update mail_jobs set due_at = due_at + interval '1 hour'");
    await expect.poll(hasMails).toBe(false);
    await pool.query('truncate mail_jobs');
  });

  it('is all that the loops of a server ask while nothing is due', async () => {
    const { pool } = app.deps.db;
    const asked: string[] = [];
    const counted = Object.assign(Object.create(pool) as typeof pool, {
      query: (text: string, values: unknown[]) => (asked.push(text), pool.query(text, values)),
    });
    const transaction: typeof app.deps.db.transaction = (work) => (
      asked.push('begin'),
      app.deps.db.transaction(work)
    );
    const deps = { ...app.deps, db: { ...app.deps.db, pool: counted, transaction } };
    const loops = startLoops(deps, ['orders', 'deliveries', 'mails', 'watches', 'exports', 'imagery']);
    await expect.poll(() => asked.length).toBeGreaterThan(8);
    await loops.stop();
    expect(new Set(asked).size).toBeLessThanOrEqual(2);
    expect(asked.every((text) => text.includes('as due'))).toBe(true);
  });
});
