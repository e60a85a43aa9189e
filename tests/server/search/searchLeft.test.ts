import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../server/http/app.ts';
import { inTurns } from '../../../server/base/spells.ts';
import { findScenes } from '../../../server/search/scenes.search.ts';
import { databaseServers, freshDatabase, type FreshDatabase, serverFor } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { storeAll } from './storedScenes.ts';

/** The number of searches waiting for the archive's lock: of a long statement PostgreSQL tells only the beginning. */
const RUNNING = `select count(*)::int as running from pg_stat_activity where datname = current_database()
  and state = 'active' and wait_event_type = 'Lock' and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** Locks the archive, so that a search runs until aborted. */
async function holdArchive(url: string) {
  const holder = new Client({ connectionString: url });
  // a separate connection: within a transaction the activity would not be refreshed
  const watcher = new Client({ connectionString: url });
  await holder.connect();
  await watcher.connect();
  await holder.query('begin');
  await holder.query('lock table scenes in access exclusive mode');
  return {
    searchesRunning: async (): Promise<number> =>
      (await watcher.query<{ running: number }>(RUNNING)).rows[0]?.running ?? Number.NaN,
    release: async () => {
      await holder.end();
      await watcher.end();
    },
  };
}

describe.each(databaseServers)('a client that disconnects ends its query ($name)', (server) => {
  const app = serverFor(server);
  let fresh: FreshDatabase;
  let token: string;
  let port: Server;
  beforeAll(async () => {
    token = (await app.signIn()).token;
    fresh = await freshDatabase(server);
    const scene = sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4));
    for (const db of [app.deps.db, fresh.db]) await storeAll(db, [scene]);
    port = await new Promise((resolve) => {
      const { fetch } = createApp(app.deps);
      const started = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started as Server));
    });
  });
  afterAll(async () => {
    await new Promise((resolve) => port.close(resolve));
    await fresh.drop();
  });

  describe('while the archive is locked', () => {
    let held: Awaited<ReturnType<typeof holdArchive>>;
    let heldByMany: typeof held;
    beforeEach(async () => {
      held = await holdArchive(app.databaseUrl);
      heldByMany = await holdArchive(fresh.url);
    });
    afterEach(async () => {
      await held.release();
      await heldByMany.release();
    });

    it.each(['/api/soi/v1/search', '/api/soi/v1/search/relaxed'])(
      'POST %s is ended in the database',
      async (path) => {
        const gone = new AbortController();
        const answer = fetch(`http://127.0.0.1:${(port.address() as AddressInfo).port}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(samples.searchScenes.body),
          signal: gone.signal,
        });
        await expect.poll(held.searchesRunning, { timeout: 20_000 }).toBe(1);
        gone.abort(new Error('the client left'));
        await expect(answer).rejects.toThrow('the client left');
        await expect.poll(held.searchesRunning, { timeout: 20_000 }).toBe(0);
      },
    );

    it('searches on all connections are ended when their clients disconnect together', async () => {
      // the pool's size is set in harness.ts
      const clients = Array.from({ length: 20 }, () => new AbortController());
      const query = { area: square(0, 0, 1, 1), from: '2026-01-01', to: '2026-12-31', cap: 10 };
      const searches = clients.map(({ signal }) => findScenes(fresh.db, query, signal));
      const settled = Promise.allSettled(searches);
      await expect.poll(heldByMany.searchesRunning, { timeout: 20_000 }).toBe(20);
      for (const client of clients) client.abort(new Error('the client left'));
      for (const search of await settled) {
        expect(search).toMatchObject({ status: 'rejected', reason: { message: 'the client left' } });
      }
      expect(await heldByMany.searchesRunning()).toBe(0);
    });
  });

  it('the next search works', async () => {
    const { reply } = await app.call('searchScenes', samples.searchScenes, { token });
    expect(reply.numberMatched).toBe(1);
    const query = { area: square(103.8, 1.2, 103.9, 1.3), from: '2026-01-01', to: '2026-12-31', cap: 10 };
    expect((await findScenes(fresh.db, query)).numberMatched).toBe(1);
  });
});

describe('the exact test of many candidates', () => {
  it('the test yields to other work, and ends when the client disconnects', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1));
    try {
      const gone = new AbortController();
      const visited: number[] = [];
      setImmediate(() => gone.abort(new Error('the client left')));
      const candidates = Array.from({ length: 10_000 }, (_, index) => index);
      const test = inTurns(candidates, gone.signal, (candidate) => void visited.push(candidate));
      await expect(test).rejects.toThrow('the client left');
      expect(visited.length).toBeGreaterThan(0);
      expect(visited.length).toBeLessThan(100);
    } finally {
      clock.mockRestore();
    }
  });
});
