import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { NewScene } from './scenes.ts';
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

/** Columns in the order of `columnsOf`, with their array types. */
export const COLUMNS = [
  ['product_id', 'text'],
  ['acquired', 'timestamptz'],
  ['satellite', 'text'],
  ['sat_code', 'text'],
  ['sensor', 'text'],
  ['sensor_type', 'text'],
  ['gsd', 'float8'],
  ['cloud_cover', 'float8'],
  ['off_nadir', 'float8'],
  ['sun_elevation', 'float8'],
  ['area', 'float8'],
  ['orbit_direction', 'text'],
  ['side_look_direction', 'text'],
  ['imaging_mode', 'text'],
  ['product_mode', 'text'],
  ['source_code', 'text'],
  ['supplier', 'text'],
  ['simulated', 'boolean'],
  ['quicklook_href', 'text'],
  ['content_hash', 'bytea'],
  ['footprint', 'bytea'],
  ['bounds', 'text'],
  ['item', 'text'],
  ['source', 'text'],
] as const;

/** A scene's values in the order of `COLUMNS`. */
export function columnsOf(scene: NewScene): unknown[] {
  const { facts } = scene;
  const item = scene.item === null || scene.item === undefined ? null : JSON.stringify(scene.item);
  const content = [
    facts.productId,
    facts.acquisitionDate,
    facts.satellite,
    facts.satCode,
    facts.sensor,
    facts.sensorType,
    facts.gsd,
    facts.cloudCover,
    facts.offNadirAngle,
    facts.sunElevation,
    facts.area,
    facts.orbitDirection,
    facts.sideLookDirection,
    facts.imagingMode,
    facts.productMode,
    facts.sourceCode,
    facts.supplier,
    facts.simulated,
    scene.quicklookHref,
  ];
  const footprint = writeWkb(scene.geometry);
  const hash = createHash('sha256')
    .update(JSON.stringify(content))
    .update(footprint)
    .update(item ?? '');
  return [...content, hash.digest(), footprint, boxOf(scene.geometry), item, facts.source ?? null];
}

const INSERT = `insert into scenes (batch_id, ${COLUMNS.map(([name]) => name).join(', ')})
  select $1, ${COLUMNS.map(([name]) => (name === 'bounds' ? 'bounds::box' : name === 'item' ? 'item::jsonb' : name)).join(', ')}
  from unnest(${COLUMNS.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ')})
    as new (${COLUMNS.map(([name]) => name).join(', ')})
  on conflict (product_id) do update set ${['batch_id', ...COLUMNS.map(([name]) => name).slice(1)]
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}, updated_at = now()
  where scenes.content_hash is distinct from excluded.content_hash
  returning id, (xmax = 0) as inserted`;

/** Hands new scenes to the watches, in the transaction that stores them (docs/decisions/230). */
const ANNOUNCED = `with stored as (${INSERT}),
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
  const reply = await client.query<{ inserted: boolean }>(ANNOUNCED, [
    batchId,
    ...COLUMNS.map((_, column) => rows.map((row) => row[column])),
  ]);
  const inserted = reply.rows.filter((row) => row.inserted).length;
  return { inserted, updated: reply.rows.length - inserted, unchanged: scenes.length - reply.rows.length };
}
