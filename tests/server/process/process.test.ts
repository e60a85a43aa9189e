import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { runningPostmaster } from '../../../server/database/cluster.ts';
import { DEMO_PASSWORD } from '../../../server/accounts/demoAccounts.ts';
import { runOperator } from '../../../server/operator/operator.ts';
import {
  createDatabase,
  databaseServers,
  PASSWORD,
  startServer,
  testFolder,
  type TestFolder,
} from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll, storeAt } from '../search/storedScenes.ts';
import { failingProcess, startProcess, type ServerProcess } from './serverProcess.ts';
import { runClock } from '../support/clock.ts';

describe('the server as a separate process, on the embedded database', () => {
  let folder: TestFolder;
  let pgData: string;
  const running = new Set<ServerProcess>();
  const makeFolder = async () => {
    // inside a folder that only its owner may enter, like a checkout by root
    folder = await testFolder();
    pgData = path.join(folder.dataDir, 'postgres');
  };
  const endAll = async () => {
    await Promise.all([...running].map((server) => server.end('SIGTERM')));
    running.clear();
  };

  const start = async (environment: Record<string, string> = {}) => {
    const server = await startProcess({ DATA_DIR: folder.dataDir, ...environment });
    running.add(server);
    return server;
  };
  const end = (server: ServerProcess, signal: NodeJS.Signals) => {
    running.delete(server);
    return server.end(signal);
  };
  const post = (
    server: ServerProcess,
    address: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) =>
    fetch(server.url + address, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const logIn = async (server: ServerProcess) => {
    const answer = await post(server, '/login', { uname: 'demo6@groundtrack.example', upass: DEMO_PASSWORD });
    const reply = endpoints.login.reply.parse(await answer.json());
    return { authorization: `Bearer ${reply.data?.token ?? ''}` };
  };
  const ordersOf = async (server: ServerProcess, headers: Record<string, string>) => {
    const answer = await fetch(`${server.url}/web/order/archive/list?cpage=1`, { headers });
    return endpoints.archiveOrders.reply.parse(await answer.json()).data?.list ?? [];
  };
  /** Orders a scene of the archive. */
  const order = async (server: ServerProcess, headers: Record<string, string>) => {
    await storeAt(folder, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    const request = {
      productIds: ['ALPHA'],
      aoiWkt: 'POLYGON((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))',
      productLevel: 'L2A',
      projection: 'LAT_LON',
      cropByAoi: false,
      orderName: 'Kill test',
    };
    const priced = await post(server, '/api/order/v1/archive/getPrice', request, headers);
    const { data } = (await priced.json()) as { data: { finalPrice: number } };
    const key = { 'idempotency-key': randomUUID() };
    const sent = await post(
      server,
      '/api/order/v1/archive/submit',
      { ...request, agreedPrice: data.finalPrice },
      { ...headers, ...key },
    );
    return endpoints.archiveSubmit.reply.parse(await sent.json()).data?.orderNum;
  };

  describe('from a new data folder', () => {
    beforeEach(makeFolder);
    afterEach(async () => {
      await endAll();
      await folder.remove();
    });

    it('after a kill the next start finds the data, the session, and the order where it was', async () => {
      const first = await start({ SUPPLIER_STEP_SECONDS: '0.3' });
      const session = await logIn(first);
      const orderNum = await order(first, session);
      expect(orderNum).toMatch(/^GT-\d{8}-0001$/);
      await expect.poll(async () => (await ordersOf(first, session))[0]?.status, { timeout: 10_000 }).toBe(3);
      await end(first, 'SIGKILL');
      // the killed server's PostgreSQL still runs and is taken over
      expect(await runningPostmaster(pgData)).not.toBeNull();
      const second = await start({ SUPPLIER_STEP_SECONDS: '0.3' });
      await expect
        .poll(async () => (await ordersOf(second, session))[0]?.status, { timeout: 30_000 })
        .toBe(7);
      const [done] = await ordersOf(second, session);
      expect(done?.orderNum).toBe(orderNum);
      expect(done?.history.map((step) => step.status)).toEqual([1, 3, 4, 5, 6, 7]);
      const links = done?.downloadUrl.map((link) => new URL(link).pathname) ?? [];
      const image = await fetch(`${second.url}${links.find((link) => link.endsWith('.tif')) ?? ''}`);
      // a little-endian TIFF
      expect(Buffer.from(await image.arrayBuffer()).toString('latin1', 0, 4)).toBe('II*\0');
      // it was told once that it was received, and once that it is complete
      const kinds = ['orderReceived', 'orderCompleted'];
      const mails = () =>
        readdirSync(path.join(folder.dataDir, 'files', 'outbox')).filter((name) => name.endsWith('.txt'));
      await expect
        .poll(() => kinds.map((kind) => mails().filter((name) => name.includes(kind)).length))
        .toEqual([1, 1]);
      const news = await fetch(`${second.url}${endpoints.news.path}`, { headers: session });
      expect(endpoints.news.reply.parse(await news.json()).data).toMatchObject([
        { order: { num: orderNum } },
      ]);
      expect(await end(second, 'SIGTERM')).toBe(0);
      expect(await runningPostmaster(pgData)).toBeNull();
    });

    it('the server stops cleanly while the archive is created; the next start creates it, and after a kill another fills in the rest', async () => {
      const environment = { DATA_DIR: folder.dataDir, SCENES: '100000' };
      const server = await startProcess(environment, /0 of 20,000/);
      expect(await server.end('SIGINT')).toBe(0);
      expect(await runningPostmaster(pgData)).toBeNull();
      // killed while the rest is filled in: the next start goes on, and says how far it is
      const second = await start({ SCENES: '22000' });
      expect(await end(second, 'SIGKILL')).toBe(null);
      const third = await start({ SCENES: '50' });
      const percent = async () =>
        ((await (await fetch(`${third.url}/ready`)).json()) as { archivePercent?: number }).archivePercent;
      expect([90, undefined]).toContain(await percent());
      await expect.poll(percent, { timeout: 40_000 }).toBe(undefined);
      const printed: string[] = [];
      const output = { print: (line: string) => printed.push(line), warn: () => undefined };
      expect(await runOperator(['catalogue', 'status'], output, { DATA_DIR: folder.dataDir })).toBe(0);
      expect(printed[0]).toBe('22000 scenes: 22000 simulated, 0 imported');
    });

    it('a second server on the same data folder shares the database, and the last one stops it', async () => {
      const [first, second] = await Promise.all([start(), start()]);
      const session = await logIn(first);
      expect((await fetch(`${second.url}/glu`, { headers: session })).status).toBe(200);
      expect(await end(first, 'SIGTERM')).toBe(0);
      expect((await fetch(`${second.url}/glu`, { headers: session })).status).toBe(200);
      expect(await end(second, 'SIGTERM')).toBe(0);
      expect(await runningPostmaster(pgData)).toBeNull();
    });
  });

  // creating the database takes longer than these tests
  describe('from the data folder of an earlier start', () => {
    beforeAll(makeFolder);
    afterEach(endAll);
    afterAll(() => folder.remove());

    it.each(['SIGTERM', 'SIGINT'] as const)(
      '%s stops the server cleanly, and its PostgreSQL with it',
      async (signal) => {
        const server = await start();
        expect(await end(server, signal)).toBe(0);
        expect(server.output()).toContain('Stopped.');
        expect(await runningPostmaster(pgData)).toBeNull();
      },
    );

    it('requests in flight are finished when the server is stopped', async () => {
      const server = await start();
      const body = JSON.stringify({ uname: 'demo6@groundtrack.example', upass: DEMO_PASSWORD });
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(
        `POST /login HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.slice(0, 20));
      // when another connection has its reply, the server has read the start of the first request
      await fetch(`${server.url}/web/settings`);
      const ended = end(server, 'SIGTERM');
      await expect.poll(() => server.output(), { timeout: 10_000 }).toContain('Stopping');
      socket.write(body.slice(20));
      await closed;
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(answer).toContain('"token"');
      expect(await ended).toBe(0);
    });

    it.runIf(existsSync('/proc'))('the painter starts with the first page, not with the server', async () => {
      const server = await start();
      await logIn(server);
      const threads = () => readdirSync(`/proc/${server.pid}/task`).length;
      const before = threads();
      expect((await fetch(server.url)).status).toBe(200);
      await expect.poll(threads).toBeGreaterThan(before);
    });

    it('a PostgreSQL that was killed too is started again with its data', async () => {
      const first = await start();
      const session = await logIn(first);
      const postmaster = await runningPostmaster(pgData);
      await end(first, 'SIGKILL');
      process.kill(postmaster?.pid ?? Number.NaN, 'SIGKILL');
      const second = await start();
      expect((await fetch(`${second.url}/glu`, { headers: session })).status).toBe(200);
    });

    it("the operator's command line works while the server runs, and without it", async () => {
      const server = await start();
      const printed: string[] = [];
      const output = {
        print: (line: string) => printed.push(line),
        warn: (line: string) => printed.push(line),
      };
      const environment = { DATA_DIR: folder.dataDir };
      expect(
        await runOperator(
          ['accounts', 'set', 'demo6@groundtrack.example', '--utype', '7'],
          output,
          environment,
        ),
      ).toBe(0);
      const answer = await fetch(`${server.url}/glu`, { headers: await logIn(server) });
      expect(await answer.json()).toMatchObject({ data: { utype: 7 } });
      await end(server, 'SIGTERM');
      expect(await runOperator(['accounts', 'list'], output, environment)).toBe(0);
      expect(printed.join('\n')).toMatch(/demo6@groundtrack\.example +approved .* 7 +yes/);
      expect(await runningPostmaster(pgData)).toBeNull();
    });

    it('a wrong configuration stops the start with a list of problems', async () => {
      const { code, output } = await failingProcess({
        DATA_DIR: folder.dataDir,
        PORT: 'http',
        DEMO: 'perhaps',
      });
      expect(code).toBe(2);
      expect(output).toContain('PORT must be a whole number from 0 to 65535, not "http"');
      expect(output).toContain('DEMO must be on or off');
      expect(output).not.toMatch(/ {4}at /);
    });

    it('a taken port is named, and nothing is left running', async () => {
      const other = createServer();
      const port = await new Promise<number>((resolve) =>
        other.listen(0, '127.0.0.1', () => {
          const address = other.address();
          resolve(typeof address === 'object' && address ? address.port : 0);
        }),
      );
      const { code, output } = await failingProcess({ DATA_DIR: folder.dataDir, PORT: String(port) });
      other.close();
      expect(code).toBe(1);
      expect(output).toContain('The port is taken');
      expect(output).not.toMatch(/ {4}at /);
      expect(await runningPostmaster(pgData)).toBeNull();
    });

    it('a database that does not reply is named without its password', async () => {
      const DATABASE_URL = 'postgres://groundtrack:geheim@127.0.0.1:1/groundtrack';
      const { code, output } = await failingProcess({ DATA_DIR: folder.dataDir, DATABASE_URL });
      expect(code).toBe(1);
      expect(output).toContain('ECONNREFUSED');
      expect(output).not.toContain('geheim');
      expect(output).not.toMatch(/ {4}at /);
    });
  });
});

describe.each(databaseServers)('processes on a database by DATABASE_URL ($name)', (server) => {
  it('the server creates its tables there, without demo accounts, and stops cleanly', async () => {
    const { url, drop } = await createDatabase(server, 'template0');
    const folder = await testFolder();
    const environment = { DATA_DIR: folder.dataDir, DATABASE_URL: url };
    const running = await startProcess({ ...environment, SCENES: '20' });
    const login = { uname: 'demo6@groundtrack.example', upass: DEMO_PASSWORD };
    const answer = await fetch(`${running.url}/login`, {
      method: 'POST',
      body: JSON.stringify(login),
      headers: { 'content-type': 'application/json' },
    });
    const printed: string[] = [];
    const output = { print: (line: string) => printed.push(line), warn: () => undefined };
    await runOperator(['catalogue', 'status'], output, environment);
    const code = await running.end('SIGTERM');
    await drop();
    await folder.remove();
    expect(await answer.json()).toMatchObject({ result: 0 });
    expect(running.output()).not.toContain('Demo accounts');
    expect(printed[0]).toBe('20 scenes: 20 simulated, 0 imported');
    expect(code).toBe(0);
  });

  it('a worker makes the steps that are due, to the end', async () => {
    const app = await startServer(server);
    // long ago for the worker, which uses the run's clock
    app.clock.set('2020-01-01T00:00:00Z');
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    const { token, email } = await app.signIn();
    const aoiWkt = 'POLYGON((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))';
    const request = { productIds: ['ALPHA'], aoiWkt, productLevel: 'L1' as const, cropByAoi: true };
    const { reply } = await app.call('archivePrice', { body: request }, { token });
    const agreedPrice = reply.data?.finalPrice ?? 0;
    const body = { ...request, orderName: 'By a worker', projection: 'LAT_LON' as const, agreedPrice };
    await app.call('archiveSubmit', { body }, { token, key: randomUUID() });
    // the worker would delete a session from that time
    app.clock.set(runClock.now().toISOString());
    const login = await app.call('login', { body: { uname: email, upass: PASSWORD } });
    const session = login.reply.data?.token ?? '';
    const worker = await startProcess(
      {
        DATA_DIR: app.deps.config.dataDir,
        DATABASE_URL: app.databaseUrl,
        SUPPLIER_STEP_SECONDS: '0.05',
      },
      /The worker is running/,
      'worker',
    );
    const listed = async () =>
      (await app.call('archiveOrders', { query: { cpage: 1 } }, { token: session })).reply.data?.list[0];
    await expect.poll(async () => (await listed())?.status, { timeout: 30_000 }).toBe(7);
    expect(await worker.end('SIGTERM')).toBe(0);
    const link = new URL((await listed())?.downloadUrl[0] ?? '');
    expect((await app.request(link.pathname)).status).toBe(200);
    await app.close();
  });
});
