import type pg from 'pg';
import type { Footprint } from '../../../contract/search.ts';
import type { Database } from '../connection/open.ts';
import { readCancellably } from '../connection/readOnly.ts';
import { FACTS, storedScene, type FactsRow, type SceneQuery, type StoredScene } from './scenes.ts';
import { inTurns, intersectionTest } from './scenes.intersects.ts';
import { endOfDay, placeSql, searchesWithPostgis, startOfDay, type Bind } from './scenes.place.ts';
import { readWkb } from './scenes.wkb.ts';

/** An SQL statement with its bound values. */
export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * The conditions as SQL. Unknown values match conditions that the search form always sends (cloud,
 * off-nadir, sensor type, GSD), but not optional ones (satellites, product mode) (docs/decisions/021).
 */
function conditionsSql(query: SceneQuery, postgis: boolean, bind: Bind): string {
  const clauses = [
    placeSql(query.area, postgis, bind),
    `acquired >= ${startOfDay(bind(query.from))}`,
    `acquired < ${endOfDay(bind(query.to))}`,
  ];
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
  return clauses.join(' and ');
}

const NEWEST_FIRST = 'order by acquired desc, product_id';
/** A scene's facts in one value: one JSON is read faster than twenty columns. */
const FACTS_JSON = `select row_to_json(f) from (select ${FACTS}, quicklook_href as "quicklookHref"`;
const factsOf = (id: string): string => `(${FACTS_JSON} from scenes where id = ${id}) f)`;
/** Number of candidates that include their facts; of further ones, few may be needed. */
const FACTS_ALONG = 500;

/**
 * The search as one statement. With PostGIS its rows are the newest `cap` matches, with the total number.
 * Otherwise they are all candidates, newest first, the first FACTS_ALONG with their facts
 * (docs/decisions/081).
 */
export function searchStatement(query: SceneQuery, postgis: boolean): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where = conditionsSql(query, postgis, bind);
  const text = postgis
    ? `select footprint, matched, ${factsOf('found.id')} as facts
       from (select id, footprint, acquired, product_id, count(*) over () as matched
         from scenes where ${where} ${NEWEST_FIRST} limit ${bind(query.cap)}) found ${NEWEST_FIRST}`
    : `select id, footprint, case when place <= ${FACTS_ALONG} then ${factsOf('candidate.id')} end as facts
       from (select id, footprint, acquired, product_id, row_number() over (${NEWEST_FIRST}) as place
         from scenes where ${where}) candidate ${NEWEST_FIRST}`;
  return { text, values };
}

/** The result of a search. */
export interface FoundScenes {
  /** At most `cap`, newest first, then by product id. */
  scenes: StoredScene[];
  /** Number of matches, also beyond the cap. */
  numberMatched: number;
}

/** With PostGIS, the database filters and counts. */
async function findByPostgis(client: pg.PoolClient, query: SceneQuery): Promise<FoundScenes> {
  const reply = await client.query<{ footprint: Buffer; matched: number; facts: FactsRow }>(
    searchStatement(query, true),
  );
  const scenes = reply.rows.map((row) => storedScene(row.facts, readWkb(row.footprint)));
  return { scenes, numberMatched: reply.rows[0]?.matched ?? 0 };
}

interface Match {
  id: number;
  geometry: Footprint;
  facts: FactsRow | null;
}

/** Without PostGIS, the database finds candidates by bounding boxes, and the exact test filters. */
async function findByBox(
  client: pg.PoolClient,
  query: SceneQuery,
  signal: AbortSignal | undefined,
): Promise<FoundScenes> {
  const reply = await client.query<{ id: number; footprint: Buffer; facts: FactsRow | null }>(
    searchStatement(query, false),
  );
  const isMatch = intersectionTest(query.area);
  const matches: Match[] = [];
  let numberMatched = 0;
  await inTurns(reply.rows, signal, ({ id, footprint, facts }) => {
    const geometry = readWkb(footprint);
    if (!isMatch(geometry)) return;
    numberMatched++;
    if (matches.length < query.cap) matches.push({ id, geometry, facts });
  });
  return { scenes: await withFacts(client, matches), numberMatched };
}

/** Loads the missing facts of matches. */
async function withFacts(client: pg.PoolClient, matches: readonly Match[]): Promise<StoredScene[]> {
  const missing = matches.filter(({ facts }) => facts === null).map(({ id }) => id);
  const known = new Map<number, FactsRow>();
  if (missing.length > 0) {
    const text = `select id, (${FACTS_JSON}) f) as facts from scenes where id = any($1::bigint[])`;
    const reply = await client.query<{ id: number; facts: FactsRow }>(text, [missing]);
    for (const { id, facts } of reply.rows) known.set(id, facts);
  }
  return matches.flatMap(({ id, geometry, facts }) => {
    const row = facts ?? known.get(id);
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
