import type pg from 'pg';
import { CLOUD, OFF_NADIR } from '../../contract/limits.ts';
import { SENSORS, type SensorType } from '../../contract/sensors.ts';
import type { Database } from '../database/open.ts';
import { readCancellably } from '../database/readOnly.ts';
import type { SceneQuery } from './scenes.ts';
import type { Statement } from './scenes.search.ts';
import { inTurns } from '../base/spells.ts';
import { intersectionTest } from './scenes.intersects.ts';
import { endOfDay, placeSql, searchesWithPostgis, startOfDay, type Bind } from './scenes.place.ts';
import { readWkb } from './scenes.wkb.ts';

/** The conditions that a near match fails, as bits; the sensor type is a separate field. */
export const FAILS = {
  dates: 1,
  cloudCover: 2,
  offNadirAngle: 4,
  satellites: 8,
  resolution: 16,
  productMode: 32,
} as const;

const ALL_FAILS = Object.values(FAILS).reduce((sum, bit) => sum + bit, 0);
/** §2 Search panel: conditions that only some sensor types have. */
const SENSOR_FAILS = FAILS.resolution | FAILS.productMode;

/** The bits of FAILS that count in a search for a sensor type. */
export function countingFor(sensorType: SensorType): number {
  const { hasResolution, hasProductModes } = SENSORS[sensorType];
  return (
    (ALL_FAILS & ~SENSOR_FAILS) |
    (hasResolution ? FAILS.resolution : 0) |
    (hasProductModes ? FAILS.productMode : 0)
  );
}

/** A search with the resolution and product mode for any sensor type; they count for those that have them. */
export interface NearQuery extends SceneQuery {
  sensorType: SensorType;
  /** Last UTC day, YYYY-MM-DD, to which the dates may be relaxed. */
  until: string;
}

/** Scenes over the area, grouped by the conditions they fail. */
export interface NearMatches {
  /** Sum of FAILS. */
  failed: number;
  sensorType: SensorType | null;
  /** UTC date, YYYY-MM-DD; null if dates alone don't bring them and only single conditions are relaxed. */
  day: string | null;
  count: number;
}

/** The FAILS mask of a scene as SQL; docs/decisions/021 defines when unknown values fail. */
function failedSql(query: NearQuery, bind: Bind): string {
  const inDates = `acquired >= ${startOfDay(bind(query.from))} and acquired < ${endOfDay(bind(query.to))}`;
  const terms = [`case when ${inDates} then 0 else ${FAILS.dates} end`];
  const unlessKnownAbove = (column: string, most: number, bit: number): void => {
    terms.push(`case when ${column} > ${bind(most)}::float8 then ${bit} else 0 end`);
  };
  const unlessKnownAs = (test: string, bit: number): void => {
    terms.push(`case when ${test} then 0 else ${bit} end`);
  };
  if (query.maxCloudCover !== undefined)
    unlessKnownAbove('cloud_cover', query.maxCloudCover, FAILS.cloudCover);
  if (query.maxOffNadirAngle !== undefined)
    unlessKnownAbove('off_nadir', query.maxOffNadirAngle, FAILS.offNadirAngle);
  if (query.maxGsd !== undefined) unlessKnownAbove('gsd', query.maxGsd, FAILS.resolution);
  if (query.satellites?.length)
    unlessKnownAs(`sat_code = any(${bind(query.satellites)}::text[])`, FAILS.satellites);
  if (query.productMode !== undefined)
    unlessKnownAs(`product_mode = ${bind(query.productMode)}`, FAILS.productMode);
  return terms.join(' + ');
}

/**
 * The near matches as one statement: scenes over the area (its bounding box, without PostGIS) that match once
 * one condition is relaxed, or all over the area. Columns failed, sensor_type, day and, without PostGIS, footprint, newest first.
 */
export function nearStatement(query: NearQuery, postgis: boolean, isAny = false): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  // another sensor type has other satellites, so the requested ones don't count for it
  const counting = countingFor(query.sensorType);
  const elsewhere = ALL_FAILS & ~SENSOR_FAILS & ~FAILS.satellites;
  const failed = failedSql(query, bind);
  const oneFails = () => {
    const own = bind(query.sensorType);
    return `(sensor_type is null or sensor_type = ${own}) and (failed & ${counting}) & ((failed & ${counting}) - 1) = 0
        or sensor_type is distinct from ${own} and failed & ${elsewhere} = 0`;
  };
  const hasDay = isAny ? 'true' : `failed & ${counting & ~FAILS.dates} = 0`;
  const text = `select failed, sensor_type as "sensorType",
      case when ${hasDay} then to_char(acquired at time zone 'UTC', 'YYYY-MM-DD') end as day,
      ${postgis ? 'count(*) as count' : 'footprint'}
    from scenes cross join lateral (select ${failed} as failed) mask
    where ${placeSql(query.area, postgis, bind)}
      and acquired < ${endOfDay(bind(query.until))}
      and (cloud_cover is null or cloud_cover <= ${CLOUD.max})
      and (off_nadir is null or off_nadir <= ${OFF_NADIR.max})
      and (${isAny ? 'true' : oneFails()})
    ${postgis ? 'group by 1, 2, 3' : 'order by acquired desc'}`;
  return { text, values };
}

type NearRow = Omit<NearMatches, 'count'>;

/** With PostGIS, the database filters and counts. */
async function nearByPostgis(
  client: pg.PoolClient,
  query: NearQuery,
  isAny: boolean,
): Promise<NearMatches[]> {
  const reply = await client.query<NearMatches>(nearStatement(query, true, isAny));
  return reply.rows;
}

/**
 * One query finds the candidates of all relaxations. Each is tested exactly at most once, and not at all once
 * its group has exceeded the cap.
 */
async function nearByBox(
  client: pg.PoolClient,
  query: NearQuery,
  isAny: boolean,
  signal: AbortSignal | undefined,
): Promise<NearMatches[]> {
  const reply = await client.query<NearRow & { footprint: Buffer }>(nearStatement(query, false, isAny));
  const isMatch = intersectionTest(query.area);
  const alike = new Map<string, number>();
  const byDay = new Map<string, NearMatches>();
  await inTurns(reply.rows, signal, ({ failed, sensorType, day, footprint }) => {
    const kind = `${failed} ${sensorType}`;
    const counted = alike.get(kind) ?? 0;
    if (counted > query.cap || !isMatch(readWkb(footprint))) return;
    alike.set(kind, counted + 1);
    const key = `${kind} ${day}`;
    const group = byDay.get(key);
    if (group) group.count++;
    else byDay.set(key, { failed, sensorType, day, count: 1 });
  });
  return [...byDay.values()];
}

/**
 * Scenes that match the query once one condition is relaxed, grouped by the conditions they fail. Cloud cover
 * and off-nadir angle are relaxed to the form's limits (§9), dates up to `until`. Each group is counted to at
 * least `cap` + 1, newest first.
 * @param isAny those that fail several conditions too
 * @param signal also ends the query in the database
 */
export async function nearMatches(
  db: Pick<Database, 'readPool'>,
  query: NearQuery,
  { isAny = false, signal }: { isAny?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<NearMatches[]> {
  const postgis = await searchesWithPostgis(db.readPool);
  return readCancellably(db.readPool, signal, (client) =>
    postgis ? nearByPostgis(client, query, isAny) : nearByBox(client, query, isAny, signal),
  );
}
