import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTime, isOverTime } from '../../../server/base/caller.ts';
import { createApp } from '../../../server/http/app.ts';
import { openEnding } from '../../../server/http/ending.ts';
import { listen } from '../../../server/http/listen.ts';
import { close } from '../../../server/serving.ts';
import { databaseServers, startServer, type TestServer } from '../support/harness.ts';
import { samples } from '../support/samples.ts';

const [embedded] = databaseServers;

describe('bodies on their way are counted apart from calls', () => {
  let app: TestServer;
  let portal: Server;
  let token: string;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    app = await startServer(embedded!, { TRUST_PROXY: 'on', SERVER_WAITING: '10', ACCOUNT_WAITING: '5' });
    portal = await listen(createApp(app.deps).fetch, { host: '127.0.0.1', port: 0 });
    token = (await app.signIn()).token;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    await close(portal);
    await app.close();
  });
  const url = (path: string) => `http://127.0.0.1:${(portal.address() as AddressInfo).port}${path}`;
  const load = (work: 'anonymousBodies' | 'bodies') => app.deps.turns[work].load();

  /** Begins a call whose body never ends. @returns its reply, once there is one */
  function begin(path: string, headers: Record<string, string>): Promise<string> {
    const socket = connect((portal.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 100\r\n${lines.join('')}\r\n{`,
    );
    return once(socket, 'data').then(String);
  }
  const stranger = (number: number) => ({ 'x-forwarded-for': `192.0.2.${number}` });

  /** Pages that note from where each request began. @returns `ask` for one, and the addresses in their order */
  function pages() {
    const begun: string[] = [];
    const own = createApp(app.deps, {
      client: (c) => {
        begun.push(c.req.header('x-forwarded-for')!);
        return Promise.resolve(c.body(null));
      },
    });
    const ask = async (path: string, from: string, headers: Record<string, string> = {}) =>
      own.request(path, { headers: { 'x-forwarded-for': from, ...headers } }, {});
    return { ask, begun };
  }

  it('of strangers’ requests that arrive together one begins in each turn of the loop, by turns of their addresses; /health never waits', async () => {
    const { ask, begun } = pages();
    const [loud, quiet] = ['192.0.2.1', '192.0.2.2'];
    // what came before has begun
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([
      ...Array.from({ length: 5 }, () => ask('/page', loud)),
      ask('/page', quiet),
      ask('/health', loud).then(() => begun.push('health')),
    ]);
    expect(begun).toEqual([loud, 'health', loud, quiet, loud, loud, loud]);
  });

  it('a request of an account that was used lately begins beside those of strangers, whatever their addresses', async () => {
    const { ask, begun } = pages();
    expect((await app.call('currentUser', {}, { token })).status).toBe(200);
    const strangers = Array.from({ length: 20 }, (_, n) => `192.0.2.${n + 10}`);
    await Promise.all([
      ...strangers.map((from) => ask('/page', from)),
      ask('/page', '198.51.100.1', { authorization: `Bearer ${token}` }),
    ]);
    expect(begun).toHaveLength(21);
    expect(begun.indexOf('198.51.100.1')).toBeLessThan(2);
  });

  it('those of callers without an account leave calls with one, and /health, alone', async () => {
    for (let one = 0; one < 130; one++) void begin('/login', stranger(one)).catch(() => undefined);
    await expect.poll(() => load('anonymousBodies').running).toBe(100);
    const [search, health] = await Promise.all([
      fetch(url('/api/soi/v1/search'), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(samples.searchScenes.body),
      }),
      fetch(url('/health')),
    ]);
    expect([search.status, health.status]).toEqual([200, 200]);
    expect((await fetch(url('/web/settings'))).status).toBe(200);
  });

  it('a small body has five seconds; then its call gets 408 with its sentence, and the connection ends', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const begun = performance.now();
    const answer = await begin('/api/soi/v1/search', headers);
    expect(performance.now() - begun).toBeGreaterThan(4_900);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(load('bodies')).toEqual({ running: 0, waiting: 0 });
  });

  it('a body that does not say its size is read up to 512 KB, because it arrives before it is counted', async () => {
    const answerOf = async (kilobytes: number) => {
      const chunks = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let one = 0; one < kilobytes; one++) controller.enqueue(new Uint8Array(1024).fill(32));
          controller.close();
        },
      });
      const init = {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: chunks,
        duplex: 'half',
      };
      const answer = await fetch(url('/web/usersearchrecord/cm/save'), init as RequestInit);
      return { status: answer.status, message: ((await answer.json()) as { message: string }).message };
    };
    expect([await answerOf(500), await answerOf(600)]).toEqual([
      // blanks are no JSON
      { status: 400, message: 'The request is not valid JSON.' },
      { status: 413, message: 'The request is larger than 0.5 MB.' },
    ]);
  });

  it('a client has a number of them; more are refused, and others’ are read', async () => {
    for (let one = 0; one < 20; one++) void begin('/login', stranger(1)).catch(() => undefined);
    await expect.poll(() => load('anonymousBodies').running).toBe(20);
    for (let one = 0; one < 5; one++) void begin('/login', stranger(1)).catch(() => undefined);
    await expect.poll(() => load('anonymousBodies').waiting).toBe(5);
    expect(await begin('/login', stranger(1))).toMatch(/^HTTP\/1\.1 429 /);
    const other = await fetch(url('/login'), {
      method: 'POST',
      headers: { ...stranger(2), 'content-type': 'application/json' },
      body: JSON.stringify({ uname: 'nobody@groundtrack.example', upass: 'wrong' }),
    });
    expect(other.status).toBe(200);
  });
});

describe('a call has a time', () => {
  it('its signal is aborted when it is over, or when the caller leaves; then nothing is left of it', async () => {
    const until = (signal: AbortSignal) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    const caller = { who: 'account 1', call: 'GET /', bytes: 0 };
    const late: unknown = await inTime(caller, until, 5).catch((error: unknown) => error);
    expect(isOverTime(late)).toBe(true);
    const left = new AbortController();
    const gone = inTime({ ...caller, signal: left.signal }, until);
    left.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(await inTime(caller, async () => 'done', 5)).toBe('done');
  });
});

describe('while the server ends', () => {
  it('new calls get 503 with Retry-After and Connection: close, never 500', async () => {
    const app = await startServer(embedded!);
    const ending = openEnding();
    const answering = createApp(app.deps, { ending: ending.refuse });
    const statusOf = async () => {
      const { status, headers } = await answering.request('/web/settings', {}, {});
      return [status, headers.get('retry-after'), headers.get('connection')];
    };
    expect(await statusOf()).toEqual([200, null, null]);
    // another process accepts connections: the last calls of this one's are answered
    ending.begin(true);
    expect(await statusOf()).toEqual([200, null, 'close']);
    ending.begin(false);
    expect(await statusOf()).toEqual([503, '5', 'close']);
    await app.close();
    // the pool is closed: a call that was open until then
    const late = await createApp(app.deps).request(
      '/glu',
      {
        headers: { authorization: `Bearer ${'x'.repeat(43)}` },
      },
      {},
    );
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
  });
});
