import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { FACT_COLUMNS, FACT_KEYS, type NewScene } from './scenes.ts';
import { boxOf, writeWkb } from './scenes.wkb.ts';
import { known } from '../../src/geo/known.ts';

/** Starts a batch of scenes in the caller's transaction. @returns its id */
export async function beginBatch(
  client: pg.PoolClient,
  batch: { kind: 'simulated' | 'imported'; source: string; root?: string; seed?: string; lastDay?: string },
): Promise<number> {
  const reply = await client.query<{ id: number }>(
    'insert into scene_batches (kind, source, root, seed, last_day) values ($1, $2, $3, $4, $5) returning id',
    [batch.kind, batch.source, batch.root ?? null, batch.seed ?? null, batch.lastDay ?? null],
  );
  return known(reply.rows[0]?.id, 'the database returned no batch id');
}

/** Deletes a batch without new scenes. */
export async function dropEmptyBatch(client: pg.PoolClient, batchId: number): Promise<void> {
  await client.query(
    'delete from scene_batches b where id = $1 and not exists (select from scenes where batch_id = b.id)',
    [batchId],
  );
}

/** Deletes the batches of a source with their scenes. */
export async function deleteBatches(client: pg.PoolClient, source: string): Promise<void> {
  await client.query('delete from scenes using scene_batches b where batch_id = b.id and b.source = $1', [
    source,
  ]);
  await client.query('delete from scene_batches where source = $1', [source]);
}

/** Whether the archive has the simulated constellation's scenes. */
export async function hasSimulatedBatch(client: pg.Pool | pg.PoolClient): Promise<boolean> {
  const reply = await client.query("select from scene_batches where kind = 'simulated'");
  return reply.rowCount !== 0;
}

/** The percentage of the simulated scenes that are stored, rounded down; null unless the archive is being filled. */
export async function filledPercent(pool: pg.Pool): Promise<number | null> {
  const reply = await pool.query<{ percent: number }>(
    `select floor(100.0 * stored / wanted)::int as percent from scene_batches
     where kind = 'simulated' and stored < wanted`,
  );
  return reply.rows[0]?.percent ?? null;
}

/** What is hashed to see whether a scene has changed. */
const HASHED = FACT_KEYS.filter((key) => key !== 'source');
const BEHIND = ['content_hash', 'footprint', 'bounds', 'item', 'source'];
/** Columns in the order of `columnsOf`. */
export const COLUMNS = [...HASHED.map((key) => FACT_COLUMNS[key]), ...BEHIND];

/** A scene's values in the order of `COLUMNS`. */
export function columnsOf(scene: NewScene): unknown[] {
  const item = scene.item === null || scene.item === undefined ? null : JSON.stringify(scene.item);
  const facts = { ...scene.facts, quicklookHref: scene.quicklookHref };
  const content = HASHED.map((key) => facts[key]);
  const footprint = writeWkb(scene.geometry);
  const hash = createHash('sha256')
    .update(JSON.stringify(content))
    .update(footprint)
    .update(item ?? '');
  return [...content, hash.digest(), footprint, boxOf(scene.geometry), item, facts.source ?? null];
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in the text format of COPY. */
function copyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return String(value).replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign]!);
}

/** A row of COPY: the batch, and what `columnsOf` has. */
export const copyRow = (batchId: number, columns: readonly unknown[]): string =>
  `${batchId}\t${columns.map(copyText).join('\t')}\n`;

const HASH = COLUMNS.indexOf('content_hash');
const LIST = ['batch_id', ...COLUMNS].join(', ');
const INSERT = `insert into scenes (${LIST}) select ${LIST} from given
  on conflict (product_id) do update set ${['batch_id', ...COLUMNS.slice(1)]
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}, updated_at = now()
  where scenes.content_hash is distinct from excluded.content_hash
  returning id, (xmax = 0) as inserted`;

/** Hands new scenes to the watches, in the transaction that stores them (docs/decisions/230). */
const ANNOUNCED = `with given as (select * from given_scenes), stored as (${INSERT}),
  announced as (insert into scene_arrivals (scene_id) select id from stored where inserted)
  select inserted from stored`;

/**
 * Stores scenes in the caller's transaction. An existing product id is updated if its content changed.
 * @param scenes unique product ids; some thousands per call
 */
export async function storeScenes(
  client: pg.PoolClient,
  batchId: number,
  scenes: readonly NewScene[],
): Promise<{ inserted: number; updated: number; unchanged: number }> {
  const rows = scenes.map(columnsOf);
  const ids = rows.map((row) => row[0]);
  const same = await client.query<{ place: number }>(
    `select place::int from unnest($1::text[], $2::bytea[]) with ordinality as given (given_id, hash, place)
     join scenes on product_id = given_id collate "C" and content_hash = hash`,
    [ids, rows.map((row) => row[HASH])],
  );
  const unchanged = new Set(same.rows.map(({ place }) => place - 1));
  const changed = rows.filter((_, at) => !unchanged.has(at));
  if (changed.length === 0) return { inserted: 0, updated: 0, unchanged: scenes.length };
  await client.query(
    `create temp table if not exists given_scenes on commit drop as select ${LIST} from scenes with no data`,
  );
  const copying = client.query(copyFrom(`copy given_scenes (${LIST}) from stdin`));
  await pipeline([changed.map((row) => copyRow(batchId, row)).join('')], copying);
  const reply = await client.query<{ inserted: boolean }>(ANNOUNCED);
  // rows that are deleted would be gone through again by each further call of this transaction
  await client.query('truncate given_scenes');
  const inserted = reply.rows.filter((row) => row.inserted).length;
  return { inserted, updated: reply.rows.length - inserted, unchanged: scenes.length - reply.rows.length };
}
