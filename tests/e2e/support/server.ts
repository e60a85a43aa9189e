import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { SearchReply } from '../../../contract/search.ts';
import { systemClock } from '../../../server/base/clock.ts';
import { WORK_KINDS } from '../../../server/base/settings/settingTable.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../pages/portal.ts';
import { CLOCK_SHIFT, runClock } from '../../server/support/clock.ts';
import { storeAt } from '../../server/search/storedScenes.ts';
import { AROUND_START, scenesBefore } from './archive.ts';

/** A test's own portal: the real server in a separate process, with its own port and data. */
export interface PortalServer {
  url: string;
  dataDir: string;
  /** Kills it with SIGKILL, like a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Runs the operators' command line on its data while it runs. @returns its standard output */
  operator(...words: string[]): Promise<string>;
  /** Stops it cleanly and removes its data. */
  remove(): Promise<void>;
}

const run = promisify(execFile);

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => process.once('exit', () => resolve()));
}

async function launch(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['dist-server/main.js'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('is ready')) resolve();
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  return server;
}

/** Creates a database on the PostgreSQL of this run. @returns its URL */
async function makeDatabase(address: string): Promise<string> {
  const client = new Client({ connectionString: address });
  await client.connect();
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

const DEFAULTS = {
  // a bundler in the same process may have set it
  NODE_ENV: 'test',
  DEMO: 'on',
  OSM_TILES: '',
  // the tests' own (archive.ts)
  SCENES: '0',
  CLOCK_SHIFT,
  DEMO_IMAGERY: 'off',
  SUPPLIER_STEP_SECONDS: '0.25',
  // a megapixel takes a second to make
  DELIVERY_MEGAPIXELS: '0.25',
  LOG_LEVEL: 'error',
  // all but the masks of scenes that no test asks for, which would take a processor a second in twenty
  WORK: WORK_KINDS.filter((kind) => kind !== 'masks').join(','),
  // the archives elsewhere are on this machine
  SOURCES_PRIVATE: 'on',
};

const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'groundtrack-e2e-'));

/** How many scenes have pictures from the start: more than a list has rows on the screen. */
const PICTURED = 24;

/**
 * Has the server paint and store the small pictures of the newest scenes. A page has six connections: behind pictures that are
 * being painted, its code and its calls would wait for seconds.
 */
async function makePictures(url: string): Promise<void> {
  const ask = async (path: string, body: object, token = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { data } = (await ask('/login', { uname: DEMO_EMAIL, upass: DEMO_PASSWORD })) as {
    data: { token: string };
  };
  const { features = [] } = (await ask('/api/soi/v1/search', AROUND_START, data.token)) as SearchReply;
  if (features.length < PICTURED) throw new Error(`only ${features.length} scenes have pictures`);
  for (const { properties } of features.slice(0, PICTURED)) {
    const { status } = await fetch(`${url}${properties.quicklookUrl}&size=thumb`);
    if (status !== 200) throw new Error(`no picture of ${properties.productId}: ${status}`);
  }
}

/** Makes the data folder that every embedded server of this run starts with a copy of, which saves half of a start. */
export async function makeDataTemplate(): Promise<string> {
  const dataDir = newDataDir();
  const port = String(await freePort());
  const server = await launch({ ...DEFAULTS, PORT: port, DATA_DIR: dataDir });
  await storeAt({ dataDir }, scenesBefore(runClock.now()));
  try {
    await makePictures(`http://127.0.0.1:${port}`);
  } finally {
    server.kill('SIGTERM');
    await ended(server);
  }
  return dataDir;
}

/** Starts a portal on the embedded database, or on the PostgreSQL of this run, with the scenes of archive.ts. */
export async function startPortal(
  database: 'embedded' | 'postgres',
  settings: Record<string, string> = {},
): Promise<PortalServer> {
  const dataDir = newDataDir();
  const port = await freePort();
  const address = process.env['E2E_DATABASE_URL'];
  if (database === 'postgres' && address === undefined) throw new Error('no PostgreSQL in this run');
  const template = process.env['E2E_DATA_TEMPLATE'];
  // with the owners: PostgreSQL doesn't run as root
  if (database === 'embedded' && template !== undefined) execFileSync('cp', ['-a', `${template}/.`, dataDir]);
  const databaseUrl = database === 'postgres' && address !== undefined ? await makeDatabase(address) : null;
  const env = {
    ...DEFAULTS,
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...settings,
  };
  let server = await launch(env);
  if (databaseUrl !== null || template === undefined)
    await storeAt({ dataDir, databaseUrl }, scenesBefore(systemClock(Number(env.CLOCK_SHIFT)).now()));
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    kill: async () => {
      server.kill('SIGKILL');
      await ended(server);
    },
    restart: async () => {
      server = await launch(env);
    },
    operator: async (...words) => {
      const args = ['dist-server/operator.js', ...words];
      const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } });
      return stdout;
    },
    remove: async () => {
      server.kill('SIGTERM');
      await ended(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
