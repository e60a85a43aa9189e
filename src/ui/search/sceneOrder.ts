import type { Scene } from '../../../contract/search.ts';

/** The orders in which the list shows what was found. The reply comes newest first (decision 3). */
export const SCENE_ORDERS = ['newest', 'leastCloud', 'lowestOffNadir'] as const;
export type SceneOrder = (typeof SCENE_ORDERS)[number];

const VALUES: Record<Exclude<SceneOrder, 'newest'>, (scene: Scene) => number | null> = {
  leastCloud: ({ properties }) => properties.cloudCover,
  lowestOffNadir: ({ properties }) => properties.offNadirAngle,
};

/** The scenes in this order; unknown values stand last, and equal ones stay newest first. */
export function orderedScenes(scenes: readonly Scene[], order: SceneOrder): readonly Scene[] {
  if (order === 'newest') return scenes;
  const valueOf = VALUES[order];
  const rank = (scene: Scene) => valueOf(scene) ?? Number.POSITIVE_INFINITY;
  return scenes.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? 0 : first - second;
  });
}
