import { setImmediate as nextTask } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { NewScene } from './scenes.ts';
import { COLUMNS, columnsOf } from './scenes.store.ts';

/** Scenes that are handed over in one task. */
const CHUNK = 500;
/** For making the indexes. */
const INDEX_MEMORY = '256MB';

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in the text format of COPY. */
function copyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return String(value).replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign]!);
}

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

/** The scenes as rows of COPY, some at a time, a task each. */
async function* rowsOf(
  batchId: number,
  scenes: Iterable<NewScene>,
  onStored: (count: number) => void,
): AsyncGenerator<string> {
  let [rows, count] = ['', 0];
  for (const scene of scenes) {
    rows += `${batchId}\t${columnsOf(scene).map(copyText).join('\t')}\n`;
    count += 1;
    if (count % CHUNK !== 0) continue;
    yield rows;
    rows = '';
    onStored(count);
    await nextTask();
  }
  yield rows;
  onStored(count);
}

/**
 * Stores many scenes by COPY, in the caller's transaction; they are no news to the watches. The indexes of an empty archive
 * are made afterwards.
 * @param scenes product ids that are not in the archive
 * @param onStored receives the number of scenes handed over
 */
export async function fillScenes(
  client: pg.PoolClient,
  batchId: number,
  scenes: Iterable<NewScene>,
  onStored: (count: number) => void,
): Promise<void> {
  const { rowCount } = await client.query('select from scenes limit 1');
  const indexes = rowCount === 0 ? await takeIndexes(client) : [];
  const columns = ['batch_id', ...COLUMNS.map(([name]) => name)].join(', ');
  await pipeline(
    rowsOf(batchId, scenes, onStored),
    client.query(copyFrom(`copy scenes (${columns}) from stdin`)),
  );
  await client.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
  for (const make of indexes) await client.query(make);
}
