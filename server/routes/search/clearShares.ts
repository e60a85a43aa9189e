import type { ClearShares } from '../../../contract/search.ts';
import type { FillDeps } from '../../catalogue/masks/fillMasks.ts';
import { sharesOver } from '../../catalogue/masks/sharesOver.ts';
import type { Deps } from '../../http/handler.ts';
import { orderAoi } from '../../rules/orders/pricing.ts';

export interface ClearSharesDeps extends FillDeps, Pick<Deps, 'db'> {
  user: { utype: number };
  signal?: AbortSignal;
}

/**
 * POST /api/soi/v1/search/clear: how much of the area is clear in each scene (docs/decisions/213).
 * @throws Refusal with the catalogue's message, or the signal's reason if the caller disconnected
 */
export async function clearShares(
  deps: ClearSharesDeps,
  wanted: { aoiWkt: string; productIds: readonly string[] },
): Promise<ClearShares> {
  const aoi = await orderAoi(wanted.aoiWkt, deps.user.utype);
  return sharesOver(deps, aoi.geometry, wanted.productIds, deps.signal);
}
