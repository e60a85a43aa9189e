import type { PoolClient } from 'pg';
import type { Database } from '../../database/open.ts';
import { readCancellably } from '../../database/readOnly.ts';
import { searchesWithPostgis, type Bind } from '../../search/scenes.place.ts';
import { matchingIds } from './items.ts';
import { scenesWhere, type Conditions } from './matches.ts';
import { sqlIs } from './predicate.ts';
import { PLATFORM_SQL } from './properties.ts';

/** A part of the matches: those with this value, or from `from` up to and without `to`. */
interface Bucket {
  key: string;
  data_type: 'string' | 'numeric' | 'datetime';
  frequency: number;
  from?: number;
  to?: number;
}

/** What matches have in common (Aggregation extension 0.3.0). */
export interface Aggregation {
  name: string;
  data_type: string;
  value?: number | string | null;
  buckets?: Bucket[];
  /** Matches without a value. */
  overflow?: number;
}

type Kind = { data_type: string } & (
  | { value: string }
  /** SQL of the bucket of a scene, and of each bucket's key. */
  | { bucket: string; of: Bucket['data_type']; width?: number }
);

const time = (sql: string) => `to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** Percent of a bucket of the cloud cover; 100 belongs to the last one. */
const CLOUD_WIDTH = 10;

const KINDS: Readonly<Record<string, Kind>> = {
  total_count: { data_type: 'integer', value: 'count(*)' },
  datetime_min: { data_type: 'datetime', value: time('min(acquired)') },
  datetime_max: { data_type: 'datetime', value: time('max(acquired)') },
  collection_frequency: { data_type: 'string', bucket: 'collection', of: 'string' },
  platform_frequency: { data_type: 'string', bucket: PLATFORM_SQL, of: 'string' },
  sensor_type_frequency: { data_type: 'string', bucket: 'sensor_type', of: 'string' },
  cloud_cover_frequency: {
    data_type: 'numeric',
    // PostgreSQL's least() leaves out missing values
    bucket: `case when cloud_cover >= ${100 - CLOUD_WIDTH} then ${100 - CLOUD_WIDTH}
      else floor(cloud_cover / ${CLOUD_WIDTH}) * ${CLOUD_WIDTH} end`,
    of: 'numeric',
    width: CLOUD_WIDTH,
  },
  datetime_frequency: {
    data_type: 'interval_month',
    bucket: `to_char(acquired at time zone 'UTC', 'YYYY-MM"-01T00:00:00Z"')`,
    of: 'datetime',
  },
};

/** The aggregations that can be asked for, with their types. */
export const AGGREGATIONS = Object.entries(KINDS).map(([name, { data_type }]) => ({ name, data_type }));

async function aggregate(
  client: PoolClient,
  name: string,
  source: string,
  values: unknown[],
): Promise<Aggregation> {
  const kind = KINDS[name]!;
  const { data_type } = kind;
  if ('value' in kind) {
    const reply = await client.query<{ value: number | string | null }>(
      `select ${kind.value} as value ${source}`,
      values,
    );
    return { name, data_type, value: reply.rows[0]?.value ?? null };
  }
  const { rows } = await client.query<{ bucket: string | number | null; frequency: number }>(
    `select ${kind.bucket} as bucket, count(*) as frequency ${source} group by 1 order by 1`,
    values,
  );
  const { width } = kind;
  const buckets = rows
    .filter(({ bucket }) => bucket !== null)
    .map(({ bucket, frequency }): Bucket => {
      if (width === undefined) return { key: String(bucket), data_type: kind.of, frequency };
      const from = Number(bucket);
      return { key: `${from}-${from + width}`, data_type: kind.of, frequency, from, to: from + width };
    });
  const overflow = rows.find(({ bucket }) => bucket === null)?.frequency ?? 0;
  return { name, data_type, buckets, overflow };
}

/**
 * Aggregations over the Items that match.
 * @param names of AGGREGATIONS
 * @returns null if there are too many candidates for the exact spatial test
 * @throws the signal's reason if aborted; pg's error if a statement timed out
 */
export async function aggregateItems(
  db: Pick<Database, 'readPool'>,
  query: Conditions,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<Aggregation[] | null> {
  const postgis = await searchesWithPostgis(db.readPool);
  return readCancellably(db.readPool, signal, async (client) => {
    const found = await matchingIds(client, query, postgis, signal);
    if (found?.isAll === false) return null;
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const predicate =
      found === null ? query.where(bind) : sqlIs(`scenes.id = any(${bind(found.ids)}::bigint[])`);
    const measured = found === null ? (query.measured ?? null) : null;
    const source = scenesWhere(predicate, { postgis, bind, measured });
    const aggregations: Aggregation[] = [];
    for (const name of names) aggregations.push(await aggregate(client, name, source, values));
    return aggregations;
  });
}
