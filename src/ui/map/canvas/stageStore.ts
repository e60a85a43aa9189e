import { useSyncExternalStore } from 'react';
import type { MapStage } from './stage.ts';

/**
 * The map that stands on the page, for its neighbours: zoom buttons and read-out. They know its type alone, so that the
 * map's code stays in a chunk of its own.
 */
let stage: MapStage | null = null;
const listeners = new Set<() => void>();

export function setStage(next: MapStage | null): void {
  stage = next;
  for (const listener of listeners) listener();
}

function onStage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The map, or null before it stands. */
export function useStage(): MapStage | null {
  return useSyncExternalStore(onStage, () => stage);
}
