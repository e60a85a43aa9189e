import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));
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

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
}

/** Whether the schema is this program's version: a newer program may have migrated it meanwhile. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by name');
  return (await namesIn(MIGRATIONS)).join() === rows.map(({ name }) => name).join();
}

/**
 * Migrates the schema to this program's version: applies the new numbered files of migrations/ in order,
 * each in a separate transaction.
 * @returns the names applied
 * @throws Error if the database is newer than this program, or a migration fails (it is rolled back)
 */
export async function migrate(pool: Pool, folder: string = MIGRATIONS): Promise<string[]> {
  const names = await namesIn(folder);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await prepareExtensions(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const known = new Set(rows.map((row) => row.name));
    const foreign = [...known].filter((name) => !names.includes(name)).sort();
    if (foreign.length > 0)
      throw new Error(`the database is newer than this program: it has ${foreign.join(', ')}`);
    const missing = names.filter((name) => !known.has(name));
    for (const name of missing) await apply(client, name, await readFile(path.join(folder, name), 'utf8'));
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

async function apply(client: PoolClient, name: string, sql: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
