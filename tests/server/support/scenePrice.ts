import type { ScenePriceRequest } from '../../../contract/orders/orders.ts';
import { areaAnswer } from '../../../server/base/areas/areaTask.ts';
import type { StoredScene } from '../../../server/search/scenes.ts';
import { priceOfScenes, refuseElsewhere } from '../../../server/orders/pricing.rules.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';

/** The price of an archive order as the server finds it. */
export function scenePrice(
  scenes: readonly StoredScene[],
  aoi: Aoi,
  request: Pick<ScenePriceRequest, 'cropByAoi' | 'productLevel'>,
  utype: number,
) {
  const footprints = scenes.map(({ geometry }) => geometry);
  const covered = areaAnswer({ kind: 'delivered', footprints, clip: aoi.geometry });
  refuseElsewhere(scenes, covered);
  const areas = request.cropByAoi ? covered : areaAnswer({ kind: 'delivered', footprints, clip: null });
  return priceOfScenes(scenes, areas, aoi, request, utype);
}
