import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { appendFile, chown, mkdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findLauncher, type Launcher } from './runAs.ts';

/** A PostgreSQL cluster (one data folder, one postmaster) started by this program. */
export interface ClusterOptions {
  /** Folder with initdb and postgres. */
  binDir: string;
  /** PGDATA. */
  dataDir: string;
  /** PostgreSQL's own log file. */
  logFile: string;
  user: string;
  password: string;
  /** Server settings, passed on the command line. */
  settings: Readonly<Record<string, string>>;
}

/** A running postmaster, which listens only on 127.0.0.1. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Whether it accepts connections. */
  ready: boolean;
}

const LOG_MAX_BYTES = 10 * 1024 * 1024;
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** After a reboot another program may have the old postmaster's process id. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (command === null) return process.platform !== 'linux';
  return command === '' ? false : command.includes('postgres');
}

/** The postmaster running on a data folder, from its postmaster.pid, or null. */
export async function runningPostmaster(dataDir: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid))) return null;
  return { pid, port, ready: /^(?:ready|standby)\s*$/.test(lines[7] ?? '') };
}

/** A port of 127.0.0.1 that is free at the moment. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}

/** Whether the cluster's files are complete. */
export async function isInitialised(dataDir: string): Promise<boolean> {
  return (await stat(path.join(dataDir, 'PG_VERSION')).catch(() => null)) !== null;
}

/**
 * Creates the cluster's files unless they exist, first under a temporary name: the next start discards what
 * a kill left incomplete.
 * @returns whether they were created
 */
export async function initialiseCluster(options: ClusterOptions): Promise<boolean> {
  const { binDir, dataDir, user, password } = options;
  if (await isInitialised(dataDir)) return false;
  const workshop = `${dataDir}.new`;
  await rm(workshop, { recursive: true, force: true });
  const initdb = path.join(binDir, 'initdb');
  const launcher = await findLauncher(initdb, workshop);
  const passwordFile = path.join(workshop, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (launcher.owner) await chown(passwordFile, launcher.owner.uid, launcher.owner.gid);
  const made = path.join(workshop, 'data');
  const flags = [`--pgdata=${made}`, `--username=${user}`, '--encoding=UTF8', '--locale=C'];
  const security = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await run(launcher, initdb, [...flags, ...security]);
  await rename(made, dataDir);
  await rm(workshop, { recursive: true, force: true });
  return true;
}

/** Runs a program of PostgreSQL and waits for its exit. @throws Error with what it said if it fails */
export async function run(launcher: Launcher, program: string, programArgs: string[]): Promise<void> {
  const { file, args, ...identity } = launcher.command(program, programArgs);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...identity, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} failed: ${said.trim()}`)),
    );
  });
}

async function logTail(logFile: string, from: number): Promise<string> {
  const text = await readFile(logFile).catch(() => Buffer.alloc(0));
  return text.subarray(from).toString('utf8').trim().split('\n').slice(-8).join('\n');
}

/** One attempt on one port. */
async function startOn(port: number, options: ClusterOptions): Promise<Postmaster> {
  const { binDir, dataDir, logFile } = options;
  const program = path.join(binDir, 'postgres');
  const launcher = await findLauncher(program, dataDir);
  await rm(path.join(dataDir, 'postmaster.pid'), { force: true });
  await appendFile(logFile, '');
  if ((await stat(logFile)).size > LOG_MAX_BYTES) await truncate(logFile);
  const from = (await stat(logFile)).size;
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, ...identity } = launcher.command(program, [
    '-D',
    dataDir,
    '-p',
    String(port),
    ...flags,
  ]);
  const log = openSync(logFile, 'a');
  let ended: string | null = null;
  try {
    // a separate process group: Ctrl-C reaches only the server, which then stops its database cleanly
    const child = spawn(file, args, { ...identity, stdio: ['ignore', log, log], detached: true, cwd: '/' });
    child.on('error', (error) => (ended = error.message));
    child.on('exit', (code) => (ended = `it ended with ${String(code)}`));
    child.unref();
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const postmaster = await runningPostmaster(dataDir);
      if (postmaster?.ready && postmaster.pid === child.pid) return postmaster;
      if (ended !== null) break;
      await pause(POLL_MS);
    }
    if (ended === null) child.kill('SIGQUIT');
  } finally {
    closeSync(log);
  }
  throw new Error(`PostgreSQL did not start (${ended ?? 'no answer'}):\n${await logTail(logFile, from)}`);
}

/**
 * Starts the postmaster, on a free port unless one is given. The caller holds the data folder's lock, so an existing
 * postmaster.pid is stale.
 * @throws Error with the end of PostgreSQL's log if it does not start
 */
export async function startCluster(options: ClusterOptions, port?: number): Promise<Postmaster> {
  await mkdir(path.dirname(options.logFile), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOn(port ?? (await freePort()), options);
    } catch (error) {
      const portTaken = error instanceof Error && /could not (create any TCP|bind)/.test(error.message);
      if (!portTaken || attempt === 3) throw error;
    }
  }
}

/** Stops a postmaster: open transactions are rolled back, and everything acknowledged is on disk. */
export async function stopCluster(dataDir: string): Promise<void> {
  const postmaster = await runningPostmaster(dataDir);
  if (!postmaster) return;
  process.kill(postmaster.pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(postmaster.pid)) {
    if (Date.now() > deadline) {
      process.kill(postmaster.pid, 'SIGQUIT');
      return;
    }
    await pause(POLL_MS);
  }
}
