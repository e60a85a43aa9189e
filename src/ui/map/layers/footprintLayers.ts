import type { Layer } from '@deck.gl/core';
import type { Scene } from '../../../../contract/search.ts';
import type { OutlineSymbol } from '../symbols.ts';
import { FLAT } from './flat.ts';
import { meshesOf, type FootprintMesh, type FootprintMeshes } from './footprintMesh.ts';
import { FOOTPRINT_STATE, FootprintsLayer } from './FootprintsLayer.ts';

export { FOOTPRINT_STATE } from './FootprintsLayer.ts';

const known = new WeakMap<readonly Scene[], FootprintMeshes>();

/** The meshes of a list of scenes, made once for each list. */
export function meshesOfScenes(scenes: readonly Scene[]): FootprintMeshes {
  const meshes = known.get(scenes) ?? meshesOf(scenes.map((scene) => scene.geometry));
  known.set(scenes, meshes);
  return meshes;
}

/** One footprint that is not to be seen: with it the shaders are compiled before the first reply comes. */
const UNSEEN = meshesOf([
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 1],
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    ],
  },
]);

/** The layer that compiles the footprints' shaders; the first footprints find them ready. */
export function warmLayers(id: string, symbol: OutlineSymbol): Layer[] {
  return footprintLayers(id, UNSEEN, allIn(1, 'hidden'), symbol);
}

const numbers = new WeakMap<FootprintMesh, number>();
let lastNumber = 0;

/** A mesh's number: another mesh is another layer, as deck.gl does not let an index buffer grow; shaders are shared. */
function numberOf(mesh: FootprintMesh): number {
  const number = numbers.get(mesh) ?? ++lastNumber;
  numbers.set(mesh, number);
  return number;
}

/** The layers that draw footprints: one for quads, and one for other shapes where there are any. */
export function footprintLayers(
  id: string,
  meshes: FootprintMeshes,
  states: Uint8Array,
  symbol: OutlineSymbol,
): Layer[] {
  return (['quads', 'triangles'] as const)
    .filter((kind) => meshes[kind].owners.length > 0)
    .map(
      (kind) =>
        new FootprintsLayer({
          id: `deck-${id}-${kind}-${numberOf(meshes[kind])}`,
          mesh: meshes[kind],
          states,
          symbol,
          parameters: FLAT,
        }),
    );
}

/** The same state for so many footprints. */
export function allIn(count: number, state: keyof typeof FOOTPRINT_STATE): Uint8Array {
  return new Uint8Array(count).fill(FOOTPRINT_STATE[state]);
}
