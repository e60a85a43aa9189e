import type { Scene } from '../../contract/search.ts';
import { timeOf } from '../machines/search/results.rules.ts';
import { turn } from '../services/checkReply.ts';
import { meshOfScenes } from '../ui/map/footprints/sceneMesh.ts';

/**
 * Makes of a reply's scenes what map and list will ask for, each in a task of its own before anybody is told of them:
 * the mesh of the footprints, and the times that the list is sorted by (decision 102). Both are kept for this very list.
 */
export async function prepareScenes(scenes: readonly Scene[]): Promise<void> {
  await turn();
  meshOfScenes(scenes);
  for (const scene of scenes) timeOf(scene);
  await turn();
}
