import type { PoolClient } from 'pg';
import type { Footprint } from '../../../contract/search.ts';
import type { Database } from '../../database/open.ts';
import { readCancellably } from '../../database/readOnly.ts';
import { FACTS, FACTS_COUNT, storedScene, type StoredScene } from '../../search/scenes.ts';
import { searchesWithPostgis } from '../../search/scenes.place.ts';
import { readWkb } from '../../search/scenes.wkb.ts';
import { archiveState } from '../../search/onArchive.ts';
import { sqlIs } from './predicate.ts';
import { beyondSql, cursorColumns, orderSql, type Cursor, type SortKey } from './keyset.ts';
import {
  areNear,
  candidates,
  COUNTED_MAX,
  countMatches,
  eachMatch,
  measuredColumns,
  type Conditions,
  type Measured,
} from './matches.ts';

export interface StoredItem extends StoredScene {
  collection: string;
  /** When it was last changed, ISO 8601 UTC. */
  updated: string;
  /** The Item as it was imported, in a page its id alone if it is large; null of a scene of this server's own. */
  source: Record<string, unknown> | null;
}

export interface ItemQuery extends Conditions {
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
  /** Each makes its Item: a thousand take long for one turn of the loop. */
  items: (() => MeasuredItem)[];
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
    const isKnown = query.counted?.state === state;
    const order = orderSql(sort, way);
    const isCountedFirst = !isKnown && from === null && areNear(query.where(() => '$1'));
    const count = (first: { order: string; limit: number } | null = null) =>
      countMatches(client, query, postgis, signal, first);
    const near = isCountedFirst ? await count({ order, limit: limit + 1 }) : null;
    const ids = near === null || near.matched === null ? null : near.ids;
    const found = candidates(
      ids === null ? query : { ...query, where: (bind) => sqlIs(`scenes.id = any(${bind(ids)}::bigint[])`) },
      postgis,
      [
        FACTS,
        ...keys,
        'collection',
        UPDATED,
        limit === 1 ? 'item' : ITEM_OF_PAGE,
        ...measuredColumns(measured),
      ].join(', '),
      {
        conditions: (bind) => (from === null ? [] : [beyondSql(sort, from.cursor, way, bind)]),
        order,
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
    return {
      items: page.map((row) => () => itemOfRow(row, FACTS_COUNT + keys.length, measured)),
      first: cursorOf(page[0]),
      last: cursorOf(page.at(-1)),
      hasNext: way === 'next' ? hasMore : true,
      hasPrev: way === 'next' ? from !== null : hasMore,
      matched: isKnown ? query.counted!.matched : (near ?? (await count())).matched,
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
  query: Conditions,
  postgis: boolean,
  signal: AbortSignal | undefined,
): Promise<{ ids: number[]; isAll: boolean } | null> {
  const found = candidates(query, postgis, 'scenes.id');
  if (found.test === null) return null;
  const ids: number[] = [];
  const isAll = await eachMatch(client, found, signal, (row) => ids.push(row[0] as number) > 0, COUNTED_MAX);
  return { ids, isAll };
}
