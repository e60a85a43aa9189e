import { Pool, types as parsers, type PoolClient } from 'pg';
import { joinEmbedded } from './embedded.ts';
import type { EmbeddedEvents } from './keeper.ts';
import { migrate } from './migrate.ts';

/** The database, on any PostgreSQL. */
export interface Database {
  /** The primary: for all writes, and for reads that need the newest state. */
  pool: Pool;
  /** For searches: the read replica of DATABASE_READ_URL, otherwise the primary. */
  readPool: Pool;
  /**
   * A connection each to the primary and to a replica, to ask what they have: the others may all be busy. Null without a
   * replica.
   */
  statePools: { primary: Pool; replica: Pool } | null;
  postgis: boolean;
  /** Runs `work` in one transaction on the primary: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /**
   * Waits for running queries, then closes the connections (and stops the embedded PostgreSQL if this is its
   * last user). With `now`, it doesn't wait, and uncommitted work is rolled back.
   */
  close(how?: 'now'): Promise<void>;
}

export interface DatabaseConfig {
  databaseUrl: string | null;
  databaseReadUrl: string | null;
  dataDir: string;
}

export interface OpenOptions extends Omit<EmbeddedEvents, 'onStep'> {
  /** Called before slow steps. */
  onStep?: (step: 'creating' | 'starting' | 'migrating') => void;
  /** Called when an idle connection fails; the pool replaces it automatically. */
  onConnectionLost?: (error: Error) => void;
  /** Maximum number of connections of this process; 10 by default. */
  connections?: number;
}

/** PostgreSQL sends int8 as text; ours are counts and ids, far below 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === parsers.builtins.INT8) return (text: string) => Number(text);
    return parsers.getTypeParser(oid, format);
  },
};

function poolOf(url: string, options: OpenOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: options.connections ?? 10,
    types,
    application_name: 'groundtrack',
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 15_000,
  });
  const lost = (error: Error) => options.onConnectionLost?.(error);
  pool.on('error', lost);
  // a connection that fails between two queries emits the error on its client only
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

async function transactionOn<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Connects to the configured database (DATABASE_URL, otherwise the embedded PostgreSQL in the data folder), whatever is in
 * it.
 * @throws Error if it can't be started
 */
export async function connectDatabase(
  config: DatabaseConfig,
  options: OpenOptions = {},
): Promise<Omit<Database, 'postgis'>> {
  const embedded = config.databaseUrl === null ? await joinEmbedded(config.dataDir, options) : null;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  const pool = poolOf(url, options);
  const { databaseReadUrl } = config;
  const readPool = databaseReadUrl === null ? pool : poolOf(databaseReadUrl, options);
  const one = { ...options, connections: 1 };
  const statePools =
    databaseReadUrl === null ? null : { primary: poolOf(url, one), replica: poolOf(databaseReadUrl, one) };
  const close = async (how?: 'now') => {
    const pools = statePools === null ? [pool] : [pool, readPool, statePools.primary, statePools.replica];
    const ended = Promise.all(pools.map((each) => each.end()));
    if (how !== 'now') await ended;
    else ended.catch(() => undefined);
    await embedded?.release();
  };
  return { pool, readPool, statePools, transaction: (work) => transactionOn(pool, work), close };
}

/**
 * Opens the configured database and migrates its schema.
 * @throws Error if it can't be reached, started or migrated
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  const db = await connectDatabase(config, options);
  try {
    options.onStep?.('migrating');
    await migrate(db.pool);
    const { rowCount } = await db.pool.query("select 1 from pg_extension where extname = 'postgis'");
    return { ...db, postgis: rowCount === 1 };
  } catch (error) {
    await db.close().catch(() => undefined);
    throw error;
  }
}
