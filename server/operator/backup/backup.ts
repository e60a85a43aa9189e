import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PoolClient } from 'pg';
import type { Database } from '../../database/open.ts';
import type { FileStore } from '../../base/files/fileStore.ts';
import { BackupError, describeFile, FILES, MANIFEST, TABLES, type Manifest } from './manifest.ts';
import type { Clock } from '../../base/clock.ts';
import { namedFiles, type Moment } from './namedFiles.ts';
import { dumpTable, sequencesOf, tablesOf } from './tables.ts';

/** Password hashes and secrets are in it. */
const OWNER_ONLY = 0o700;

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

/** @throws BackupError unless the folder is missing or empty */
async function prepare(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0) throw new BackupError(`${folder} is not empty`);
  await mkdir(path.join(folder, TABLES), { recursive: true, mode: OWNER_ONLY });
}

async function dumpTables(client: PoolClient, folder: string) {
  const tables = await tablesOf(client);
  const dumped: Manifest['tables'] = [];
  for (const table of tables) {
    const name = `${TABLES}/${table.name}.ndjson.gz`;
    const rows = await dumpTable(client, table, path.join(folder, name));
    dumped.push({ ...table, rows, file: await describeFile(folder, name) });
  }
  return { tables: dumped, sequences: await sequencesOf(client, tables) };
}

async function copyFiles(
  client: PoolClient,
  { files }: { files: FileStore },
  folder: string,
  moment: Moment,
) {
  const copied: Pick<Manifest, 'files' | 'missing'> = { files: [], missing: [] };
  for (const place of await namedFiles(client, files, moment)) {
    const name = [FILES, ...place].join('/');
    try {
      await files.copyTo(path.join(folder, name), place);
      copied.files.push(await describeFile(folder, name));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      copied.missing.push(place.join('/'));
    }
  }
  return copied;
}

/**
 * Writes the database and its files as they are at one moment, while the product is used (decision 178). A backup that was
 * interrupted has no manifest.
 * @throws BackupError if the folder is not empty
 */
export async function backUp(
  deps: { db: Pick<Database, 'pool'>; files: FileStore; clock: Clock },
  folder: string,
): Promise<Manifest> {
  await prepare(folder);
  const client = await deps.db.pool.connect();
  let failed = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    // the first query takes the snapshot
    const { rows: migrations } = await client.query<{ name: string }>(
      'select name from schema_migrations order by name',
    );
    const moment = { at: deps.clock.now(), written: new Date() };
    const manifest: Manifest = {
      format: 1,
      at: moment.at.toISOString(),
      migrations: migrations.map(({ name }) => name),
      ...(await dumpTables(client, folder)),
      ...(await copyFiles(client, deps, folder, moment)),
    };
    await client.query('commit');
    const file = path.join(folder, MANIFEST);
    await writeFile(`${file}.part`, JSON.stringify(manifest), { mode: 0o600, flush: true });
    await rename(`${file}.part`, file);
    await flush(folder);
    failed = false;
    return manifest;
  } finally {
    client.release(failed);
  }
}
