import type { Pool, PoolClient } from 'pg';
import { stored } from '../../base/storable.ts';
import type { Database } from '../../database/open.ts';
import { readCancellably } from '../../database/readOnly.ts';
import { archiveState } from '../../search/onArchive.ts';
import { PLATFORM_SQL } from './properties.ts';

/** What the scenes of a collection have in common. Times are ISO 8601 UTC; lengths in metres. */
export interface CollectionSummary {
  id: string;
  count: number;
  from: string;
  to: string;
  /** West, south, east, north, degrees. */
  bbox: [number, number, number, number];
  platforms: string[];
  sensors: string[];
  sensorTypes: string[];
  suppliers: string[];
  gsd: [number, number] | null;
  cloudCover: [number, number] | null;
  offNadir: [number, number] | null;
  /** What its source says of it; null if that is not known. */
  source: Record<string, unknown> | null;
}

/** What files are called where an origin has a name. */
export const FILES = 'files';

/**
 * What collections of an origin are called here: as there, or `collection@origin` where those of another origin have that
 * name already, or `collection@origin@2` and so on where they have that too.
 * @param origin the name of a source; null for files
 */
export async function namesOfCollections(
  client: PoolClient,
  origin: string | null,
  collections: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(collections.map(stored))];
  const names = new Map<string, string>();
  const read = async (): Promise<boolean> => {
    const { rows } = await client.query<{ collection: string; id: string }>(
      'select collection, id from collection_origins where origin = $1 and collection = any($2::text[] collate "C")',
      [origin ?? '', wanted],
    );
    for (const { collection, id } of rows) names.set(collection, id);
    return wanted.every((one) => names.has(one));
  };
  // looking for scenes of other origins reads a whole collection: only for new names; again if a name was taken meanwhile
  while (wanted.length > 0 && !(await read()))
    await client.query(
      `insert into collection_origins (origin, collection, id)
       select $1, c, (
         with recursive tried as (
           select 1 as n, c as id
           union all
           select n + 1, (c || $2 || case when n > 1 then '@' || n else '' end) collate "C" from tried
           where exists (select from collection_origins where id = tried.id)
             or exists (select from scenes where collection = tried.id and source is distinct from $3))
         select id from tried order by n desc limit 1)
       from unnest($4::text[] collate "C") c on conflict do nothing`,
      [origin ?? '', `@${origin ?? FILES}`, origin, wanted.filter((one) => !names.has(one))],
    );
  return new Map(collections.map((one) => [one, names.get(stored(one))!]));
}

/**
 * Keeps what an origin says of collections: STAC Collections as they came.
 * @param origin the name of a source; null for files
 */
export async function keepCollections(
  client: PoolClient,
  origin: string | null,
  documents: readonly { id: string; document: Record<string, unknown> }[],
): Promise<void> {
  const names = await namesOfCollections(
    client,
    origin,
    documents.map(({ id }) => id),
  );
  const last = new Map(documents.map(({ id, document }) => [names.get(id), JSON.stringify(document)]));
  await client.query(
    `insert into stac_collections (id, document) select * from unnest($1::text[], $2::jsonb[])
     on conflict (id) do update set document = excluded.document, noted_at = now()
       where stac_collections.document <> excluded.document`,
    [[...last.keys()], [...last.values()]],
  );
}

const list = (sql: string) => `coalesce(array_agg(distinct ${sql}) filter (where ${sql} is not null), '{}')`;
const range = (column: string) =>
  `case when min(${column}) is not null then array[min(${column}), max(${column})] end`;
const time = (sql: string) => `to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const SUMMARIES = `select found.*, s.document as source from (select collection as id, count(*) as count, ${time('min(acquired)')} as from,
    ${time(`max(acquired) + interval '999999 microseconds'`)} as to,
    array[min((bounds[1])[0]), min((bounds[1])[1]), max((bounds[0])[0]), max((bounds[0])[1])] as bbox,
    ${list(PLATFORM_SQL)} as platforms, ${list('lower(sensor)')} as sensors, ${list('sensor_type')} as "sensorTypes",
    ${list('supplier')} as suppliers, ${range('gsd')} as gsd, ${range('cloud_cover')} as "cloudCover",
    ${range('off_nadir')} as "offNadir"
  from scenes group by collection) found left join stac_collections s on s.id = found.id collate "C" order by 1`;

interface Known {
  state: string;
  /** When they were read, and how long that took, ms. */
  at: number;
  tookMs: number;
  collections: readonly CollectionSummary[];
}

/** While scenes keep arriving, summaries are read at most a tenth of the time. */
const PAUSE = 10;

const known = new WeakMap<Pool, Promise<Known>>();

/**
 * The collections of the archive, by id. Reading them takes a scan of the archive, so that they are kept until it changes.
 */
export async function collectionSummaries(
  db: Pick<Database, 'readPool'>,
  now: () => number = () => performance.now(),
): Promise<readonly CollectionSummary[]> {
  const last = await known.get(db.readPool)?.catch(() => undefined);
  if (last && now() - last.at < last.tookMs * PAUSE) return last.collections;
  const state = await archiveState(db.readPool);
  if (last?.state === state) return last.collections;
  const reading = readSummaries(db, now);
  known.set(db.readPool, reading);
  return (await reading).collections;
}

async function readSummaries(db: Pick<Database, 'readPool'>, now: () => number): Promise<Known> {
  const began = now();
  return readCancellably(db.readPool, undefined, async (client) => {
    const state = await archiveState(client);
    const { rows } = await client.query<CollectionSummary>(SUMMARIES);
    return { state, at: now(), tookMs: now() - began, collections: rows };
  });
}
