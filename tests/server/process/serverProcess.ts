import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../../server/base/settings/settingTable.ts';
import { CLOCK_SHIFT } from '../support/clock.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A real server in a separate process. */
export interface ServerProcess {
  /** Its URL, e.g. http://127.0.0.1:41234. */
  url: string;
  pid: number;
  /** Its output and log so far. */
  output(): string;
  /** Resolves at its exit with its code, null if a signal ended it. */
  ended: Promise<number | null>;
  /** Sends a signal and waits for the exit. @returns the exit code, null if the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function spawnServer(
  environment: Record<string, string>,
  program: 'main' | 'worker' = 'main',
): { child: ChildProcess; output: () => string } {
  // the machine's variables, but none of this product's settings
  const machine = Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in SETTINGS)));
  const child = spawn(process.execPath, [`dist-server/${program}.js`], {
    cwd: ROOT,
    env: {
      ...machine,
      PORT: '0',
      SCENES: '0',
      CLOCK_SHIFT,
      SAMPLES: 'off',
      DEMO_IMAGERY: 'off',
      OSM_TILES: '',
      DELIVERY_MEGAPIXELS: '0.1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

const READY = /is ready: http:\/\/localhost:(\d+)/;

/**
 * Starts the server, or another program, and waits until its output matches `until`.
 * @throws Error with its output if it exits before
 */
export async function startProcess(
  environment: Record<string, string>,
  until: RegExp = READY,
  program?: 'main' | 'worker',
): Promise<ServerProcess> {
  const { child, output } = spawnServer(environment, program);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = until.exec(output());
      if (found) resolve(`http://127.0.0.1:${found[1] ?? ''}`);
    });
    void ended.then(() => reject(new Error(`the server ended:\n${output()}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    output,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs a server that is expected to fail at the start. */
export async function failingProcess(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnServer(environment);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: output() };
}
