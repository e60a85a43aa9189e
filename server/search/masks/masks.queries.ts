import { SENSOR_TYPES, SENSORS } from '../../../contract/sensors.ts';
import type { Database } from '../../database/open.ts';
import { NEWEST_FIRST } from '../scenes.search.ts';
import { FACTS, FACTS_COUNT, storedScene, type FullScene } from '../scenes.ts';
import { readWkb } from '../scenes.wkb.ts';

/** Part of each mask's identity; change it whenever the programs that make them change. */
const MAKER = 1;

/** The sensor types whose scenes have clouds. */
const CLOUDY = SENSOR_TYPES.filter((type) => SENSORS[type].seesClouds);

/** Where a mask comes from: the simulation, the Item's own mask, or the quicklook; missing if there is nothing to take. */
type MaskOrigin = 'painted' | 'asset' | 'estimated' | 'missing';

/** A mask (server/search/masks/mask.ts); null if it is missing. */
export interface StoredMask {
  origin: MaskOrigin;
  mask: Uint8Array | null;
  /** The clear share of the whole scene, 0 to 1; null if it has no picture, or was not worked out. */
  clear: number | null;
}

export interface MaskScene extends FullScene {
  id: number;
  contentHash: Buffer;
}

/** Selects a scene's current mask, if it has one. */
export const CURRENT = `left join cloud_masks m on m.scene_id = scenes.id and m.content_hash = scenes.content_hash
  and m.maker = ${MAKER}`;

/** What is known of a scene's mask; `id` is null for an unknown scene and one of a sensor that sees through clouds. */
export interface FoundMask {
  id: number | null;
  /** Null if it is not made yet. */
  stored: StoredMask | null;
}

/** The masks of scenes by their product ids, in the given order. */
export const masksOf = (db: Pick<Database, 'readPool'>, productIds: readonly string[]) =>
  masksBy(db, productIds, { type: 'text', is: 'product_id = wanted_id collate "C"' });

/** The masks of scenes by their ids in the table, in the given order. */
export const masksOfScenes = (db: Pick<Database, 'readPool'>, ids: readonly number[]) =>
  masksBy(db, ids, { type: 'bigint', is: 'scenes.id = wanted_id' });

async function masksBy(
  db: Pick<Database, 'readPool'>,
  wanted: readonly unknown[],
  { type, is }: { type: 'text' | 'bigint'; is: string },
): Promise<FoundMask[]> {
  const found: FoundMask[] = wanted.map(() => ({ id: null, stored: null }));
  const text = `select place::int, scenes.id, origin, mask, m.clear
     from unnest($1::${type}[]) with ordinality as wanted (wanted_id, place)
     join scenes on ${is} ${CURRENT} where sensor_type = any($2::text[])`;
  const { rows } = await db.readPool.query<[number, number, MaskOrigin | null, Buffer | null, number | null]>(
    {
      text,
      values: [wanted, CLOUDY],
      rowMode: 'array',
    },
  );
  for (const [place, id, origin, mask, clear] of rows)
    found[place - 1] = { id, stored: origin === null ? null : { origin, mask, clear } };
  return found;
}

/** The ids of scenes without a current mask, the newest first. @param after the scene before them; 0 for the newest */
export async function idsWithoutMask(
  db: Pick<Database, 'pool'>,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>(
    `select scenes.id from scenes ${CURRENT}
     where acquired <= coalesce((select acquired from scenes where id = $1), 'infinity')
       and (acquired < coalesce((select acquired from scenes where id = $1), 'infinity')
         or product_id > (select product_id from scenes where id = $1))
       and m.scene_id is null and sensor_type = any($2::text[]) ${NEWEST_FIRST} limit $3`,
    [after, CLOUDY, limit],
  );
  return rows.map(({ id }) => id);
}

/** The scenes with these ids that still exist. */
export async function maskScenes(db: Pick<Database, 'pool'>, ids: readonly number[]): Promise<MaskScene[]> {
  const { rows } = await db.pool.query<unknown[]>({
    text: `select ${FACTS}, footprint, item, b.root, scenes.id, scenes.content_hash
      from scenes join scene_batches b on b.id = batch_id where scenes.id = any($1::bigint[])`,
    values: [ids],
    rowMode: 'array',
  });
  return rows.map((row) => {
    const [footprint, item, importRoot, id, contentHash] = row.slice(FACTS_COUNT) as [
      Buffer,
      unknown,
      string | null,
      number,
      Buffer,
    ];
    return { ...storedScene(row, readWkb(footprint)), item, importRoot, id, contentHash };
  });
}

/** Stores masks of scenes that have the content for which they were made. */
export async function storeMasks(
  db: Pick<Database, 'pool'>,
  masks: readonly (StoredMask & Pick<MaskScene, 'id' | 'contentHash'>)[],
): Promise<void> {
  await db.pool.query(
    `insert into cloud_masks (scene_id, content_hash, maker, origin, mask, clear)
     select id, hash, ${MAKER}, made.origin, made.mask, made.clear
     from unnest($1::bigint[], $2::bytea[], $3::text[], $4::bytea[], $5::float8[]) as made (id, hash, origin, mask, clear)
     join scenes using (id) where content_hash = hash order by id
     on conflict (scene_id) do update
     set content_hash = excluded.content_hash, maker = excluded.maker, origin = excluded.origin, mask = excluded.mask,
       clear = excluded.clear`,
    [
      masks.map(({ id }) => id),
      masks.map(({ contentHash }) => contentHash),
      masks.map(({ origin }) => origin),
      masks.map(({ mask }) => (mask === null ? null : Buffer.from(mask))),
      masks.map(({ clear }) => clear),
    ],
  );
}
