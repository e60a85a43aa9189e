import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Client, type Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { sharedRead } from '../../../server/database/sharedRead.ts';
import { message } from '../../../server/base/messages.ts';
import { addLayer } from '../../../server/imagery/layers/addLayer.ts';
import { TILE_THREADS } from '../../../server/imagery/tiles/tiles.ts';
import type { Work } from '../../../server/base/work.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { SINGAPORE, writePicture } from '../imagery/pictures.ts';
import { samples } from '../support/samples.ts';

const times = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, one);

const SETTINGS = {
  ACCOUNT_SEARCHES: '2',
  ACCOUNT_WAITING: '6',
  SERVER_WAITING: '10',
  ACCOUNT_ORDERS: '2',
  TRUST_PROXY: 'on',
};

describe.each(databaseServers)('calls of one account beside another’s ($name)', (server) => {
  const app = serverFor(server, SETTINGS);
  let loud: string;
  let quiet: string;
  beforeAll(async () => {
    loud = (await app.signIn()).token;
    quiet = (await app.signIn()).token;
  });

  /** Runs some work while a table is locked, so that calls that read it stay in progress. */
  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    try {
      await work();
    } finally {
      await holder.end();
    }
  }
  const load = (work: Work) => app.deps.turns[work].load();
  const search = (token: string) => app.call('searchScenes', samples.searchScenes, { token });
  const statusesOf = async (replies: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(replies)).map(({ status }) => status);

  it('one account’s searches wait for one another, another account’s search begins at once', async () => {
    let replies: Promise<{ status: number }>[] = [];
    await whileLocked('scenes', async () => {
      replies = times(7, () => search(loud));
      await expect.poll(() => load('searches')).toEqual({ running: 2, waiting: 5 });
      replies.push(search(quiet));
      await expect.poll(() => load('searches')).toEqual({ running: 3, waiting: 5 });
    });
    expect(await statusesOf(replies)).toEqual(times(8, () => 200));
    expect(load('searches')).toEqual({ running: 0, waiting: 0 });
  });

  it('beyond the bound an account gets 429 with Retry-After and a sentence; others still get in, up to 503', async () => {
    const others = await Promise.all(times(2, async () => (await app.signIn()).token));
    let replies: Promise<{ status: number }>[] = [];
    await whileLocked('scenes', async () => {
      replies = times(8, () => search(loud));
      await expect.poll(() => load('searches')).toEqual({ running: 2, waiting: 6 });
      const send = (token: string, language: string) =>
        app.request(endpoints.searchScenes.path, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'accept-language': language },
          body: JSON.stringify(samples.searchScenes.body),
        });
      const sentence = async (reply: Response, key: 'accountBusy' | 'serverBusy', language: 'en' | 'zh') => {
        const count = Number(reply.headers.get('retry-after'));
        expect(count).toBeGreaterThanOrEqual(1);
        expect(await reply.json()).toMatchObject({ result: 0, message: message(key, language, { count }) });
        return reply.status;
      };
      expect(await sentence(await send(loud, 'en'), 'accountBusy', 'en')).toBe(429);
      expect(await sentence(await send(loud, 'zh'), 'accountBusy', 'zh')).toBe(429);
      for (const other of others) replies.push(search(other), search(other));
      replies.push(search(quiet), search(quiet));
      const inside = () => load('searches').running + load('searches').waiting;
      await expect.poll(inside).toBe(14);
      // five places in progress, and perhaps one for who had little lately
      expect([5, 6]).toContain(load('searches').running);
      // a caller more waits too, until the line of all is full
      replies.push(search(quiet));
      await expect.poll(inside).toBe(15);
      expect(await sentence(await send(quiet, 'en'), 'serverBusy', 'en')).toBe(503);
      // other work has its own places
      expect((await app.call('credits', {}, { token: loud })).status).toBe(200);
    });
    expect(await statusesOf(replies)).toEqual(times(15, () => 200));
  });

  it('a caller who disconnects frees the place, in progress or waiting', async () => {
    await whileLocked('scenes', async () => {
      const leaving = new AbortController();
      const gone = times(8, () =>
        app.request(endpoints.searchScenes.path, {
          method: 'POST',
          headers: { authorization: `Bearer ${loud}` },
          body: JSON.stringify(samples.searchScenes.body),
          signal: leaving.signal,
        }),
      );
      await expect.poll(() => load('searches')).toEqual({ running: 2, waiting: 6 });
      leaving.abort();
      await Promise.allSettled(gone);
      expect(load('searches')).toEqual({ running: 0, waiting: 0 });
    });
  });

  it('whose a token is, is found in turns: an account whose calls come by the dozen keeps no other from being known', async () => {
    let replies: Promise<{ status: number }>[] = [];
    const user = (token: string) => app.call('currentUser', {}, { token });
    await Promise.all([user(loud), user(quiet)]);
    await whileLocked('sessions', async () => {
      replies = times(20, () => user(loud));
      await expect.poll(() => load('identities')).toEqual({ running: 2, waiting: 18 });
      replies.push(user(quiet));
      await expect.poll(() => load('identities')).toEqual({ running: 3, waiting: 18 });
      // an unknown token waits in the line of its client's address
      replies.push(app.call('currentUser', {}, { token: 'x'.repeat(40), client: '192.0.2.9' }));
      await expect.poll(() => load('identities')).toEqual({ running: 4, waiting: 18 });
    });
    expect(await statusesOf(replies)).toEqual([...times(21, () => 200), 401]);
  });

  it('calls before the log-in are counted by client', async () => {
    let replies: Promise<{ status: number }>[] = [];
    await whileLocked('accounts', async () => {
      const logIn = (client: string) => app.call('login', samples.login, { client });
      replies = times(8, () => logIn('192.0.2.1'));
      await expect.poll(() => load('anonymous')).toEqual({ running: 2, waiting: 6 });
      expect((await logIn('192.0.2.1')).status).toBe(429);
      replies.push(logIn('192.0.2.2'));
      await expect.poll(() => load('anonymous')).toEqual({ running: 3, waiting: 6 });
    });
    expect(await statusesOf(replies)).toEqual(times(9, () => 200));
  });

  it('an account has at most ACCOUNT_ORDERS orders in process, even with concurrent submits; others order on', async () => {
    const { token } = await app.signIn();
    const order = (by: string) =>
      app.call('taskingSubmit', samples.taskingSubmit, { token: by, key: randomUUID() });
    const replies = await Promise.all(times(4, () => order(token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(replies.find(({ status }) => status === 429)?.reply.message).toBe(
      'At most 2 orders can be in process at a time. Wait for some to finish.',
    );
    expect((await order(quiet)).reply.result).toBe(1);
    const orderNum = replies.find(({ status }) => status === 200)?.reply.data?.orderNum ?? '';
    await app.call('cancelTaskingOrder', { params: { orderNum } }, { token });
    expect((await order(token)).reply.result).toBe(1);
  });

  it('tiles are rendered in turns between accounts, after those that are being rendered', async () => {
    const source = path.join(path.dirname(app.deps.config.dataDir), 'source.tif');
    await writePicture(source, SINGAPORE);
    const at = { pool: app.deps.db.pool, files: app.deps.files, now: app.clock.now() };
    const shown = { file: source, name: 'Harbour', description: '', vector: null, openToAll: true };
    const layer = await addLayer(at, shown);
    const held = times(TILE_THREADS, () => app.deps.turns.tiles.enter('another'));
    for (const place of held) await place.turn();
    const answered: string[] = [];
    const tile = async (who: string, token: string, z: number) => {
      const address = `/api/ogc?service=tms&layer=${layer}&z=${z}&x=${2 ** z / 2}&y=${2 ** z / 2}&token=${token}`;
      const { status } = await app.request(address);
      answered.push(`${who} ${z}: ${status}`);
    };
    const loudly = [1, 2, 3, 4, 5].map((z) => tile('loud', loud, z));
    await expect.poll(() => load('tiles').waiting).toBe(5);
    const quietly = tile('quiet', quiet, 6);
    await expect.poll(() => load('tiles').waiting).toBe(6);
    held.pop()?.leave();
    await Promise.all([...loudly, quietly]);
    for (const place of held) place.leave();
    const levels = ['loud 1', 'quiet 6', 'loud 2', 'loud 3', 'loud 4', 'loud 5'];
    expect(answered).toEqual(levels.map((one) => `${one}: 200`));
  });
});

describe('reads that callers share', () => {
  it('a read begins after its callers asked; those who ask meanwhile share the next', async () => {
    const [pool, other] = [{} as Pool, {} as Pool];
    const ends: ((value: string) => void)[] = [];
    const read = () => new Promise<string>((resolve) => ends.push(resolve));
    const first = sharedRead(pool, 'a', read);
    const later = [sharedRead(pool, 'a', read), sharedRead(pool, 'a', read)];
    const elsewhere = [sharedRead(pool, 'b', read), sharedRead(other, 'a', read)];
    expect(ends).toHaveLength(3);
    ends[0]?.('before');
    expect(await first).toBe('before');
    await expect.poll(() => ends.length).toBe(4);
    for (const end of ends.slice(1)) end('after');
    expect(await Promise.all([...later, ...elsewhere])).toEqual(times(4, () => 'after'));
  });

  it('a failed read fails its own callers only, and is forgotten', async () => {
    const pool = {} as Pool;
    const failed = sharedRead(pool, 'a', () => Promise.reject(new Error('failed')));
    const next = sharedRead(pool, 'a', async () => 'done');
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe('done');
    expect(await sharedRead(pool, 'a', async () => 'again')).toBe('again');
  });
});
