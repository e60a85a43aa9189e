import type pg from 'pg';
import type { Database } from '../database/open.ts';
import { readCancellably } from '../database/readOnly.ts';
import {
  FACT_LISTS,
  FACTS,
  storedScenes,
  type SceneQuery,
  type StoredLists,
  type StoredScene,
} from './scenes.ts';
import { inTurns } from '../base/spells.ts';
import { intersectionTest } from './scenes.intersects.ts';
import { endOfDay, placeSql, searchesWithPostgis, startOfDay, type Bind } from './scenes.place.ts';
import { footprintReader, readWkb } from './scenes.wkb.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * The conditions as SQL. Unknown values match conditions that the search form always sends (cloud,
 * off-nadir, sensor type, GSD), but not optional ones (satellites, product mode) (docs/decisions/021).
 */
export const conditionsSql = (query: SceneQuery, postgis: boolean, bind: Bind): string =>
  `${placeSql(query.area, postgis, bind)} and ${factsSql(query, bind)}`;

/** The same wherever the scenes are. */
export function factsSql(query: Omit<SceneQuery, 'area'>, bind: Bind): string {
  const clauses = [`acquired >= ${startOfDay(bind(query.from))}`, `acquired < ${endOfDay(bind(query.to))}`];
  const orUnknown = (column: string, test: string): void => {
    clauses.push(`(${column} is null or ${column} ${test})`);
  };
  if (query.maxCloudCover !== undefined) orUnknown('cloud_cover', `<= ${bind(query.maxCloudCover)}::float8`);
  if (query.maxOffNadirAngle !== undefined)
    orUnknown('off_nadir', `<= ${bind(query.maxOffNadirAngle)}::float8`);
  if (query.maxGsd !== undefined) orUnknown('gsd', `<= ${bind(query.maxGsd)}::float8`);
  if (query.sensorType !== undefined) orUnknown('sensor_type', `= ${bind(query.sensorType)}`);
  if (query.satellites?.length) clauses.push(`sat_code = any(${bind(query.satellites)}::text[])`);
  if (query.productMode !== undefined) clauses.push(`product_mode = ${bind(query.productMode)}`);
  if (query.ids !== undefined) clauses.push(`id = any(${bind(query.ids)}::bigint[])`);
  return clauses.join(' and ');
}

export const NEWEST_FIRST = 'order by acquired desc, product_id';
/** The facts of the scene in a row of the table, in the same statement; the limit keeps the planner from joining whole tables. */
export const factsOf = (row: string): string =>
  `lateral (select ${FACTS} from scenes where ctid = ${row} limit 1) facts`;
/** The facts of the scenes in rows of `found`, in one row. */
const listsOf = (found: string, order: string, more = ''): string =>
  `select ${FACT_LISTS} ${more} from (select facts.*, found.* from ${found} cross join ${factsOf('found.stored')} order by ${order}) facts`;

/**
 * The search as one statement. With PostGIS its one row has the facts of the newest `cap` matches in lists, followed by their
 * footprints and the total number. Otherwise its rows are all candidates, newest first: footprint and place in the table
 * (docs/decisions/020).
 */
export function searchStatement(query: SceneQuery, postgis: boolean): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where = conditionsSql(query, postgis, bind);
  const text = postgis
    ? listsOf(
        `(select ctid as stored, footprint, acquired, product_id, count(*) over () as matched
         from scenes where ${where} ${NEWEST_FIRST} limit ${bind(query.cap)}) found`,
        'found.acquired desc, found.product_id',
        `, coalesce(string_agg(facts.footprint, ''), '') as footprints, coalesce(max(facts.matched), 0) as matched`,
      )
    : `select footprint, ctid from scenes where ${where} ${NEWEST_FIRST}`;
  return { text, values };
}

/** The newest matches, at most `cap`, then by product id. */
export interface FoundLists {
  facts: StoredLists;
  /** One after the other, as `writeWkb` has them. */
  footprints: Buffer;
  /** Number of matches, also beyond the cap. */
  numberMatched: number;
}

/** With PostGIS, the database filters and counts. */
async function findByPostgis(client: pg.PoolClient, query: SceneQuery): Promise<FoundLists> {
  type Row = StoredLists & { footprints: Buffer; matched: number };
  const { rows } = await client.query<Row>(searchStatement(query, true));
  const { footprints, matched: numberMatched, ...facts } = rows[0]!;
  return { facts, footprints, numberMatched };
}

/** Without PostGIS, the database finds candidates by bounding boxes, and the exact test filters. */
async function findByBox(
  client: pg.PoolClient,
  query: SceneQuery,
  signal: AbortSignal | undefined,
): Promise<FoundLists> {
  const candidates = await client.query<[Buffer, string]>({
    ...searchStatement(query, false),
    rowMode: 'array',
  });
  const isMatch = intersectionTest(query.area);
  const footprints: Buffer[] = [];
  const stored: string[] = [];
  let numberMatched = 0;
  await inTurns(candidates.rows, signal, ([footprint, ctid]) => {
    if (!isMatch(readWkb(footprint)) || ++numberMatched > query.cap) return;
    footprints.push(footprint);
    stored.push(ctid);
  });
  const found = 'unnest($1::tid[]) with ordinality as found (stored, place)';
  const { rows } = await client.query<StoredLists>(listsOf(found, 'place'), [stored]);
  return { facts: rows[0]!, footprints: Buffer.concat(footprints), numberMatched };
}

/**
 * §5 Search: scenes whose footprint intersects the area, newest first, then by product id.
 * @param signal also ends the query in the database
 * @throws the signal's reason if aborted; pg's error if the statement timed out
 */
export async function findLists(
  db: Pick<Database, 'readPool'>,
  query: SceneQuery,
  signal?: AbortSignal,
): Promise<FoundLists> {
  const postgis = await searchesWithPostgis(db.readPool);
  return readCancellably(db.readPool, signal, (client) =>
    postgis ? findByPostgis(client, query) : findByBox(client, query, signal),
  );
}

/** The same, scene by scene. */
export async function findScenes(
  ...search: Parameters<typeof findLists>
): Promise<{ scenes: StoredScene[]; numberMatched: number }> {
  const { facts, footprints, numberMatched } = await findLists(...search);
  return { scenes: storedScenes(facts, footprintReader(footprints)), numberMatched };
}
