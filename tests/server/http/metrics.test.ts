import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/http/app.ts';
import { createMetrics, type Metrics } from '../../../server/http/metrics.ts';
import { startProcess } from '../process/serverProcess.ts';
import { databaseServers, serverFor, testFolder } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

describe.each(databaseServers)('metrics for Prometheus ($name)', (server) => {
  const app = serverFor(server);
  let metrics: Metrics;
  let request: (path: string, init?: RequestInit) => Promise<Response>;
  beforeAll(async () => {
    metrics = createMetrics(app.deps);
    const measured = createApp(app.deps, { measure: metrics.measure });
    request = async (path, init = {}) => measured.request(path, init, {});
  });

  /** The values by their names with labels. */
  async function scraped(): Promise<Map<string, number>> {
    const text = await (await metrics.page.request('/metrics')).text();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
    );
  }
  const callsIn = (values: Map<string, number>) =>
    Object.fromEntries(
      [...values]
        .filter(([name]) => name.startsWith('groundtrack_call_seconds_count'))
        .map(([name, count]) => [name.slice(name.indexOf('{')), count]),
    );

  it('calls and their times by call and status, with routes instead of addresses', async () => {
    const login = { uname: 'a@example.com', upass: 'a guess' };
    const post = (body: string) =>
      request('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await post(JSON.stringify(login));
    await post(JSON.stringify(login));
    await post('{');
    await request('/glu');
    await request('/web/delivery/GT-1/a-secret-of-a-link/file.zip');
    await request('/nowhere/at/all');
    const values = await scraped();
    expect(callsIn(values)).toEqual({
      '{method="POST",call="/login",status="200"}': 2,
      '{method="POST",call="/login",status="400"}': 1,
      '{method="GET",call="/glu",status="401"}': 1,
      '{method="GET",call="/web/delivery/:orderNum/:secret/:fileName",status="404"}': 1,
      '{method="GET",call="/*",status="404"}': 1,
    });
    const labels = 'method="POST",call="/login",status="200"';
    const times = (name: string) => values.get(`groundtrack_call_seconds_${name}`) ?? Number.NaN;
    expect(times(`sum{${labels}}`)).toBeGreaterThan(0);
    expect(times(`bucket{le="+Inf",${labels}}`)).toBe(2);
    expect([...values.keys()].join()).not.toContain('a-secret-of-a-link');
  });

  it('failed calls too', async () => {
    await app.deps.db.pool.query('alter table sessions rename to sessions_away');
    await request('/glu', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } });
    await app.deps.db.pool.query('alter table sessions_away rename to sessions');
    expect(callsIn(await scraped())).toHaveProperty(['{method="GET",call="/glu",status="500"}'], 1);
  });

  it('the lengths of the queues', async () => {
    const lengths = async () =>
      Object.fromEntries(
        [...(await scraped())].flatMap(([name, length]) => {
          const queue = /^groundtrack_queue_length\{queue="(\w+)"\}$/.exec(name)?.[1];
          return queue === undefined ? [] : [[queue, length]];
        }),
      );
    const EMPTY = { mails: 0, orderSteps: 0, sceneExports: 0, imageryExports: 0 };
    expect(await lengths()).toEqual(EMPTY);
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    const { token } = await app.signIn();
    await app.call('sendRegisterCode', samples.sendRegisterCode);
    await app.call('submitExportTask', samples.submitExportTask, { token });
    expect(await lengths()).toEqual({ ...EMPTY, mails: 1, sceneExports: 1 });
    await app.deliverMail();
    expect(await lengths()).toEqual({ ...EMPTY, sceneExports: 1 });
  });

  it('calls in progress and waiting, by kind of work', async () => {
    const work = async () => {
      const values = await scraped();
      const of = (state: string) => values.get(`groundtrack_work{work="searches",state="${state}"}`);
      return [of('running'), of('waiting')];
    };
    const places = [1, 2, 3].map(() => app.deps.turns.searches.enter('one'));
    await places[0]?.turn();
    expect(await work()).toEqual([1, 2]);
    for (const place of places) place.leave();
    expect(await work()).toEqual([0, 0]);
  });

  it('the delay of the event loop, and the connections to the database', async () => {
    const values = await scraped();
    expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    const client = await app.deps.db.pool.connect();
    const busy = (await scraped()).get('groundtrack_database_connections{pool="primary",state="busy"}');
    client.release();
    expect(busy).toBeGreaterThanOrEqual(1);
    expect(values.get('groundtrack_database_connections{pool="primary",state="waiting"}')).toBe(0);
  });
});

describe('the port of the metrics', () => {
  it('is its own; without METRICS_PORT there is none', async () => {
    const folder = await testFolder();
    const start = (environment: Record<string, string>) =>
      startProcess({ DATA_DIR: folder.dataDir, DEMO: 'off', ...environment });
    const open = await start({ METRICS_PORT: '0' });
    await expect.poll(() => open.output()).toContain('Stop: Ctrl-C');
    const address = /Metrics: (http:\S+)/.exec(open.output())?.[1] ?? '';
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('groundtrack_queue_length{queue="mails"} 0');
    expect((await fetch(`${open.url}/metrics`)).status).toBe(404);
    expect(await open.end('SIGTERM')).toBe(0);
    const closed = await start({});
    expect((await fetch(`${closed.url}/metrics`)).status).toBe(404);
    expect(await closed.end('SIGTERM')).toBe(0);
    expect(closed.output()).not.toContain('Metrics:');
    await folder.remove();
  });

  it('a worker has its own; without a free port it works without', async () => {
    const folder = await testFolder();
    const worker = (port: string) =>
      startProcess({ DATA_DIR: folder.dataDir, METRICS_PORT: port }, /The worker is running/, 'worker');
    const first = await worker('0');
    const address = /Metrics: (http:\S+)/.exec(first.output())?.[1] ?? '';
    expect(await (await fetch(address)).text()).toContain('groundtrack_queue_length{queue="mails"} 0');
    const second = await worker(new URL(address).port);
    await expect.poll(() => second.output()).toContain('this worker has no metrics');
    expect(await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')])).toEqual([0, 0]);
    await folder.remove();
  });
});
