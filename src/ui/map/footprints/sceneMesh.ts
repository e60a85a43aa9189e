import type { Scene } from '../../../../contract/search.ts';
import { meshOf, type FootprintMesh } from './footprintMesh.ts';

const known = new WeakMap<readonly Scene[], FootprintMesh>();

/** The mesh of a list of scenes, cached per list. */
export function meshOfScenes(scenes: readonly Scene[]): FootprintMesh {
  const mesh = known.get(scenes) ?? meshOf(scenes.map((scene) => scene.geometry));
  known.set(scenes, mesh);
  return mesh;
}
