import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureClient, ensureServer } from '../../scripts/bundle/builds.mjs';
import { GLIBC } from '../../server/base/memory.ts';

/** A server on the embedded database, with a built client. */
export interface RunningPortal {
  url: string;
  /** Seconds from the start of the process to "is ready". */
  seconds: number;
  stop: () => Promise<void>;
}

/** Starts the server with the data of a folder and waits until it is ready. */
export async function startForBench(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningPortal> {
  await ensureClient();
  await ensureServer();
  const began = performance.now();
  const server: ChildProcess = spawn(process.execPath, ['dist-server/main.js'], {
    env: {
      ...GLIBC,
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      OSM_TILES: '',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /is ready: (\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    seconds: Math.round((performance.now() - began) / 10) / 100,
    stop: () =>
      new Promise((resolve) => {
        server.removeAllListeners('exit');
        server.once('exit', () => resolve());
        server.kill('SIGTERM');
      }),
  };
}

/** A temporary folder for one measure; `remove` deletes it. */
export function benchFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'groundtrack-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Measures on a server with data of its own; both are gone afterwards. */
export async function onPortal<T>(
  settings: Record<string, string>,
  measure: (portal: RunningPortal, dataDir: string) => Promise<T>,
): Promise<T> {
  const folder = benchFolder();
  try {
    const portal = await startForBench(folder.path, settings);
    return await measure(portal, folder.path).finally(portal.stop);
  } finally {
    folder.remove();
  }
}

/** Without the database's journal, which is as long as what was written of late. */
async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('pg_wal'))
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Seconds until a server has filled its archive. */
export async function secondsToFill(url: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const ready = (await (await fetch(`${url}/ready`)).json()) as { archivePercent?: number };
    if (ready.archivePercent === undefined) return Math.round((performance.now() - began) / 100) / 10;
    await pause(200);
  }
}

/**
 * Seconds to ready: the first start, which creates the database and 20,000 scenes, and the second; seconds until the 300,000 of
 * the archive are there, and the megabytes that they take.
 */
export async function benchStart(): Promise<
  Record<'firstSeconds' | 'secondSeconds' | 'fillSeconds' | 'archiveMB', number>
> {
  const [folder, empty] = [benchFolder(), benchFolder()];
  try {
    const without = await startForBench(empty.path, { SCENES: '0', DEMO_IMAGERY: 'off' });
    await without.stop();
    const first = await startForBench(folder.path, { DEMO_IMAGERY: 'off' });
    const fillSeconds = await secondsToFill(first.url);
    await first.stop();
    const archiveMB = Math.round(((await bytesOf(folder.path)) - (await bytesOf(empty.path))) / 1e6);
    const second = await startForBench(folder.path);
    await second.stop();
    return { firstSeconds: first.seconds, secondSeconds: second.seconds, fillSeconds, archiveMB };
  } finally {
    folder.remove();
    empty.remove();
  }
}
