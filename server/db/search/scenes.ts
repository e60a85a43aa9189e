import type { ProductMode } from '../../../contract/limits.ts';
import type { SensorType } from '../../../contract/sensors.ts';
import type { Footprint, SceneProperties } from '../../../contract/search.ts';
import type { Database } from '../connection/open.ts';
import { readWkb } from './scenes.wkb.ts';

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
