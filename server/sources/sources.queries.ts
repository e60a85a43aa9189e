import type { Pool, PoolClient } from 'pg';
import type { SensorType } from '../../contract/sensors.ts';

/** A refused Item or document. */
export interface SourceRefusal {
  itemId: string | null;
  url: string;
  reason: string;
}
const REFUSALS_KEPT = 200;

export async function noteRefusals(
  client: PoolClient,
  sourceId: number,
  at: Date,
  refusals: readonly SourceRefusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  await client.query(
    `insert into source_refusals (source_id, at, item_id, url, reason)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::text[])`,
    [
      sourceId,
      at,
      refusals.map(({ itemId }) => itemId),
      refusals.map(({ url }) => url),
      refusals.map(({ reason }) => reason),
    ],
  );
  await client.query(
    `delete from source_refusals where source_id = $1 and id <= (
       select id from source_refusals where source_id = $1 order by id desc offset $2 limit 1)`,
    [sourceId, REFUSALS_KEPT],
  );
}

/** The last refusals, newest first. */
export async function refusalsOf(
  pool: Pool,
  sourceId: number,
  limit: number,
): Promise<(SourceRefusal & { at: Date })[]> {
  const { rows } = await pool.query<SourceRefusal & { at: Date }>(
    `select at, item_id as "itemId", url, reason from source_refusals where source_id = $1 order by id desc limit $2`,
    [sourceId, limit],
  );
  return rows;
}

/** What the landing page of a STAC API says; null in a source for a static catalogue. */
export interface SourceApi {
  /** Address of the search, if Items can be filtered by when they were changed. */
  search: string | null;
}

/** An archive elsewhere whose Items flow in. */
export interface Source {
  id: number;
  name: string;
  url: string;
  api: SourceApi | null;
  pass: number;
  isPassing: boolean;
  beganAt: Date | null;
  endedAt: Date | null;
  inserted: number;
  updated: number;
  unchanged: number;
  refused: number;
  unread: number;
  dueAt: Date;
  tries: number;
  problem: string | null;
}

/** How the Items of a collection become scenes; null where the Items say. */
export interface SourceCollection {
  id: string;
  title: string | null;
  isWanted: boolean;
  satellite: string | null;
  sensorType: SensorType | null;
  supplier: string | null;
  since: Date | null;
}

const COLUMNS = `id, name, url, api, pass, is_passing as "isPassing", began_at as "beganAt", ended_at as "endedAt", inserted,
  updated, unchanged, refused, unread, due_at as "dueAt", tries, problem`;
const COLLECTION = `id, title, is_wanted as "isWanted", satellite, sensor_type as "sensorType", supplier, since`;

/** @returns null if there is a source with this name or address */
export async function addSource(
  pool: Pool,
  { name, url, now }: { name: string; url: string; now: Date },
): Promise<Source | null> {
  const { rows } = await pool.query<Source>(
    `insert into sources (name, url, due_at) values ($1, $2, $3) on conflict do nothing returning ${COLUMNS}`,
    [name, url, now],
  );
  return rows[0] ?? null;
}

export async function listSources(pool: Pool): Promise<Source[]> {
  return (await pool.query<Source>(`select ${COLUMNS} from sources order by name`)).rows;
}

export async function sourceNamed(pool: Pool, name: string): Promise<Source | null> {
  const { rows } = await pool.query<Source>(`select ${COLUMNS} from sources where name = $1`, [name]);
  return rows[0] ?? null;
}

/** Removes a source; its scenes stay unless they are to go too. @returns how many went */
export async function removeSource(
  client: PoolClient,
  { id, name }: Pick<Source, 'id' | 'name'>,
  areScenesRemoved: boolean,
): Promise<number> {
  await client.query('delete from sources where id = $1', [id]);
  if (!areScenesRemoved) return 0;
  await client.query('delete from collection_origins where origin = $1', [name]);
  return (await client.query('delete from scenes where source = $1', [name])).rowCount ?? 0;
}

export async function collectionsOf(
  client: Pool | PoolClient,
  sourceId: number,
): Promise<SourceCollection[]> {
  const { rows } = await client.query<SourceCollection>(
    `select ${COLLECTION} from source_collections where source_id = $1 order by id`,
    [sourceId],
  );
  return rows;
}

