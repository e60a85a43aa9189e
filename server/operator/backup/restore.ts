import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { migrate, migrationNames } from '../../database/migrate.ts';
import { connectDatabase, type Database, type DatabaseConfig } from '../../database/open.ts';
import type { ObjectPlace } from '../../base/files/bucket.ts';
import type { FileStore } from '../../base/files/fileStore.ts';
import { openFiles } from '../../base/files/openFiles.ts';
import { BackupError, FILES, readManifest, verifyFiles, type Manifest } from './manifest.ts';
import { loadTable, setSequences, tablesOf } from './tables.ts';

/** @throws BackupError if a newer program made the backup */
async function checkVersion({ migrations }: Manifest): Promise<void> {
  const own = await migrationNames();
  const foreign = migrations.filter((name) => !own.includes(name));
  if (foreign.length > 0)
    throw new BackupError(`the backup is newer than this program: it has ${foreign.join(', ')}`);
}

/** What a restore fills: the data folder, of which DATABASE_URL leaves the files alone. */
function targetOf({ dataDir, databaseUrl }: DatabaseConfig): string {
  return databaseUrl === null ? dataDir : openFiles(dataDir).root;
}

/** @throws BackupError if something would be overwritten */
async function refuseFolder(config: DatabaseConfig, store: FileStore): Promise<void> {
  const folder = targetOf(config);
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new BackupError(`${folder} is not empty: a backup is restored into a new folder`);
  if (!(await store.isEmpty())) throw new BackupError('the object store of FILES_URL is not empty');
}

async function refuseDatabase({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const client = await pool.connect();
  const tables = await tablesOf(client).finally(() => client.release());
  if (tables.length > 0)
    throw new BackupError(`the database is not empty: it has ${tables.length} tables; create a new one`);
}

/** Where a file of a backup is in the store. */
const placeOf = (name: string) => name.slice(FILES.length + 1).split('/') as [string, ...string[]];

async function restoreFiles(folder: string, { files }: Manifest, store: FileStore): Promise<void> {
  for (const { path: name } of files) await store.put(path.join(folder, name), placeOf(name));
}

/** Leaves everything as empty as it was. */
async function removeFiles({ files }: Manifest, store: FileStore): Promise<void> {
  for (const { path: name } of files) await store.remove(...placeOf(name)).catch(() => undefined);
}

async function restoreRows(
  db: Pick<Database, 'transaction'>,
  folder: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  await db.transaction(async (client) => {
    for (const { file, rows, ...table } of tables) {
      const loaded = await loadTable(client, table, path.join(folder, file.path));
      if (loaded !== rows)
        throw new BackupError(`${table.name}: ${loaded} rows of ${rows} could be restored`);
    }
    await setSequences(client, sequences);
  });
}

/**
 * Restores a backup into a new data folder, or a new data folder and an empty database of DATABASE_URL: the schema as it was,
 * its rows and files, then the migrations since.
 * @throws BackupError if the backup is incomplete, damaged or newer, or something would be overwritten
 */
export async function restore(
  folder: string,
  config: DatabaseConfig & { filesUrl?: ObjectPlace | null },
): Promise<Manifest> {
  const store = openFiles(config.dataDir, config.filesUrl);
  const manifest = await readManifest(folder);
  await checkVersion(manifest);
  await verifyFiles(folder, manifest);
  await refuseFolder(config, store);
  const db = await connectDatabase({ ...config, databaseReadUrl: null });
  let isEmpty = false;
  try {
    await refuseDatabase(db);
    isEmpty = true;
    await migrate(db.pool, { upTo: manifest.migrations });
    await restoreFiles(folder, manifest, store);
    await restoreRows(db, folder, manifest);
    await migrate(db.pool);
  } catch (error) {
    await db.close();
    // it was empty before
    if (isEmpty) await removeFiles(manifest, store);
    if (isEmpty) await rm(targetOf(config), { recursive: true, force: true });
    throw error;
  }
  await db.close();
  return manifest;
}
