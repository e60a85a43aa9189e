import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { nextTurn } from '../base/spells.ts';
import type { NewScene } from './scenes.ts';
import { COLUMNS, columnsOf, copyRow } from './scenes.store.ts';
import { boundsOf } from '../../src/geo/entry/bbox.ts';

/** Scenes that are handed over in one task. */
const CHUNK = 500;
/** Scenes that are put in order together: some 80 MB. */
const RUN = 100_000;
/** Halvings of the world in each direction: cells of some 40 by 20 km. */
const HALVINGS = 10;
/** For making the indexes. */
const INDEX_MEMORY = '256MB';

/** What keeps the table in order and is made faster after a fill than during it; by name, with how to make it. */
async function takeIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table scenes drop constraint %I', conname) as drop,
       format('alter table scenes add constraint %I %s', conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where conrelid = 'scenes'::regclass and contype = 'u'
     union all
     select format('drop index %I', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index where indrelid = 'scenes'::regclass and not indisunique`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}

/** The bits of a whole number below 2^HALVINGS, each followed by an unset one. */
function spread(cell: number): number {
  let bits = 0;
  for (let i = 0; i < HALVINGS; i++) bits |= ((cell >> i) & 1) << (2 * i);
  return bits;
}

/** Where a scene is stored: its month, then the cell around the middle of its bounds, in Morton order. */
function orderOf({ facts, geometry }: NewScene): number {
  const [west, south, east, north] = boundsOf(geometry);
  const cellOf = (share: number): number => Math.min(2 ** HALVINGS - 1, Math.floor(share * 2 ** HALVINGS));
  const cell = spread(cellOf((west + east + 360) / 720)) | (spread(cellOf((south + north + 180) / 360)) << 1);
  const [year, month] = facts.acquisitionDate.split('-', 2).map(Number);
  return (year! * 12 + month! - 1) * 4 ** HALVINGS + cell;
}

/** Rows of COPY, in order. */
function inOrder(rows: readonly string[], orders: readonly number[]): string[] {
  // numbers that end with the place are sorted at once: a comparing function would take twenty times as long
  const keys = Float64Array.from(orders, (order, place) => order * RUN + place).sort();
  return Array.from(keys, (key) => rows[key % RUN]!);
}

/** Scenes as rows of COPY, RUN of them in order, some at a time, a task each. */
export async function* rowsOf(batchId: number, scenes: Iterable<NewScene>): AsyncGenerator<string> {
  let [rows, orders]: [string[], number[]] = [[], []];
  const handOver = async function* (): AsyncGenerator<string> {
    const run = inOrder(rows, orders);
    [rows, orders] = [[], []];
    for (let at = 0; at < run.length; at += CHUNK) {
      yield run.slice(at, at + CHUNK).join('');
      await nextTurn();
    }
  };
  for (const scene of scenes) {
    orders.push(orderOf(scene));
    rows.push(copyRow(batchId, columnsOf(scene)));
    if (rows.length % CHUNK === 0) await nextTurn();
    if (rows.length === RUN) yield* handOver();
  }
  yield* handOver();
}

/**
 * Stores rows of many scenes by COPY, in the caller's transaction; they are no news to the watches. The indexes of an empty
 * archive are made afterwards; to another one only product ids are added that it doesn't have. Scenes of a place and a month
 * are stored together, so that a search reads few pages (docs/decisions/267).
 * @param rows of different product ids, as `rowsOf` makes them
 * @returns the number of scenes added
 */
export async function fillRows(
  client: pg.PoolClient,
  rows: AsyncIterable<string | Uint8Array>,
): Promise<number> {
  const columns = ['batch_id', ...COLUMNS].join(', ');
  const copy = async (table: string): Promise<number> => {
    const copying = client.query(copyFrom(`copy ${table} (${columns}) from stdin`));
    await pipeline(rows, copying);
    return copying.rowCount;
  };
  const { rowCount } = await client.query('select from scenes limit 1');
  if (rowCount !== 0) {
    await client.query(
      `create temp table new_scenes on commit drop as select ${columns} from scenes with no data`,
    );
    await copy('new_scenes');
    const added = await client.query(
      `insert into scenes (${columns}) select ${columns} from new_scenes on conflict (product_id) do nothing`,
    );
    await client.query('drop table new_scenes');
    return added.rowCount ?? 0;
  }
  const indexes = await takeIndexes(client);
  const added = await copy('scenes');
  await client.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
  for (const make of indexes) await client.query(make);
  return added;
}

/** Stores scenes as `fillRows` does. */
export const fillScenes = (
  client: pg.PoolClient,
  batchId: number,
  scenes: Iterable<NewScene>,
): Promise<number> => fillRows(client, rowsOf(batchId, scenes));