/** Notes collections of the source; what the operator said of known ones stays. */
export async function noteCollections(
  client: PoolClient,
  sourceId: number,
  collections: readonly { id: string; title: string | null }[],
): Promise<void> {
  await client.query(
    `insert into source_collections (source_id, id, title) select $1, * from unnest($2::text[], $3::text[])
     on conflict (source_id, id) do update set title = excluded.title`,
    [sourceId, collections.map(({ id }) => id), collections.map(({ title }) => title)],
  );
}

/**
 * Changes what becomes of a collection's Items; all of them are read again, because the change concerns them all.
 * @returns false if there is no such collection
 */
export async function changeCollection(
  client: PoolClient,
  sourceId: number,
  id: string,
  change: Partial<Pick<SourceCollection, 'isWanted' | 'satellite' | 'sensorType' | 'supplier'>>,
  now: Date,
): Promise<boolean> {
  const names = {
    isWanted: 'is_wanted',
    satellite: 'satellite',
    sensorType: 'sensor_type',
    supplier: 'supplier',
  };
  const given = Object.entries(change);
  const set = given.map(([key], at) => `${names[key as keyof typeof names]} = $${at + 3}`);
  const { rowCount } = await client.query(
    `update source_collections set since = null, ${set.join(', ')} where source_id = $1 and id = $2`,
    [sourceId, id, ...given.map(([, value]) => value)],
  );
  // unchanged documents are not read again unless they are forgotten
  await client.query('update source_documents set etag = null, modified = null where source_id = $1', [
    sourceId,
  ]);
  await client.query('update sources set due_at = $2 where id = $1 and lease is null', [sourceId, now]);
  return rowCount === 1;
}

/** Counts of a pass. */
type SourceCounts = Pick<Source, 'inserted' | 'updated' | 'unchanged' | 'refused' | 'unread'>;

/**
 * Takes a source that is due, for one process at a time.
 * @param only this source, due or not
 * @returns null if there is none, or another process works on it
 */
export async function leaseSource(
  pool: Pool,
  { lease, now, until, only }: { lease: string; now: Date; until: Date; only?: number },
): Promise<Source | null> {
  const due = only === undefined ? 'due_at <= $2' : '(due_at <= $2 or lease is null) and id = $4';
  const { rows } = await pool.query<Source>(
    `update sources set lease = $1, due_at = $3 where id = (
       select id from sources where ${due} order by due_at, id limit 1 for update skip locked)
     returning ${COLUMNS}`,
    only === undefined ? [lease, now, until] : [lease, now, until, only],
  );
  return rows[0] ?? null;
}

export interface SourceChange {
  dueAt: Date;
  /** Given up with the lease. */
  isLeft?: boolean;
  api?: SourceApi | null;
  begins?: { pass: number; at: Date };
  endsAt?: Date;
  counts?: SourceCounts;
  tries?: number;
  problem?: string | null;
}

/** @returns false if the lease was lost: the caller rolls back and stops */
export async function changeSource(
  client: PoolClient,
  id: number,
  lease: string,
  change: SourceChange,
): Promise<boolean> {
  const { begins, counts } = change;
  const values: Record<string, unknown> = {
    due_at: change.dueAt,
    ...(change.isLeft === true ? { lease: null } : {}),
    ...(change.api === undefined ? {} : { api: change.api && JSON.stringify(change.api) }),
    ...(begins === undefined
      ? {}
      : { pass: begins.pass, is_passing: true, began_at: begins.at, inserted: 0, updated: 0, unchanged: 0 }),
    ...(begins === undefined ? {} : { refused: 0, unread: 0 }),
    ...(change.endsAt === undefined ? {} : { is_passing: false, ended_at: change.endsAt }),
    ...(change.tries === undefined ? {} : { tries: change.tries }),
    ...(change.problem === undefined ? {} : { problem: change.problem }),
  };
  const set = Object.keys(values).map((column, at) => `${column} = $${at + 3}`);
  const added = Object.entries(counts ?? {}).map(([column, count]) => `${column} = ${column} + ${count}`);
  const { rowCount } = await client.query(
    `update sources set ${[...set, ...added].join(', ')} where id = $1 and lease = $2`,
    [id, lease, ...Object.values(values)],
  );
  return rowCount === 1;
}
