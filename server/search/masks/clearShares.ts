import type { ClearShares } from '../../../contract/search.ts';
import type { AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import type { Deps } from '../../accounts/handler.ts';
import { cappedAoi } from '../area.rules.ts';
import { ringsOf } from './clearShare.ts';
import { fillMasks, type FillDeps } from './fillMasks.ts';
import { masksOf, type FoundMask, type StoredMask } from './masks.queries.ts';
import { measureShares } from './masks.ts';

/** Missing masks that one call makes, within a second; the caller asks again for the others. */
export const MADE_AT_ONCE = 200;

/**
 * How much of an area is clear in each scene (docs/decisions/213), percent of what the scene covers.
 * @throws the signal's reason if aborted
 */
export const sharesOver = async (
  deps: FillDeps & Pick<Deps, 'db'>,
  area: AreaGeometry,
  productIds: readonly string[],
  signal?: AbortSignal,
): Promise<ClearShares> =>
  sharesOfMasks(deps, area, await masksOf(deps.db, productIds), MADE_AT_ONCE, signal);

/**
 * The same of scenes whose masks have been looked up.
 * @param most missing masks that are made
 * @throws Refusal tooCostly.scenes, or the signal's reason if aborted
 */
export async function sharesOfMasks(
  deps: FillDeps,
  area: AreaGeometry,
  found: readonly FoundMask[],
  most: number,
  signal?: AbortSignal,
): Promise<ClearShares> {
  const missing = found.flatMap(({ id, stored }) => (id !== null && stored === null ? [id] : []));
  const made = await fillMasks(deps, missing.slice(0, most), signal);
  const masks = found.map(({ id, stored }): StoredMask | null => stored ?? made.get(id ?? -1) ?? null);
  const known = masks.flatMap((one) =>
    one === null || one.mask === null ? [] : [{ mask: one.mask, clear: one.clear }],
  );
  const measured = await measureShares(
    ringsOf(area),
    known.map(({ mask }) => mask),
    signal,
    known.map(({ clear }) => clear),
  );
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
  const aoi = await cappedAoi(wanted.aoiWkt, deps.user.utype);
  return sharesOver(deps, aoi.geometry, wanted.productIds, deps.signal);
}
