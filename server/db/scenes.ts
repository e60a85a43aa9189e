import type pg from 'pg';
import type { ProductMode, SensorType } from '../../contract/limits.ts';
import type { Footprint, SceneProperties } from '../../contract/search.ts';
import type { Database } from './open.ts';
import { intersectionTest } from './scenes.intersects.ts';
import { boxOf, readWkb, writeWkb } from './scenes.wkb.ts';

/** What is known of a scene, without the address of its picture, which each reply signs anew. */
export type SceneFacts = Omit<SceneProperties, 'quicklookUrl'>;

/** A scene on its way into the archive. */
export interface NewScene {
  facts: SceneFacts;
  geometry: Footprint;
  /** Thumbnail asset of an imported Item as it states it; null when it has none. */
  quicklookHref: string | null;
  /** The original STAC Item; null for simulated scenes. */
  item: unknown;
}

/** A scene of the archive. */
export interface StoredScene {
  facts: SceneFacts;
  geometry: Footprint;
  quicklookHref: string | null;
}

/** A stored scene with what only a picture or a delivery needs. */
export interface FullScene extends StoredScene {
  item: unknown;
  /** Folder of the import, from which local thumbnails may be read. */
  importRoot: string | null;
}

/** What a search asks of the archive; an absent condition leaves nothing out. */
export interface SceneQuery {
  area: Footprint;
  /** First and last UTC day, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  /** Percent. */
  maxCloudCover?: number;
  /** Degrees. */
  maxOffNadirAngle?: number;
  sensorType?: SensorType;
  /** Satellite codes; empty means all. */
  satellites?: readonly string[];
  /** Metres. */
  maxGsd?: number;
  productMode?: ProductMode;
  /** Most scenes returned; the number matched is counted beyond it. */
  cap: number;
}

/** A search may take this long before the database ends it. */
const SEARCH_TIMEOUT_MS = 20_000;
/** An AOI of at most this many parts is looked up part by part: together they may span the world (decision 19). */
const PARTS_APART = 16;

const hasGeometryColumn = new WeakMap<pg.Pool, Promise<boolean>>();

/** Whether migration 0002 found PostGIS and gave the table its geometry column; asked once per pool. */
function searchesWithPostgis(pool: pg.Pool): Promise<boolean> {
  const known = hasGeometryColumn.get(pool);
  if (known) return known;
  const asked = pool
    .query("select from pg_attribute where attrelid = 'scenes'::regclass and attname = 'geom'")
    .then((reply) => reply.rowCount === 1);
  asked.catch(() => hasGeometryColumn.delete(pool));
  hasGeometryColumn.set(pool, asked);
  return asked;
}

/** The parts that are looked up on their own. */
function partsToSearch(area: Footprint): Footprint[] {
  if (area.type === 'Polygon' || area.coordinates.length > PARTS_APART) return [area];
  return area.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
}

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
  const values: unknown[] = [query.from, query.to];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const places = partsToSearch(query.area).map((part) =>
    postgis
      ? `ST_Intersects(geom, ST_GeomFromWKB(${bind(writeWkb(part))}::bytea, 4326))`
      : `bounds && ${bind(boxOf(part))}::box`,
  );
  const clauses = [
    `(${places.join(' or ')})`,
    "acquired >= $1::date::timestamp at time zone 'UTC'",
    "acquired < ($2::date + 1)::timestamp at time zone 'UTC'",
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

/** As ISO 8601 UTC to the microsecond, which a JavaScript Date would cut. */
const ACQUIRED = `rtrim(rtrim(to_char(acquired at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z'`;

/** The columns of SceneFacts. */
export const FACTS = `product_id as "productId", ${ACQUIRED} as "acquisitionDate", satellite, sat_code as "satCode", sensor,
  sensor_type as "sensorType", gsd, cloud_cover as "cloudCover", off_nadir as "offNadirAngle",
  sun_elevation as "sunElevation", area, orbit_direction as "orbitDirection",
  side_look_direction as "sideLookDirection", imaging_mode as "imagingMode", product_mode as "productMode",
  source_code as "sourceCode", supplier, simulated`;

export type FactsRow = SceneFacts & { quicklookHref: string | null };

/** A row of FACTS as a scene. */
export function storedScene(row: FactsRow, geometry: Footprint): StoredScene {
  const { quicklookHref, ...facts } = row;
  return { facts, geometry, quicklookHref };
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
  signal?.throwIfAborted();
  const postgis = await searchesWithPostgis(db.readPool);
  return cancellable(db.readPool, signal, async (client) => {
    const [matches, numberMatched] = await (postgis ? matchesByPostgis : matchesByBox)(client, query);
    return { scenes: await readMatches(client, matches), numberMatched };
  });
}

/** Runs read-only work on one snapshot; an abort cancels what the database is doing for it. */
async function cancellable<T>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let cancelling: Promise<unknown> | undefined;
  let onAbort: (() => void) | undefined;
  let broken: Error | undefined;
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    onAbort = () => {
      // failing to cancel is harmless: the statement timeout ends it
      cancelling = pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    signal?.throwIfAborted();
    // just-in-time compilation costs more than any of these queries
    await client.query(
      `begin isolation level repeatable read read only; set local statement_timeout = ${SEARCH_TIMEOUT_MS}; set local jit = off`,
    );
    const found = await work(client);
    await client.query('commit');
    return found;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw signal?.aborted ? signal.reason : error;
  } finally {
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    // a late cancel must not meet the next user of this connection
    await cancelling;
    client.release(cancelling ? true : broken);
  }
}

/** The scenes with these product ids that exist, in the order asked. */
export async function scenesByProductIds(
  db: Pick<Database, 'pool'>,
  productIds: readonly string[],
): Promise<FullScene[]> {
  const reply = await db.pool.query<
    FactsRow & { footprint: Buffer; item: unknown; importRoot: string | null }
  >(
    `select ${FACTS}, quicklook_href as "quicklookHref", footprint, item, b.root as "importRoot"
     from unnest($1::text[]) with ordinality as wanted (wanted_id, place)
     join scenes on product_id = wanted_id collate "C" join scene_batches b on b.id = batch_id order by place`,
    [productIds],
  );
  return reply.rows.map(({ footprint, item, importRoot, ...row }) => ({
    ...storedScene(row, readWkb(footprint)),
    item,
    importRoot,
  }));
}

/** The scene with this product id, or null. */
export async function sceneByProductId(
  db: Pick<Database, 'pool'>,
  productId: string,
): Promise<FullScene | null> {
  const [scene] = await scenesByProductIds(db, [productId]);
  return scene ?? null;
}

/** Numbers for the operator and the start script. */
export async function countScenes(db: Pick<Database, 'pool'>): Promise<{ all: number; simulated: number }> {
  const reply = await db.pool.query<{ all: number; simulated: number }>(
    'select count(*) as all, count(*) filter (where simulated) as simulated from scenes',
  );
  return reply.rows[0] ?? { all: 0, simulated: 0 };
}
