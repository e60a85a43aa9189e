import type { PoolClient } from 'pg';
import type { Footprint } from '../../../contract/search.ts';
import type { Database } from '../../database/open.ts';
import { readCancellably } from '../../database/readOnly.ts';
import { FACTS, FACTS_COUNT, storedScene, type StoredScene } from '../../search/scenes.ts';
import { inTurns } from '../../search/scenes.intersects.ts';
import { searchesWithPostgis, type Bind } from '../../search/scenes.place.ts';
import { readWkb } from '../../search/scenes.wkb.ts';
import { archiveState } from '../../search/onArchive.ts';
import { beyondSql, cursorColumns, orderSql, type Cursor, type SortKey } from './keyset.ts';
import { measuredColumns, scenesWhere, type Measured } from './measured.ts';
import { exactTest, type ExactTest, type Predicate } from './predicate.ts';

export interface StoredItem extends StoredScene {
  collection: string;
  /** When it was last changed, ISO 8601 UTC. */
  updated: string;
  /** The Item as it was imported, in a page its id alone if it is large; null of a scene of this server's own. */
  source: Record<string, unknown> | null;
}

export interface ItemQuery {
  /** The condition, with its values bound to a statement. */
  where: (bind: Bind) => Predicate;
  /** The values of measures that condition and order name. */
  measured?: Measured | null;
  sort: readonly SortKey[];
  limit: number;
  /** The Item after or before which the page is; null for the first page. */
  from: { cursor: Cursor; way: 'next' | 'prev' } | null;
  /** What an earlier page counted, and the state of the archive then. */
  counted: { matched: number; state: string } | null;
}

/** An Item with the values of measures, by their columns. */
export interface MeasuredItem extends StoredItem {
  values: Readonly<Record<string, number | null>>;
}

export interface ItemPage {
  items: MeasuredItem[];
  /** Cursors of the first and last Item; null if the page is empty. */
  first: Cursor | null;
  last: Cursor | null;
  hasNext: boolean;
  hasPrev: boolean;
  /** The exact number of matches; null if it would take too long to count. */
  matched: number | null;
  /** The archive's state when it was counted. */
  state: string;
}

