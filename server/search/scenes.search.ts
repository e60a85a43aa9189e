import type pg from 'pg';
import type { Footprint } from '../../contract/search.ts';
import type { Database } from '../database/open.ts';
import { readCancellably } from '../database/readOnly.ts';
import { FACTS, storedScene, type SceneQuery, type StoredScene } from './scenes.ts';
import { inTurns, intersectionTest } from './scenes.intersects.ts';
import { endOfDay, placeSql, searchesWithPostgis, startOfDay, type Bind } from './scenes.place.ts';
import { readWkb } from './scenes.wkb.ts';

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
/** Number of candidates that include their facts; of further ones, few may be needed. */
const FACTS_ALONG = 500;

/**
 * The search as one statement; its rows begin with the columns FACTS. With PostGIS they are the newest `cap` matches,
 * followed by footprint and total number. Otherwise they are all candidates, newest first, the first FACTS_ALONG with
 * their facts, followed by footprint, id and place from 1 (docs/decisions/020).
 */
export function searchStatement(query: SceneQuery, postgis: boolean): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where = conditionsSql(query, postgis, bind);
  const text = postgis
    ? `select facts.*, found.footprint, matched
       from (select ctid as stored, footprint, acquired, product_id, count(*) over () as matched
         from scenes where ${where} ${NEWEST_FIRST} limit ${bind(query.cap)}) found
       cross join ${factsOf('found.stored')} order by found.acquired desc, found.product_id`
    : `select facts.*, candidate.footprint, candidate.id, place
       from (select id, ctid as stored, footprint, row_number() over (${NEWEST_FIRST}) as place
         from scenes where ${where}) candidate
       left join ${factsOf('candidate.stored')} on place <= ${FACTS_ALONG} order by place`;
  return { text, values };
}

export interface FoundScenes {
  /** At most `cap`, newest first, then by product id. */
  scenes: StoredScene[];
  /** Number of matches, also beyond the cap. */
  numberMatched: number;
}

/** With PostGIS, the database filters and counts. */
async function findByPostgis(client: pg.PoolClient, query: SceneQuery): Promise<FoundScenes> {
  const statement = searchStatement(query, true);
  const { rows } = await client.query<unknown[]>({ ...statement, rowMode: 'array' });
  const scenes = rows.map((row) => storedScene(row, readWkb(row.at(-2) as Buffer)));
  return { scenes, numberMatched: (rows[0]?.at(-1) as number | undefined) ?? 0 };
}

/** A candidate that passed the exact test; null where its facts are missing. */
interface Match {
  id: number;
  geometry: Footprint;
  scene: StoredScene | null;
}

/** Without PostGIS, the database finds candidates by bounding boxes, and the exact test filters. */
async function findByBox(
  client: pg.PoolClient,
  query: SceneQuery,
  signal: AbortSignal | undefined,
): Promise<FoundScenes> {
  const statement = searchStatement(query, false);
  const { rows } = await client.query<unknown[]>({ ...statement, rowMode: 'array' });
  const isMatch = intersectionTest(query.area);
  const matches: Match[] = [];
  let numberMatched = 0;
  await inTurns(rows, signal, (row) => {
    const [footprint, id, place] = row.slice(-3) as [Buffer, number, number];
    const geometry = readWkb(footprint);
    if (!isMatch(geometry)) return;
    numberMatched++;
    if (matches.length < query.cap)
      matches.push({ id, geometry, scene: place <= FACTS_ALONG ? storedScene(row, geometry) : null });
  });
  return { scenes: await withFacts(client, matches), numberMatched };
}

/** Loads the missing facts of matches. */
async function withFacts(client: pg.PoolClient, matches: readonly Match[]): Promise<StoredScene[]> {
  const missing = matches.filter(({ scene }) => scene === null).map(({ id }) => id);
  const known = new Map<number, unknown[]>();
  if (missing.length > 0) {
    const text = `select ${FACTS}, id from scenes where id = any($1::bigint[])`;
    const reply = await client.query<unknown[]>({ text, values: [missing], rowMode: 'array' });
    for (const row of reply.rows) known.set(row.at(-1) as number, row);
  }
  return matches.flatMap(({ id, geometry, scene }) => {
    if (scene !== null) return [scene];
    const row = known.get(id);
    return row ? [storedScene(row, geometry)] : [];
  });
}

/**
 * §5 Search: scenes whose footprint intersects the area, newest first, then by product id.
 * @param signal also ends the query in the database
 * @throws the signal's reason if aborted; pg's error if the statement timed out
 */
export async function findScenes(
  db: Pick<Database, 'readPool'>,
  query: SceneQuery,
  signal?: AbortSignal,
): Promise<FoundScenes> {
  const postgis = await searchesWithPostgis(db.readPool);
  return readCancellably(db.readPool, signal, (client) =>
    postgis ? findByPostgis(client, query) : findByBox(client, query, signal),
  );
}
