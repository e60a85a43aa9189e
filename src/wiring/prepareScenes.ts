import type { Scene } from '../../contract/search.ts';
import { timeOf } from '../machines/search/results/results.rules.ts';
import { turn } from '../services/call/checkReply.ts';
import { meshOfScenes } from '../ui/map/footprints/sceneMesh.ts';

/**
 * Caches the footprint mesh and the sort times (decision 102) of a reply's scenes, in separate tasks before
 * the scenes are published.
 */
export async function prepareScenes(scenes: readonly Scene[]): Promise<void> {
  await turn();
  meshOfScenes(scenes);
  for (const scene of scenes) timeOf(scene);
  await turn();
}
