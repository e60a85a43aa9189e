import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureServer } from '../../scripts/bundle/builds.mjs';

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
  await ensureServer();
  const began = performance.now();
  const server: ChildProcess = spawn(process.execPath, ['dist-server/main.js'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, OSM_TILES: '', LOG_LEVEL: 'error', ...settings },
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

/** Seconds to ready: the first start, which creates the database and 20,000 scenes, and the second. */
export async function benchStart(): Promise<{ firstSeconds: number; secondSeconds: number }> {
  const folder = benchFolder();
  try {
    const first = await startForBench(folder.path);
    await first.stop();
    const second = await startForBench(folder.path);
    await second.stop();
    return { firstSeconds: first.seconds, secondSeconds: second.seconds };
  } finally {
    folder.remove();
  }
}
