import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { heldMs } from '../../../server/base/watchdog.ts';
import { freePort } from '../../../server/database/cluster.ts';
import { testFolder } from '../support/harness.ts';
import { startProcess, type ServerProcess } from './serverProcess.ts';

const STALL = fileURLToPath(new URL('stall.mjs', import.meta.url));

/** Uses a processor that two others use too, for a second, and prints for how much of it it waited, ms. */
const BUSY = `
  const { waitedMs } = await import(process.argv[1]);
  const before = waitedMs();
  for (const until = performance.now() + 1_000; performance.now() < until; );
  console.log(waitedMs() - before);
`;
const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
const [, processor] = /^Cpus_allowed_list:\s*(\d+)/m.exec(status) ?? [];

it.runIf(processor !== undefined)('Linux tells how long a loop waited for a processor', () => {
  const pinned = (code: string, ...args: string[]) => [
    '-c',
    processor!,
    process.execPath,
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    code,
    ...args,
  ];
  const others = [1, 2].map(() => spawn('taskset', pinned('for (;;);')));
  try {
    const module = new URL('../../../server/base/watchdog.ts', import.meta.url).href;
    // each of the three has a third
    expect(Number(execFileSync('taskset', pinned(BUSY, module)))).toBeGreaterThan(300);
  } finally {
    for (const other of others) other.kill('SIGKILL');
  }
});

it('a loop that waits for a processor is not held: what it waited since its last beat is taken off', () => {
  expect(heldMs(12, 0)).toBe(3_000);
  // told late: a wait that spans several looks is known only at its end
  expect([heldMs(3, 0), heldMs(4, 900)]).toEqual([750, 100]);
  expect(heldMs(4, 1_200)).toBe(0);
  // nothing is known of it
  expect(heldMs(12, Number.NaN)).toBe(3_000);
  expect(heldMs(12, -60_000)).toBe(3_000);
});

describe('a server process', () => {
  let folder: Awaited<ReturnType<typeof testFolder>>;
  let server: ServerProcess;
  afterEach(async () => {
    await server.end('SIGTERM');
    await folder.remove();
  });
  const start = async (settings: Record<string, string>) => {
    folder = await testFolder();
    server = await startProcess({
      DATA_DIR: folder.dataDir,
      DEMO: 'off',
      NODE_OPTIONS: `--import ${STALL}`,
      METRICS_PORT: '0',
      ...settings,
    });
    await expect.poll(() => server.output()).toContain('Stop: Ctrl-C');
  };
  const hold = (stallMs: number) =>
    fetch(`${server.url}/login`, {
      headers: { 'content-type': 'application/json' },
      method: 'POST',
      body: JSON.stringify({ uname: 'nobody@groundtrack.example', upass: 'a secret', stallMs }),
    });
  const health = () =>
    fetch(`${server.url}/health`, { signal: AbortSignal.timeout(10_000) }).then(({ status }) => status);
  const metrics = async () => {
    const address = /Metrics: (http:\S+)/.exec(server.output())?.[1] ?? '';
    return (await fetch(address)).text();
  };

  it('whose loop is held for over two seconds is logged with its call, caller and size, never with content, and counted', async () => {
    await start({});
    expect((await hold(3_500)).status).toBe(200);
    await expect
      .poll(() => server.output(), { timeout: 5_000 })
      .toContain('the loop that answers calls is held');
    const [line = ''] = server.output().match(/.*is held .*/g) ?? [];
    expect(line).toMatch(
      / error the loop that answers calls is held seconds=2\.\d+ who="client 127\.0\.0\.1" call="POST \/login" bytes=\d\d function=holdTheLoop$/,
    );
    expect(server.output()).not.toContain('a secret');
    expect(await metrics()).toMatch(/^groundtrack_loop_held_total 1$/m);
  });

  it('whose loop is held for too long ends, and the first process starts another that counts it', async () => {
    // its own, which the second process takes over
    await start({ SUPERVISE: 'on', WATCHDOG_SECONDS: '3', PORT: String(await freePort()) });
    expect(await health()).toBe(200);
    const held = hold(60_000).catch((error: unknown) => error);
    expect(await held).toBeInstanceOf(Error);
    await expect.poll(async () => health().catch(() => pause(100, 0)), { timeout: 20_000 }).toBe(200);
    expect(server.output()).toContain('the loop is held for too long: the process ends');
    expect(await metrics()).toMatch(/^groundtrack_watchdog_ends_total 1$/m);
  }, 60_000);

  it('that is killed leaves no call open, and another serves the port', async () => {
    await start({ SUPERVISE: 'on', PORT: String(await freePort()) });
    expect(await health()).toBe(200);
    execFileSync('pkill', ['-KILL', '-P', String(server.pid), 'node']);
    const ended: Promise<string>[] = [];
    for (let count = 0; count < 100; count++) {
      ended.push(health().then(String, (error: unknown) => String(error)));
      await pause(1);
    }
    expect(await Promise.all(ended)).not.toContainEqual(expect.stringContaining('timeout'));
    await expect.poll(async () => health().catch(() => pause(100, 0))).toBe(200);
  });
});
