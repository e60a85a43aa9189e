import type { Database } from '../connection/open.ts';
import { FACTS, storedScene } from './scenes.ts';
import type { StoredScene } from './scenes.ts';
import { readWkb } from './scenes.wkb.ts';

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
