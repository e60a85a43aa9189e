import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url));
/** Held during migrations: of several processes that start together only one migrates. */
const MIGRATION_LOCK = 7_130_002;

/**
 * Extensions used by the schema. btree_gist is required; PostGIS is used if installed. A role without the
 * right to create an extension is no error if it already exists.
 */
async function prepareExtensions(client: PoolClient): Promise<void> {
  for (const extension of ['btree_gist', 'postgis'])
    await client.query(`create extension if not exists ${extension}`).catch((error: unknown) => {
      if (extension === 'btree_gist')
        throw new Error(`the database lacks the extension btree_gist and this role may not create it`, {
          cause: error,
        });
    });
}

interface AppliedMigration {
  name: string;
  /** Null if it was applied before there were checksums. */
  checksum: Buffer | null;
}

/** The migrations of this program, in order. */
export function migrationNames(): Promise<string[]> {
  return namesIn(MIGRATIONS);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
}

/** Whether the schema is this program's version: a newer program may have migrated it meanwhile. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by name');
  return (await migrationNames()).join() === rows.map(({ name }) => name).join();
}

/**
 * Migrates the schema to this program's version: applies the new numbered files of migrations/ in order,
 * each in a separate transaction.
 * @param from.folder of the files
 * @param from.upTo only these, for the schema of an older version
 * @returns the names applied
 * @throws Error if the database is newer than this program, an applied migration was changed, or one fails (it is
 * rolled back)
 */
export async function migrate(
  pool: Pool,
  { folder = MIGRATIONS, upTo }: { folder?: string; upTo?: readonly string[] } = {},
): Promise<string[]> {
  const names = (await namesIn(folder)).filter((name) => upTo?.includes(name) ?? true);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await prepareExtensions(client);
    await client.query(
      `create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now());
       alter table schema_migrations add column if not exists checksum bytea`,
    );
    const { rows } = await client.query<AppliedMigration>(
      'select name, checksum from schema_migrations order by name',
    );
    const foreign = rows.map(({ name }) => name).filter((name) => !names.includes(name));
    if (foreign.length > 0)
      throw new Error(`the database is newer than this program: it has ${foreign.join(', ')}`);
    for (const row of rows) await checkApplied(client, row, await textOf(folder, row.name));
    const known = new Set(rows.map(({ name }) => name));
    const missing = names.filter((name) => !known.has(name));
    for (const name of missing) await apply(client, name, await textOf(folder, name));
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

/** Line ends depend on the checkout. */
async function textOf(folder: string, name: string): Promise<string> {
  return (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
}

function checksumOf(sql: string): Buffer {
  return createHash('sha256').update(sql).digest();
}

/** @throws Error if the file is not the one that was applied; migrations older than their checksums get one now */
async function checkApplied(
  client: PoolClient,
  { name, checksum }: AppliedMigration,
  sql: string,
): Promise<void> {
  const own = checksumOf(sql);
  if (checksum === null)
    await client.query('update schema_migrations set checksum = $2 where name = $1', [name, own]);
  else if (!checksum.equals(own))
    throw new Error(`migration ${name} was changed after it was applied to this database: restore the file`);
}

async function apply(client: PoolClient, name: string, sql: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      name,
      checksumOf(sql),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
