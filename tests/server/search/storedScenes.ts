import { openDatabase, type Database } from '../../../server/database/open.ts';
import type { NewScene } from '../../../server/search/scenes.ts';
import { beginBatch, storeScenes } from '../../../server/search/scenes.store.ts';

/** Stores scenes in the archive of a test. */
export async function storeAll(db: Database, scenes: readonly NewScene[]): Promise<void> {
  await db.transaction(async (client) => {
    const batch = await beginBatch(client, { kind: 'imported', source: 'test' });
    await storeScenes(client, batch, scenes);
  });
}

/** Stores scenes in the database of a running server. */
export async function storeAt(
  place: { dataDir: string; databaseUrl?: string | null },
  scenes: readonly NewScene[],
): Promise<void> {
  const db = await openDatabase({ databaseUrl: null, databaseReadUrl: null, ...place }, { connections: 1 });
  try {
    await storeAll(db, scenes);
    // statistics for the query planner
    await db.pool.query('analyze scenes');
  } finally {
    await db.close();
  }
}

/** A statement with the values that are bound to it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** A node of EXPLAIN (FORMAT JSON). */
export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The nodes of a statement's plan. */
export async function explained({ pool }: Database, { text, values }: Statement): Promise<Plan[]> {
  const reply = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
  return nodesOf(reply.rows[0]!['QUERY PLAN'][0].Plan);
}

/** The columns copied unchanged from one row to another. */
const COPIED = `satellite, sat_code, sensor, sensor_type, gsd, cloud_cover, off_nadir, sun_elevation, area, orbit_direction,
  side_look_direction, imaging_mode, product_mode, source_code, supplier, simulated, content_hash, footprint, bounds`;

/** Adds so many copies of each scene, each three days before the last one, as ID_1, ID_2 …. */
export async function multiply({ pool }: Database, copies: number): Promise<void> {
  // building the index afterwards is faster
  const { rows } = await pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'scenes_where_when'",
  );
  await pool.query('drop index scenes_where_when');
  await pool.query(
    `insert into scenes (batch_id, product_id, acquired, ${COPIED})
     select batch_id, product_id || '_' || n, acquired - n * interval '3 days', ${COPIED} from scenes, generate_series(1, $1::int) n`,
    [copies],
  );
  await pool.query(rows[0]?.indexdef ?? '');
  await pool.query('analyze scenes');
}
