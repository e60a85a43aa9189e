import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { DEMO_PASSWORD } from '../../../server/accounts/demoAccounts.ts';
import { testFolder, type TestFolder } from '../support/harness.ts';
import { startProcess, type ServerProcess } from '../process/serverProcess.ts';

const WAIT = { timeout: 30_000, interval: 50 };

describe('PROCESSES: several server processes share the port', () => {
  let folder: TestFolder;
  let server: ServerProcess;
  let authorization: string;
  beforeAll(async () => {
    folder = await testFolder();
    server = await startProcess({ DATA_DIR: folder.dataDir, PROCESSES: '2', METRICS_PORT: '0' });
    const answer = await fetch(`${server.url}/login`, {
      method: 'POST',
      body: JSON.stringify({ uname: 'demo1@groundtrack.example', upass: DEMO_PASSWORD }),
      headers: { 'content-type': 'application/json' },
    });
    const reply = endpoints.login.reply.parse(await answer.json());
    authorization = `Bearer ${reply.data?.token ?? ''}`;
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    await folder.remove();
  });

  /** Calls over connections of their own, so that all processes get some. */
  const status = async (): Promise<number> =>
    (await fetch(`${server.url}/web/credits`, { headers: { authorization, connection: 'close' } })).status;
  const started = (): number[] =>
    [...server.output().matchAll(/accepts connections process=(\d+)/g)].map(([, pid]) => Number(pid));

  it('each has the same sessions, and the metrics are those of all together', async () => {
    expect(new Set(started()).size).toBe(2);
    const statuses = await Promise.all(Array.from({ length: 40 }, status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const [, port] = /Metrics: http:\/\/localhost:(\d+)/.exec(server.output()) ?? [];
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const counted = /groundtrack_call_seconds_count\{[^}]*credits[^}]*\} (\d+)/.exec(metrics);
    expect(Number(counted?.[1])).toBe(40);
  });

  it('SIGUSR2 restarts them one by one without a failed call', async () => {
    const before = started().length;
    const statuses: number[] = [];
    const isRestarted = () => server.output().includes('all server processes were restarted');
    const caller = async () => {
      while (!isRestarted()) statuses.push(await status());
    };
    process.kill(server.pid, 'SIGUSR2');
    await Promise.all(Array.from({ length: 4 }, caller));
    expect(started().length).toBe(before + 2);
    expect(statuses.length).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('one that is killed is replaced, and the sessions go on', async () => {
    const before = started().length;
    process.kill(started().at(-1)!, 'SIGKILL');
    await expect.poll(() => started().length, WAIT).toBe(before + 1);
    expect(await status()).toBe(200);
  });

  it('SIGTERM ends all of them, and then the database', async () => {
    const all = started();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.output()).toContain('Stopped.');
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
