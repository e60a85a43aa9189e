import type { ClearShares } from '../../../contract/search.ts';
import { ringsOf } from '../../catalogue/masks/clearShare.ts';
import { fillMasks, type FillDeps } from '../../catalogue/masks/fillMasks.ts';
import { measureShares } from '../../catalogue/masks/masks.ts';
import { masksOf, type StoredMask } from '../../db/search/cloudMasks.ts';
import type { Deps } from '../../http/handler.ts';
import { orderAoi } from '../../rules/orders/pricing.ts';

/** Missing masks that one call makes, within a second; the caller asks again for the others. */
const MADE_AT_ONCE = 200;

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
  const { signal } = deps;
  const aoi = await orderAoi(wanted.aoiWkt, deps.user.utype);
  const found = await masksOf(deps.db, wanted.productIds);
  const missing = found.flatMap(({ id, stored }) => (id !== null && stored === null ? [id] : []));
  const made = await fillMasks(deps, missing.slice(0, MADE_AT_ONCE), signal);
  const masks = found.map(({ id, stored }): StoredMask | null => stored ?? made.get(id ?? -1) ?? null);
  const known = masks.flatMap((one) => (one === null || one.mask === null ? [] : [one.mask]));
  const measured = await measureShares(ringsOf(aoi.geometry), known, signal);
  const shares: ClearShares['shares'] = [];
  const estimated: number[] = [];
  const pending: number[] = [];
  let next = 0;
  masks.forEach((one, at) => {
    const id = found[at]?.id ?? null;
    if (one === null && id !== null) pending.push(at);
    const share = one === null || one.mask === null ? Number.NaN : measured[next++]!;
    shares.push(Number.isNaN(share) ? null : Math.round(share * 1000) / 10);
    if (one?.origin === 'estimated' && !Number.isNaN(share)) estimated.push(at);
  });
  return { shares, estimated, pending };
}
