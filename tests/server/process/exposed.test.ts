import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { DEMO_PASSWORD } from '../../../server/accounts/demoAccounts.ts';
import { databaseServers, startServer, testFolder, type TestFolder } from '../support/harness.ts';
import { startProcess } from './serverProcess.ts';

const WARNING = 'other machines can log in to the demo accounts, whose password is public (DEMO=on)';

describe('a server that other machines can reach', () => {
  let folder: TestFolder;
  beforeAll(async () => {
    folder = await testFolder();
  });
  afterAll(() => folder.remove());

  /** Starts a server, logs in to a demo account, and stops it. */
  async function visit(environment: Record<string, string>, session?: string) {
    const server = await startProcess({ DATA_DIR: folder.dataDir, ...environment });
    const answer = await fetch(`${server.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uname: 'demo6@groundtrack.example', upass: DEMO_PASSWORD }),
    });
    const { result, data } = endpoints.login.reply.parse(await answer.json());
    const headers = { authorization: `Bearer ${session ?? ''}` };
    const { status } = await fetch(`${server.url}/glu`, { headers });
    expect(await server.end('SIGTERM')).toBe(0);
    return { result, token: data?.token ?? '', sessionIs: status, output: server.output() };
  }

  it('has no demo accounts, not even those of an earlier start, unless DEMO=on is said; then it warns', async () => {
    const local = await visit({});
    expect(local.result).toBe(1);
    expect(local.output).not.toContain(WARNING);
    const exposed = await visit({ HOST: '0.0.0.0' }, local.token);
    expect([exposed.result, exposed.sessionIs]).toEqual([0, 401]);
    expect(exposed.output).not.toContain(DEMO_PASSWORD);
    expect(exposed.output).toContain('DEMO=on adds them');
    const open = await visit({ HOST: '0.0.0.0', DEMO: 'on' });
    expect(open.result).toBe(1);
    expect(open.output.split(WARNING)).toHaveLength(2);
    expect((await visit({ DEMO: 'off' })).result).toBe(0);
  });
});

describe.each(databaseServers)('behind a proxy ($name)', (server) => {
  it.each([
    ['off', 1],
    ['on', 0],
  ])('with TRUST_PROXY=%s the log warns %i times', async (TRUST_PROXY, times) => {
    const app = await startServer(server, { TRUST_PROXY });
    await app.call('settings', {});
    expect(app.logged.join()).not.toContain('TRUST_PROXY');
    for (let n = 0; n < 3; n++) await app.call('settings', {}, { client: `192.0.2.${n}` });
    expect(app.logged.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(times);
    await app.close();
  });
});
