import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../server/database/open.ts';
import { openFiles } from '../../../server/base/files/openFiles.ts';
import { createApp } from '../../../server/http/app.ts';
import { readinessOf } from '../../../server/http/health.ts';
import { createLog, DATABASE_LOST } from '../../../server/base/log.ts';
import { startLoop } from '../../../server/base/loop.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

/** A TCP proxy in front of a database, which a test can close and open again. */
async function cableTo(
  address: string,
): Promise<{ url: string; cut(): Promise<void>; mend(): Promise<void> }> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  const plug = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((near) => {
        const far = connect(Number(target.port || 5432), target.hostname);
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(one);
          one.on('error', () => undefined).on('close', () => other.destroy());
          one.pipe(other);
        }
      }).listen(port, '127.0.0.1', () => resolve(server));
    });
  let server = await plug(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        sockets.clear();
      }),
    mend: async () => {
      server = await plug(port);
    },
  };
}

describe.each(databaseServers)('a database that is away ($name)', (server) => {
  const app = serverFor(server);
  let db: Database;
  let cable: Awaited<ReturnType<typeof cableTo>>;
  let request: (path: string, init?: RequestInit) => Promise<Response>;
  let token: string;
  const logged: string[] = [];
  const log = createLog('debug', (line) => logged.push(line));
  beforeAll(async () => {
    token = (await app.signIn()).token;
    cable = await cableTo(app.databaseUrl);
    db = await openDatabase(
      { databaseUrl: cable.url, databaseReadUrl: null, dataDir: app.deps.config.dataDir },
      { onConnectionLost: (error) => log.seldom(DATABASE_LOST, { cause: error.message }) },
    );
    const parts = createApp({ ...app.deps, db, log });
    request = async (address, init = {}) => parts.request(address, init, {});
  });
  afterAll(async () => {
    await db.close();
    await cable.cut();
  });

  const stateOf = async (address: string) => {
    const answer = await request(address);
    return [answer.status, (await answer.json()) as unknown];
  };
  const currentUser = () => request('/glu', { headers: { authorization: `Bearer ${token}` } });
  const logIn = () =>
    request('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uname: 'a@example.com', upass: 'a guess' }),
    });
  const ALL = { database: 'ok', migrations: 'ok', files: 'ok', disk: 'ok' };

  it('/health says that the process is alive, /ready that calls can be answered', async () => {
    expect(await stateOf('/health')).toEqual([200, { alive: true }]);
    expect(await stateOf('/ready')).toEqual([200, { ready: true, ...ALL }]);
    expect((await request('/ready')).headers.get('cache-control')).toBe('no-store');
  });

  it('calls are answered with 503 and when to come back, and the log gets one line', async () => {
    await currentUser();
    await cable.cut();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 ? currentUser() : logIn())),
    );
    const sentence = refusal('The portal is not available at the moment. Try again in a few seconds.');
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toEqual(sentence);
    }
    // background work polls several times a second
    let runs = 0;
    const loops = await new Promise<ReturnType<typeof startLoop>[]>((resolve) => {
      const run = async () => {
        if (++runs === 40) resolve(started);
        await db.pool.query('select 1');
      };
      const started = ['mails', 'orders'].map((what) => startLoop({ failure: what, everyMs: 1, run }, log));
    });
    await Promise.all(loops.map((loop) => loop.stop()));
    expect(await stateOf('/health')).toEqual([200, { alive: true }]);
    const away = { ...ALL, database: 'failed', migrations: 'failed' };
    expect(await stateOf('/ready')).toEqual([503, { ready: false, ...away }]);
    expect(logged.filter((line) => line.includes(DATABASE_LOST))).toHaveLength(1);
    expect(logged.filter((line) => line.includes(' error '))).toHaveLength(2);

    await cable.mend();
    expect(await stateOf('/ready')).toEqual([200, { ready: true, ...ALL }]);
    expect((await currentUser()).status).toBe(200);
  });

  it('a schema of another version, a full disk and files that cannot be written are not ready', async () => {
    const deps = { ...app.deps, log };
    await app.deps.db.pool.query("insert into schema_migrations (name) values ('9999_newer.sql')");
    expect(await readinessOf(deps)).toEqual({ ready: false, ...ALL, migrations: 'failed' });
    await app.deps.db.pool.query("delete from schema_migrations where name = '9999_newer.sql'");
    expect(await readinessOf(deps, Infinity)).toEqual({ ready: false, ...ALL, disk: 'failed' });
    const file = path.join(app.deps.config.dataDir, 'taken');
    await writeFile(file, '');
    const broken = await readinessOf({ ...deps, files: openFiles(file) });
    expect(broken).toEqual({ ready: false, ...ALL, files: 'failed', disk: 'failed' });
  });
});

describe('an error that repeats', () => {
  it('is logged once a minute, with the number left out', () => {
    const lines: string[] = [];
    let now = Date.parse('2027-01-01T00:00:00Z');
    const log = createLog(
      'info',
      (line) => lines.push(line),
      () => now,
    );
    const said = () => lines.splice(0).map((line) => line.slice(25));
    for (let n = 0; n < 100; n++) log.seldom('away', { cause: 'cut' });
    log.seldom('another');
    expect(said()).toEqual(['error away cause=cut', 'error another']);
    now += 59_999;
    log.seldom('away', { cause: 'cut' });
    expect(said()).toEqual([]);
    now += 1;
    log.seldom('away', { cause: 'cut' });
    expect(said()).toEqual(['error away cause=cut leftOut=100']);
  });
});
