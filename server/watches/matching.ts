import type { PoolClient } from 'pg';
import type { SearchCondition } from '../../contract/search.ts';
import { SENSORS } from '../../contract/sensors.ts';
import type { AreaGeometry } from '../../src/geo/area/areaGeometry.ts';
import type { Deps } from '../accounts/handler.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { serverMessageOf } from '../base/failures.ts';
import { Refusal } from '../base/refusal.ts';
import { sharesOver } from '../search/masks/clearShares.ts';
import type { FillDeps } from '../search/masks/fillMasks.ts';
import { findScenes } from '../search/scenes.search.ts';
import type { SceneQuery, SceneFacts, StoredScene } from '../search/scenes.ts';
import { asTheFormHasIt, queryOf } from '../search/search.calls.ts';
import { candidatesOf, recordFound, takeArrivals, type Candidates } from './arrivals.queries.ts';
import { addWatchNews } from './news.queries.ts';
import type { WatchedCondition } from './watches.queries.ts';

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
  do {
    if (ended?.aborted) return;
  } while (await lookThroughSlice(deps));
}

/** Without a mask the cloud cover of the whole scene decides, and without that the scene passes: a find too many is none lost. */
function isClearScene({ sensorType, cloudCover }: SceneFacts, minClear: number): boolean {
  const hasClouds = sensorType === null || SENSORS[sensorType].seesClouds;
  return !hasClouds || cloudCover === null || 100 - cloudCover >= minClear;
}

/**
 * The scenes in which an area is clear enough. Sensors that see through clouds always pass.
 * @param wanted.minClear percent of what a scene covers of the area; 0 lets all pass
 */
export async function clearEnough(
  deps: FillDeps,
  wanted: { area: AreaGeometry; minClear: number },
  scenes: readonly StoredScene[],
  signal?: AbortSignal,
): Promise<readonly StoredScene[]> {
  const { area, minClear } = wanted;
  if (minClear === 0 || scenes.length === 0) return scenes;
  const productIds = scenes.map(({ facts }) => facts.productId);
  const { shares } = await sharesOver(deps, area, productIds, signal);
  return scenes.filter(({ facts }, at) => {
    const share = shares[at] ?? null;
    return share === null ? isClearScene(facts, minClear) : share >= minClear;
  });
}
