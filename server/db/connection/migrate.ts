import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));
/** Held while migrations run: of several processes that start together one migrates, the others wait. */
const MIGRATION_LOCK = 7_130_002;

/**
 * Extensions that the schema can use. btree_gist is needed; PostGIS is used when the machine has it.
 * A role without the right to create one is no error when the extension is there already.
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

/**
 * Brings the schema to this program's version: the numbered files of migrations/ that the database has not seen,
 * in their order, each in a transaction of its own.
 * @returns the names applied now
 * @throws Error when the database is newer than this program, or a migration fails (it leaves nothing behind)
 */
export async function migrate(pool: Pool, folder: string = MIGRATIONS): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
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
