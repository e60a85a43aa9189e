import type { PoolClient } from 'pg';
import type { SearchCondition } from '../../contract/search.ts';
import type { FillDeps } from '../catalogue/masks/fillMasks.ts';
import { areaOfWkt } from '../areas/areas.ts';
import {
  candidatesOf,
  hasArrivals,
  recordFound,
  takeArrivals,
  type Candidates,
} from '../db/watches/arrivals.ts';
import { addWatchNews } from '../db/watches/news.ts';
import { findScenes } from '../db/search/scenes.search.ts';
import type { WatchedCondition } from '../db/watches/watches.ts';
import type { SceneQuery } from '../db/search/scenes.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/handler.ts';
import { serverMessageOf } from '../process/reason.ts';
import { clearEnough } from './clearEnough.ts';
import { asTheFormHasIt, queryOf } from '../routes/search/search.ts';

export type MatchDeps = Pick<Deps, 'db' | 'clock' | 'log'> & FillDeps;

/** Scenes that are looked at in one transaction. */
const ARRIVALS_AT_ONCE = 1_000;
/** The end of time for a search: a watch has no last day. */
const NO_LAST_DAY = '9999-12-31';

/**
 * What a watch looks for as a search: its conditions, without a last day (decision 230).
 * @throws Refusal if its area is refused by the rules of today
 */
async function watchQuery(condition: SearchCondition, cap: number): Promise<SceneQuery> {
  const open = { ...asTheFormHasIt(condition), acquisitionDateTo: NO_LAST_DAY };
  return queryOf(open, await areaOfWkt(condition.aoiWkt), cap);
}

/** The product ids of the candidates that fit: the search decides, as if it were made for these scenes only. */
async function fitting(deps: MatchDeps, { condition, sceneIds }: Candidates): Promise<string[]> {
  const { db } = deps;
  const watched = condition as WatchedCondition;
  const query = await watchQuery(watched, sceneIds.length);
  // a replica may not have the new scenes yet
  const { scenes } = await findScenes({ readPool: db.pool }, { ...query, ids: sceneIds });
  const wanted = { area: query.area, minClear: watched.minClear ?? 0 };
  return (await clearEnough(deps, wanted, scenes)).map(({ facts }) => facts.productId);
}

async function lookWith(deps: MatchDeps, client: PoolClient, watch: Candidates): Promise<void> {
  const productIds = await fitting(deps, watch).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    // no other try would find more
    deps.log.warn('a watch has an area that can not be read', {
      watch: watch.watchId,
      cause: serverMessageOf(error),
    });
    return [];
  });
  if (productIds.length === 0) return;
  const now = deps.clock.now();
  const count = await recordFound(client, watch, productIds, now);
  if (count > 0) await addWatchNews(client, watch, { kind: 'scenes', count }, now);
}

/** @returns whether there were new scenes */
async function lookThroughSlice(deps: MatchDeps): Promise<boolean> {
  return deps.db.transaction(async (client) => {
    const ids = await takeArrivals(client, ARRIVALS_AT_ONCE);
    if (ids.length === 0) return false;
    for (const watch of await candidatesOf(client, ids)) await lookWith(deps, client, watch);
    return true;
  });
}

/**
 * Looks at new scenes with every watch, in slices, each in one transaction: what was found and that it was looked for are
 * committed together, so a killed process neither loses nor repeats a scene (decision 230).
 */
export async function lookThroughArrivals(deps: MatchDeps, ended?: AbortSignal): Promise<void> {
  if (!(await hasArrivals(deps.db.pool))) return;
  do {
    if (ended?.aborted) return;
  } while (await lookThroughSlice(deps));
}
