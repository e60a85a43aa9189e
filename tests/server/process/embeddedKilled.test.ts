import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { runningPostmaster } from '../../../server/database/cluster.ts';
import { DEMO_PASSWORD } from '../../../server/accounts/demoAccounts.ts';
import { testFolder, type TestFolder } from '../support/harness.ts';
import { startProcess, type ServerProcess } from './serverProcess.ts';

const WAIT = { timeout: 60_000 };

describe('an embedded PostgreSQL that is killed while servers use it', () => {
  let folder: TestFolder;
  let pgData: string;
  const servers: ServerProcess[] = [];
  beforeEach(async () => {
    folder = await testFolder();
    pgData = path.join(folder.dataDir, 'postgres');
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.end('SIGTERM')));
    await folder.remove();
  });

  const start = async () => {
    const server = await startProcess({ DATA_DIR: folder.dataDir });
    servers.push(server);
    return server;
  };
  const kill = async () => {
    const postmaster = await runningPostmaster(pgData);
    process.kill(postmaster?.pid ?? Number.NaN, 'SIGKILL');
    return postmaster;
  };
  const logIn = async (server: ServerProcess) => {
    const answer = await fetch(`${server.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uname: 'demo6@groundtrack.example', upass: DEMO_PASSWORD }),
    });
    const reply = endpoints.login.reply.parse(await answer.json());
    return { authorization: `Bearer ${reply.data?.token ?? ''}` };
  };
  /** The statuses of a call made until it succeeds. */
  async function statusesUntilDone(
    server: ServerProcess,
    headers: Record<string, string>,
  ): Promise<number[]> {
    const statuses: number[] = [];
    await expect
      .poll(async () => {
        const answer = await fetch(`${server.url}/glu`, { headers });
        if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('5');
        statuses.push(answer.status);
        return answer.status;
      }, WAIT)
      .toBe(200);
    return statuses;
  }

  const restartsSeenBy = (server: ServerProcess) => server.output().split('was started again').length - 1;

  it('it is started again, and calls go on with the same sessions, in every process', async () => {
    const [first, second] = [await start(), await start()];
    const session = await logIn(first);
    for (let round = 0; round < 2; round++) {
      const before = await kill();
      // its orphaned processes may answer for a moment
      await expect
        .poll(async () => {
          const running = await runningPostmaster(pgData);
          return running !== null && running.pid !== before?.pid && running.ready;
        }, WAIT)
        .toBe(true);
      expect((await runningPostmaster(pgData))?.port).toBe(before?.port);
      for (const server of [first, second]) {
        // calls may go on before this process has its own hold on the database again
        await expect.poll(() => restartsSeenBy(server), WAIT).toBe(round + 1);
        const statuses = await statusesUntilDone(server, session);
        expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([]);
      }
    }
    for (const server of [first, second]) {
      const lines = server.output().split('\n');
      expect(lines.filter((line) => line.includes('the database does not answer'))).toHaveLength(1);
      expect(lines.filter((line) => line.includes('call failed'))).toEqual([]);
      expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    }
    // the last one still stops it
    expect(await Promise.all(servers.splice(0).map((server) => server.end('SIGTERM')))).toEqual([0, 0]);
    expect(await runningPostmaster(pgData)).toBeNull();
  });

  it('if it cannot be started again the process ends with a clear word and code 3', async () => {
    const server = await start();
    await rm(path.join(pgData, 'global/pg_control'));
    await kill();
    servers.splice(0);
    expect(await server.ended).toBe(3);
    expect(server.output()).toContain('The embedded database has ended and could not be started again:');
    expect(server.output()).not.toMatch(/ {4}at /);
  });
});
