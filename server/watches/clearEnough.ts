import { SENSORS } from '../../contract/sensors.ts';
import type { AreaGeometry } from '../../src/geo/area/areaGeometry.ts';
import type { FillDeps } from '../catalogue/masks/fillMasks.ts';
import { sharesOver } from '../catalogue/masks/sharesOver.ts';
import type { SceneFacts, StoredScene } from '../db/search/scenes.ts';

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
