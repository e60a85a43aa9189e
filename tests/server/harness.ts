import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Clock } from '../../server/clock.ts';
import { readConfig } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/open.ts';
import { openFiles } from '../../server/files.ts';
import type { FileStore } from '../../server/files.ts';
import type { Letter, Mail } from '../../server/mail.ts';
import { databaseUrl } from './globalSetup.ts';
import type { TestDatabaseServer } from './globalSetup.ts';

/** The database servers of this run: `describe.each(databaseServers)('… ($name)', (server) => …)`. */
export const databaseServers: readonly TestDatabaseServer[] = inject('databaseServers');

/** A clock that stands until it is moved. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: string): void;
}

/** 2026-11-20T08:00:00Z unless said otherwise. */
export function testClock(start = '2026-11-20T08:00:00Z'): TestClock {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
    set: (instant) => {
      time = Date.parse(instant);
    },
  };
}

/** Mail that stays here. */
export interface TestMail extends Mail {
  readonly sent: Letter[];
}

export function testMail(): TestMail {
  const sent: Letter[] = [];
  return {
    sent,
    send: async (letter) => {
      sent.push(letter);
    },
  };
}

/** A configuration that listens nowhere, reaches no tile server and has no simulated archive. */
export function testConfig(dataDir: string, settings: Readonly<Record<string, string>> = {}): Config {
  return readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SCENES: '0',
    LOG_LEVEL: 'error',
    OSM_TILES: '',
    ...settings,
  });
}

/** A fresh, migrated, empty database. */
export interface FreshDatabase {
  url: string;
  db: Database;
  /** Closes and drops it. */
  drop(): Promise<void>;
}

async function administer(server: TestDatabaseServer, sql: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** An empty database of one's own, without opening it. */
export async function createDatabase(
  server: TestDatabaseServer,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(server, `create database ${name} template ${server.template}`);
  return {
    url: databaseUrl(server.url, name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}

/** Makes and opens a database for one test file: `beforeAll(async () => { fresh = await freshDatabase(server); })`. */
export async function freshDatabase(server: TestDatabaseServer): Promise<FreshDatabase> {
  const { url, drop } = await createDatabase(server);
  const db = await openDatabase(
    { databaseUrl: url, databaseReadUrl: null, dataDir: os.tmpdir() },
    { connections: 20 },
  );
  return {
    url,
    db,
    drop: async () => {
      await db.close();
      await drop();
    },
  };
}

/** A data folder of one's own, below a folder that only its owner may enter. */
export interface TestFolder {
  dataDir: string;
  files: FileStore;
  remove(): Promise<void>;
}

export async function testFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-test-'));
  const dataDir = path.join(folder, 'data');
  return {
    dataDir,
    files: openFiles(dataDir),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
