import type { ProductMode } from '../../contract/limits.ts';
import type { SensorType } from '../../contract/sensors.ts';
import type { Footprint, SceneProperties } from '../../contract/search.ts';
import type { Database } from '../database/open.ts';
import { readWkb } from './scenes.wkb.ts';

/** The facts of a scene, without what each reply adds. */
export type SceneFacts = Omit<SceneProperties, 'quicklookUrl' | 'attribution' | 'acquisitionDate'> & {
  acquisitionDate: string;
};

export interface StoredScene {
  facts: SceneFacts;
  geometry: Footprint;
  /** An imported Item's thumbnail href; null if it has none. */
  quicklookHref: string | null;
}

export interface NewScene extends StoredScene {
  /** The original STAC Item; null for simulated scenes. */
  item: unknown;
}

/** A stored scene with the fields for images and deliveries. */
export interface FullScene extends NewScene {
  /** Folder of the import, from which local thumbnails may be read. */
  importRoot: string | null;
}

/** The conditions of a search; absent ones match everything. */
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
  /** Only these scenes, by their id in the table. */
  ids?: readonly number[];
  /** Maximum number of returned scenes; matches are counted beyond it. */
  cap: number;
}

/** ISO 8601 UTC to the microsecond, which a JavaScript Date would truncate. */
export const ACQUIRED = `rtrim(rtrim(to_char(scenes.acquired at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z'`;

/** The columns of `scenes` with the facts, in their order in a row of facts. */
export const FACT_COLUMNS = {
  productId: 'product_id',
  acquisitionDate: 'acquired',
  satellite: 'satellite',
  satCode: 'sat_code',
  sensor: 'sensor',
  sensorType: 'sensor_type',
  gsd: 'gsd',
  cloudCover: 'cloud_cover',
  offNadirAngle: 'off_nadir',
  sunElevation: 'sun_elevation',
  area: 'area',
  orbitDirection: 'orbit_direction',
  sideLookDirection: 'side_look_direction',
  imagingMode: 'imaging_mode',
  productMode: 'product_mode',
  sourceCode: 'source_code',
  supplier: 'supplier',
  simulated: 'simulated',
  source: 'source',
  quicklookHref: 'quicklook_href',
} as const satisfies Record<keyof SceneFacts | 'quicklookHref', string>;

/** The select list of a row of facts, in the order in which `storedScene` reads it. */
export const FACTS = Object.entries(FACT_COLUMNS)
  .map(([key, column]) => `${column === 'acquired' ? ACQUIRED : `scenes.${column}`} as "${key}"`)
  .join(', ');

/** The names of the columns of FACTS. */
export const FACT_KEYS = Object.keys(FACT_COLUMNS) as (keyof typeof FACT_COLUMNS)[];
/** The select list of one row with the facts of all rows of `facts`, in their order: thousands are read faster by columns. */
export const FACT_LISTS = FACT_KEYS.map((key) => `coalesce(json_agg(facts."${key}"), '[]') as "${key}"`).join(
  ', ',
);
/** What FACT_LISTS reads: a value of every scene in each list. */
export type StoredLists = {
  [K in keyof typeof FACT_COLUMNS]: Exclude<(SceneFacts & StoredScene)[K], undefined>[];
};
/** Number of columns of FACTS. */
export const FACTS_COUNT = FACT_KEYS.length;

/**
 * A scene from a row that begins with FACTS. The rows of a search are arrays: thousands of them are read faster
 * than objects.
 */
export function storedScene(row: readonly unknown[], geometry: Footprint): StoredScene {
  const facts: Record<string, unknown> = {};
  for (let i = 0; i < FACT_KEYS.length - 1; i++) facts[FACT_KEYS[i]!] = row[i];
  return {
    facts: facts as unknown as SceneFacts,
    geometry,
    quicklookHref: row[FACT_KEYS.length - 1] as string | null,
  };
}

/** Scenes from lists of their facts. */
export function storedScenes(lists: StoredLists, nextFootprint: () => Footprint): StoredScene[] {
  const columns = FACT_KEYS.map((key) => lists[key]);
  return lists.productId.map((_, at) =>
    storedScene(
      columns.map((list) => list[at]),
      nextFootprint(),
    ),
  );
}

/** The existing scenes with these product ids, in the given order. */
export async function scenesByProductIds(
  db: Pick<Database, 'pool'>,
  productIds: readonly string[],
): Promise<FullScene[]> {
  const text = `select ${FACTS}, footprint, item, b.root
     from unnest($1::text[]) with ordinality as wanted (wanted_id, place)
     join scenes on product_id = wanted_id collate "C" join scene_batches b on b.id = batch_id order by place`;
  const reply = await db.pool.query<unknown[]>({ text, values: [productIds], rowMode: 'array' });
  return reply.rows.map((row) => {
    const [footprint, item, importRoot] = row.slice(FACT_KEYS.length) as [Buffer, unknown, string | null];
    return { ...storedScene(row, readWkb(footprint)), item, importRoot };
  });
}

/** The scene with this product id, or null. */
export async function sceneByProductId(
  db: Pick<Database, 'pool'>,
  productId: string,
): Promise<FullScene | null> {
  const [scene] = await scenesByProductIds(db, [productId]);
  return scene ?? null;
}

/** Scene counts for the operator and the start script. */
export async function countScenes(db: Pick<Database, 'pool'>): Promise<{ all: number; simulated: number }> {
  const reply = await db.pool.query<{ all: number; simulated: number }>(
    'select count(*) as all, count(*) filter (where simulated) as simulated from scenes',
  );
  return reply.rows[0] ?? { all: 0, simulated: 0 };
}

/** A scene as stored in a saved search. */
export type KeptScene = Pick<StoredScene, 'facts' | 'geometry'>;

/**
 * The archive's current facts of the scenes with these product ids, in the given order; unknown ones are
 * omitted. Unlike scenesByProductIds without Items, as there may be thousands.
 */
export async function keptScenes(
  db: Pick<Database, 'pool'>,
  productIds: readonly string[],
): Promise<KeptScene[]> {
  const text = `select ${FACTS}, footprint
     from unnest($1::text[]) with ordinality as wanted (wanted_id, place)
     join scenes on product_id = wanted_id collate "C" order by place`;
  const { rows } = await db.pool.query<unknown[]>({ text, values: [productIds], rowMode: 'array' });
  return rows.map((row) => {
    const { facts, geometry } = storedScene(row, readWkb(row.at(-1) as Buffer));
    return { facts, geometry };
  });
}
