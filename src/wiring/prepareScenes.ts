import type { Scene } from '../../contract/search.ts';
import { timeOf } from '../machines/search/results.rules.ts';
import { turn } from '../services/checkReply.ts';
import { meshOfScenes } from '../ui/map/footprints/sceneMesh.ts';

/**
 * Prepares a reply's scenes for map and list, in separate tasks before the scenes are published:
 * the mesh of the footprints, and the times that the list is sorted by (decision 102). Both are cached for this list.
 */
export async function prepareScenes(scenes: readonly Scene[]): Promise<void> {
  await turn();
  meshOfScenes(scenes);
  for (const scene of scenes) timeOf(scene);
  await turn();
}
