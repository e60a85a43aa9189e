import type { ProductMode } from '../../../contract/limits.ts';
import type { SensorType } from '../../../contract/sensors.ts';
import type { Footprint, SceneProperties } from '../../../contract/search.ts';
import type { Database } from '../connection/open.ts';
import { readWkb } from './scenes.wkb.ts';

/** The facts of a scene, without its quicklook URL, which each reply signs. */
export type SceneFacts = Omit<SceneProperties, 'quicklookUrl'>;

/** A scene to be stored. */
export interface NewScene {
  facts: SceneFacts;
  geometry: Footprint;
  /** An imported Item's thumbnail href; null if it has none. */
  quicklookHref: string | null;
  /** The original STAC Item; null for simulated scenes. */
  item: unknown;
}

/** A stored scene. */
export interface StoredScene {
  facts: SceneFacts;
  geometry: Footprint;
  quicklookHref: string | null;
}

/** A stored scene with the fields for images and deliveries. */
export interface FullScene extends StoredScene {
  item: unknown;
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
  /** Maximum number of returned scenes; matches are counted beyond it. */
  cap: number;
}

/** ISO 8601 UTC to the microsecond, which a JavaScript Date would truncate. */
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

/** The existing scenes with these product ids, in the given order. */
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

/** Scene counts for the operator and the start script. */
export async function countScenes(db: Pick<Database, 'pool'>): Promise<{ all: number; simulated: number }> {
  const reply = await db.pool.query<{ all: number; simulated: number }>(
    'select count(*) as all, count(*) filter (where simulated) as simulated from scenes',
  );
  return reply.rows[0] ?? { all: 0, simulated: 0 };
}
