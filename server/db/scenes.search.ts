import type pg from 'pg';
import type { Footprint } from '../../contract/search.ts';
import type { Database } from './open.ts';
import { readCancellably } from './readOnly.ts';
import { FACTS, storedScene, type FactsRow, type SceneQuery, type StoredScene } from './scenes.ts';
import { intersectionTest } from './scenes.intersects.ts';
import { endOfDay, placeSql, searchesWithPostgis, startOfDay, type Bind } from './scenes.place.ts';
import { readWkb } from './scenes.wkb.ts';

interface Where {
  sql: string;
  values: unknown[];
}

/**
 * The conditions as SQL. A value that is not known does not fail a condition that the search form always sends (cloud,
 * off-nadir, sensor type, GSD); what the form may leave out (satellites, product mode) needs a known value
 * (docs/decisions/021).
 */
function conditionsOf(query: SceneQuery, postgis: boolean): Where {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
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
  return { sql: clauses.join(' and '), values };
}

interface Match {
  id: number;
  geometry: Footprint;
}

const NEWEST_FIRST = 'order by acquired desc, product_id';

/** PostGIS decides and counts. */
async function matchesByPostgis(client: pg.PoolClient, query: SceneQuery): Promise<[Match[], number]> {
  const { sql, values } = conditionsOf(query, true);
  const reply = await client.query<{ id: number; footprint: Buffer; matched: number }>(
    `select id, footprint, count(*) over () as matched from scenes where ${sql} ${NEWEST_FIRST} limit $${values.push(query.cap)}`,
    values,
  );
  const matches = reply.rows.map((row) => ({ id: row.id, geometry: readWkb(row.footprint) }));
  return [matches, reply.rows[0]?.matched ?? 0];
}

/** The database finds the candidates by their bounding boxes, the exact test decides. */
async function matchesByBox(client: pg.PoolClient, query: SceneQuery): Promise<[Match[], number]> {
  const { sql, values } = conditionsOf(query, false);
  const reply = await client.query<{ id: number; footprint: Buffer }>(
    `select id, footprint from scenes where ${sql} ${NEWEST_FIRST}`,
    values,
  );
  const isMatch = intersectionTest(query.area);
  const matches: Match[] = [];
  let matched = 0;
  for (const row of reply.rows) {
    const geometry = readWkb(row.footprint);
    if (!isMatch(geometry)) continue;
    matched++;
    if (matches.length < query.cap) matches.push({ id: row.id, geometry });
  }
  return [matches, matched];
}

async function readMatches(client: pg.PoolClient, matches: readonly Match[]): Promise<StoredScene[]> {
  if (matches.length === 0) return [];
  const reply = await client.query<FactsRow & { id: number }>(
    `select id, ${FACTS}, quicklook_href as "quicklookHref" from scenes where id = any($1::bigint[])`,
    [matches.map((match) => match.id)],
  );
  const rows = new Map(reply.rows.map(({ id, ...row }) => [id, row]));
  return matches.flatMap(({ id, geometry }) => {
    const row = rows.get(id);
    return row ? [storedScene(row, geometry)] : [];
  });
}

/**
 * §5 Search: scenes whose footprint has a point in common with the area, newest first, then by product id.
 * @param signal ends the query in the database too
 * @returns at most `cap` scenes, and how many matched in all
 * @throws the signal's reason when it was aborted; pg's error when the statement timeout ended it
 */
export async function findScenes(
  db: Pick<Database, 'readPool'>,
  query: SceneQuery,
  signal?: AbortSignal,
): Promise<{ scenes: StoredScene[]; numberMatched: number }> {
  const postgis = await searchesWithPostgis(db.readPool);
  return readCancellably(db.readPool, signal, async (client) => {
    const [matches, numberMatched] = await (postgis ? matchesByPostgis : matchesByBox)(client, query);
    return { scenes: await readMatches(client, matches), numberMatched };
  });
}
