import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { escapeIdentifier, type PoolClient } from 'pg';
import type { Manifest } from './manifest.ts';

/** A table's columns, without those that the database computes. */
export interface Table {
  name: string;
  columns: string[];
}

const FETCH_ROWS = 1_000;
/** Rows are inserted in batches of about so many characters. */
const BATCH_CHARACTERS = 4_000_000;

const listed = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ');

/** Tables so that each comes after those that it refers to. */
function inOrder(tables: readonly Table[], references: ReadonlyMap<string, readonly string[]>): Table[] {
  const ordered = new Map<string, Table>();
  const place = (table: Table): void => {
    if (ordered.has(table.name)) return;
    for (const name of references.get(table.name) ?? []) {
      const other = tables.find((one) => one.name === name);
      if (other && other !== table) place(other);
    }
    ordered.set(table.name, table);
  };
  for (const table of tables) place(table);
  return [...ordered.values()];
}

/**
 * The product's tables in an order in which they can be filled; the list of migrations is not among them, nor what the database
 * counts itself.
 */
export async function tablesOf(client: PoolClient): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not in ('schema_migrations', 'scene_cells')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
  );
  const { rows: references } = await client.query<{ name: string; others: string[] }>(
    `select c.relname as name, array_agg(o.relname::text) as others
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class o on o.oid = k.confrelid
     where k.contype = 'f' group by c.relname`,
  );
  return inOrder(tables, new Map(references.map(({ name, others }) => [name, others])));
}

/** Where the numbers of a table's rows go on: a restored table must not use a number twice. */
export async function sequencesOf(
  client: PoolClient,
  tables: readonly Table[],
): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = [];
  for (const { name: table, columns } of tables)
    for (const column of columns) {
      const { rows } = await client.query<{ name: string | null }>(
        'select pg_get_serial_sequence(quote_ident($1), $2) as name',
        [table, column],
      );
      const [sequence] = rows;
      if (!sequence?.name) continue;
      const { rows: states } = await client.query<{ last: number; isCalled: boolean }>(
        `select last_value as last, is_called as "isCalled" from ${sequence.name}`,
      );
      for (const state of states) sequences.push({ table, column, ...state });
    }
  return sequences;
}

/** Rows as JSON, one a line, so that any PostgreSQL can read them, with or without PostGIS. */
async function* rowsOf(client: PoolClient, { name, columns }: Table, onRows: (count: number) => void) {
  await client.query(
    `declare dumped cursor for select to_json(t)::text as line
     from (select ${listed(columns)} from ${escapeIdentifier(name)}) t`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from dumped`);
    if (rows.length === 0) break;
    onRows(rows.length);
    yield rows.map(({ line }) => `${line}\n`).join('');
  }
  await client.query('close dumped');
}

/** Writes all rows that the transaction sees. @returns their number */
export async function dumpTable(client: PoolClient, table: Table, file: string): Promise<number> {
  let rows = 0;
  const lines = Readable.from(rowsOf(client, table, (count) => (rows += count)));
  await pipeline(lines, createGzip(), createWriteStream(file, { mode: 0o600, flush: true }));
  return rows;
}

/** Fills an empty table. @returns the number of rows */
export async function loadTable(client: PoolClient, { name, columns }: Table, file: string): Promise<number> {
  const table = escapeIdentifier(name);
  let [rows, characters] = [0, 0];
  let batch: string[] = [];
  const insert = async () => {
    const { rowCount } = await client.query(
      `insert into ${table} (${listed(columns)}) overriding system value
       select ${listed(columns)} from json_populate_recordset(null::${table}, $1::json)`,
      [`[${batch.join()}]`],
    );
    rows += rowCount ?? 0;
    [batch, characters] = [[], 0];
  };
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) {
    batch.push(line);
    characters += line.length;
    if (characters > BATCH_CHARACTERS) await insert();
  }
  if (batch.length > 0) await insert();
  return rows;
}

/** Sets where the numbers of rows go on. */
export async function setSequences(client: PoolClient, sequences: Manifest['sequences']): Promise<void> {
  for (const { table, column, last, isCalled } of sequences)
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
      table,
      column,
      last,
      isCalled,
    ]);
}
