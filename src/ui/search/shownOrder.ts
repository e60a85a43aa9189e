import { useMemo, useSyncExternalStore } from 'react';
import type { Scene } from '../../../contract/search.ts';
import { orderedScenes, type SceneOrder } from './sceneOrder.ts';

/** The order that the list has now. Drawer and list share it, so that 'next' means the next row. No rule depends on it. */
let order: SceneOrder = 'newest';
const listeners = new Set<() => void>();

function onOrder(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setShownOrder(next: SceneOrder): void {
  order = next;
  for (const listener of listeners) listener();
}

export function useShownOrder(): SceneOrder {
  return useSyncExternalStore(onOrder, () => order);
}

/** The scenes in the order of the list. */
export function useShownScenes(scenes: readonly Scene[]): readonly Scene[] {
  const shown = useShownOrder();
  return useMemo(() => orderedScenes(scenes, shown), [scenes, shown]);
}
