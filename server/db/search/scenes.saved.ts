import type { Database } from '../connection/open.ts';
import { FACTS, storedScene } from './scenes.ts';
import type { FactsRow, StoredScene } from './scenes.ts';
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
  const { rows } = await db.pool.query<FactsRow & { footprint: Buffer }>(
    `select ${FACTS}, null as "quicklookHref", footprint
     from unnest($1::text[]) with ordinality as wanted (wanted_id, place)
     join scenes on product_id = wanted_id collate "C" order by place`,
    [productIds],
  );
  return rows.map(({ footprint, ...row }) => {
    const { facts, geometry } = storedScene(row, readWkb(footprint));
    return { facts, geometry };
  });
}
