import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os, { constants, setPriority } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureServer } from '../../../scripts/bundle/builds.mjs';
import { initialiseCluster, startCluster, stopCluster } from '../../../server/database/cluster.ts';
import { embeddedBinaries } from '../../../server/database/embedded.ts';
import { suite } from '../../suite.ts';
import { openDatabase } from '../../../server/database/open.ts';

/** A database server that the suite runs on. */
export interface TestDatabaseServer {
  /** 'embedded' is the PostgreSQL from npm, 'postgis' one with PostGIS. */
  name: 'embedded' | 'postgis';
  /** URL of its maintenance database. */
  url: string;
  /** A migrated, empty database as a template for test databases. */
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServers: readonly TestDatabaseServer[];
  }
}

const TEMPLATE = 'groundtrack_template';
/** Test databases are temporary, so nothing waits for the disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  jit: 'off',
  timezone: 'UTC',
};

/** Starts a cluster in a temporary folder. */
export async function temporaryCluster(binDir: string): Promise<{ url: string; end: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-cluster-'));
  const password = randomBytes(12).toString('hex');
  const dataDir = path.join(folder, 'postgres');
  const logFile = path.join(folder, 'postgres.log');
  const options = { binDir, dataDir, logFile, user: 'groundtrack', password, settings: SETTINGS };
  await initialiseCluster(options);
  const { port } = await startCluster(options);
  return {
    url: `postgres://groundtrack:${password}@127.0.0.1:${port}/postgres`,
    end: async () => {
      await stopCluster(dataDir);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The bin folder of the newest installed PostgreSQL with PostGIS (Debian's layout); null if none. */
export async function installedPostgis(): Promise<string | null> {
  const root = '/usr/lib/postgresql';
  const versions = (await readdir(root).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  for (const version of versions) {
    const control = `/usr/share/postgresql/${version}/extension/postgis.control`;
    if (
      (await stat(control).catch(() => null)) &&
      (await stat(`${root}/${version}/bin/initdb`).catch(() => null))
    )
      return `${root}/${version}/bin`;
  }
  return null;
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function prepareTemplate(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE}`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const databaseConfig = {
    databaseUrl: databaseUrl(url, TEMPLATE),
    databaseReadUrl: null,
    dataDir: os.tmpdir(),
  };
  const db = await openDatabase(databaseConfig);
  await db.close();
  return db.postgis;
}

/** Records the available databases for the closing summary of `npm test`. */
async function report(postgres: boolean): Promise<void> {
  const reason = postgres ? null : 'PostgreSQL with PostGIS is not installed';
  await mkdir('reports', { recursive: true });
  await writeFile('reports/databases.json', `${JSON.stringify({ postgres, reason })}\n`);
}

/**
 * Starts one database server of each kind for the whole run: the embedded one; one with PostGIS from TEST_DATABASE_URL (a role that
 * may create databases), otherwise from the installed PostgreSQL. `npm test` has the first alone, and the rest the second one, but
 * for the files that `npm test` has left out.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // all that run side by side share the processor alike: beside other tests a thread of low priority would get next to none
  setPriority(constants.priority.PRIORITY_LOW);
  // tests of processes start the programs of the build
  await ensureServer();
  const ends: (() => Promise<void>)[] = [];
  const teardown = async () => {
    for (const end of ends) await end();
  };
  const startedCluster = async (binDir: string) => {
    const { url, end } = await temporaryCluster(binDir);
    ends.push(end);
    return url;
  };
  const prepared = async (
    name: TestDatabaseServer['name'],
    starting: Promise<string>,
  ): Promise<TestDatabaseServer> => {
    const url = await starting;
    if (!(await prepareTemplate(url)) && name === 'postgis')
      throw new Error('TEST_DATABASE_URL has no PostGIS');
    return { name, url, template: TEMPLATE };
  };
  try {
    const given = process.env['TEST_DATABASE_URL'];
    const binDir = given ? null : await installedPostgis();
    const hasPostgis = Boolean(given) || binDir !== null;
    await report(hasPostgis || suite === 'test');
    const isEmbedded = suite !== 'rest' || project.name === 'rest' || !hasPostgis;
    const isPostgis = hasPostgis && suite !== 'test';
    // every start ends before one that failed is reported, so that teardown finds its cluster
    const starts = await Promise.allSettled([
      ...(isEmbedded ? [prepared('embedded', embeddedBinaries().then(startedCluster))] : []),
      ...(isPostgis ? [prepared('postgis', given ? Promise.resolve(given) : startedCluster(binDir!))] : []),
    ]);
    const servers = starts.map((start) => {
      if (start.status === 'rejected') throw start.reason;
      return start.value;
    });
    if (!hasPostgis && suite !== 'test')
      console.warn(
        'PostgreSQL with PostGIS is not installed: the server tests run on the embedded database alone.',
      );
    project.provide('databaseServers', servers);
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}