const UPDATED = `to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** Bytes of an imported Item as it is stored, compressed, up to which a page of a thousand has it whole. */
const WHOLE_BYTES = 32_768;
/** Of a larger one a page has the id alone: the Item itself is at its own address. */
const ITEM_OF_PAGE = `case when item is null or pg_column_size(item) <= ${WHOLE_BYTES} then item
  else jsonb_build_object('id', item -> 'id') end`;
/** Rows that are fetched at a time where the exact test follows. */
const FETCHED = 500;
/** Candidates that are tested one by one to count matches. */
const COUNTED_MAX = 200_000;

interface Candidates {
  text: string;
  values: unknown[];
  /** Null if all are matches. */
  test: ExactTest | null;
}

/**
 * A statement that finds candidates.
 * @param columns the select list; of the exact test's columns and the footprint, which follow, the latter is last
 */
function candidates(
  { where, measured = null }: Pick<ItemQuery, 'where' | 'measured'>,
  postgis: boolean,
  columns: string,
  more: { conditions?: (bind: Bind) => string[]; order?: string; limit?: number } = {},
): Candidates {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const predicate = where(bind);
  const source = scenesWhere(predicate, { postgis, bind, measured, more: more.conditions?.(bind) });
  const test = postgis ? null : exactTest(predicate, bind);
  const selected = [columns, ...(test?.columns ?? []), 'footprint'].join(', ');
  const limit = more.limit === undefined || test !== null ? '' : `limit ${more.limit}`;
  return { text: `select ${selected} ${source} ${more.order ?? ''} ${limit}`, values, test };
}

/**
 * Visits the matches in order.
 * @param visit gets a row with its footprint last; false stops
 * @param most candidates to look at, at most
 * @returns whether all were visited
 */
async function eachMatch(
  client: PoolClient,
  { text, values, test }: Candidates,
  signal: AbortSignal | undefined,
  visit: (row: readonly unknown[]) => boolean,
  most = Infinity,
): Promise<boolean> {
  if (test === null) {
    const { rows } = await client.query<unknown[]>({ text, values, rowMode: 'array' });
    await inTurns(rows, signal, visit);
    return true;
  }
  await client.query({ text: `declare candidates no scroll cursor for ${text}`, values });
  const columns = test.columns.length;
  let seen = 0;
  let isOver = false;
  for (;;) {
    const { rows } = await client.query<unknown[]>({
      text: `fetch ${FETCHED} from candidates`,
      rowMode: 'array',
    });
    await inTurns(rows, signal, (row) => {
      if (isOver) return;
      const footprint = () => readWkb(row.at(-1) as Buffer);
      const known = row.slice(row.length - 1 - columns, -1);
      if (test.matches(known, footprint)) isOver = !visit(row);
    });
    seen += rows.length;
    if (isOver || rows.length < FETCHED || seen >= most) {
      await client.query('close candidates');
      return isOver || rows.length < FETCHED;
    }
  }
}

/** The exact number of matches; null if too many candidates would have to be tested. */
async function countMatches(
  client: PoolClient,
  { where, measured = null }: Pick<ItemQuery, 'where' | 'measured'>,
  postgis: boolean,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const found = candidates({ where, measured }, postgis, '1');
  if (found.test === null) {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const source = scenesWhere(where(bind), { postgis, bind, measured });
    const reply = await client.query<{ count: number }>(`select count(*) ${source}`, values);
    return reply.rows[0]?.count ?? 0;
  }
  let count = 0;
  const add = () => {
    count++;
    return true;
  };
  return (await eachMatch(client, found, signal, add, COUNTED_MAX)) ? count : null;
}

/**
 * A page of Items in the given order. Scenes that are added meanwhile move no Item to another page, because a page
 * begins at an Item and not at a number.
 * @param signal also ends the query in the database
 * @throws the signal's reason if aborted; pg's error if the statement timed out
 */
export async function findItems(
  db: Pick<Database, 'readPool'>,
  query: ItemQuery,
  signal?: AbortSignal,
): Promise<ItemPage> {
  const postgis = await searchesWithPostgis(db.readPool);
  const way = query.from?.way ?? 'next';
  const keys = cursorColumns(query.sort);
  const { from, sort, limit, measured = null } = query;
  return readCancellably(db.readPool, signal, async (client) => {
    const state = await archiveState(client);
    const found = candidates(
      query,
      postgis,
      [
        ...[FACTS, ...keys, 'collection', UPDATED, limit === 1 ? 'item' : ITEM_OF_PAGE],
        ...measuredColumns(measured),
      ].join(', '),
      {
        conditions: (bind) => (from === null ? [] : [beyondSql(sort, from.cursor, way, bind)]),
        order: orderSql(sort, way),
        limit: limit + 1,
      },
    );
    const rows: (readonly unknown[])[] = [];
    await eachMatch(client, found, signal, (row) => rows.push(row) <= limit);
    const hasMore = rows.length > limit;
    const page = rows.slice(0, limit);
    if (way === 'prev') page.reverse();
    const cursorOf = (row: readonly unknown[] | undefined): Cursor | null =>
      row === undefined ? null : (row.slice(FACTS_COUNT, FACTS_COUNT + keys.length) as unknown as Cursor);
    const isKnown = query.counted?.state === state;
    return {
      items: page.map((row) => itemOfRow(row, FACTS_COUNT + keys.length, measured)),
      first: cursorOf(page[0]),
      last: cursorOf(page.at(-1)),
      hasNext: way === 'next' ? hasMore : true,
      hasPrev: way === 'next' ? from !== null : hasMore,
      matched: isKnown ? query.counted!.matched : await countMatches(client, query, postgis, signal),
      state,
    };
  });
}

/** @param at of the columns behind the facts */
function itemOfRow(row: readonly unknown[], at: number, measured: Measured | null): MeasuredItem {
  const geometry: Footprint = readWkb(row.at(-1) as Buffer);
  const [collection, updated, source] = row.slice(at, at + 3) as [string, string, StoredItem['source']];
  const values = (measured?.columns ?? []).map(({ name }, n) => [name, row[at + 3 + n]] as const);
  return {
    ...storedScene(row, geometry),
    collection,
    updated,
    source,
    values: Object.fromEntries(values) as MeasuredItem['values'],
  };
}

/** The ids of the matches for a statement over them alone; null if the condition can be a part of it. */
export async function matchingIds(
  client: PoolClient,
  query: Pick<ItemQuery, 'where' | 'measured'>,
  postgis: boolean,
  signal: AbortSignal | undefined,
): Promise<{ ids: number[]; isAll: boolean } | null> {
  const found = candidates(query, postgis, 'scenes.id');
  if (found.test === null) return null;
  const ids: number[] = [];
  const isAll = await eachMatch(client, found, signal, (row) => ids.push(row[0] as number) > 0, COUNTED_MAX);
  return { ids, isAll };
}
