import { useSyncExternalStore } from 'react';
import { valueStore } from '../../shared/valueStore.ts';
import type { MapHandle } from './mapHandle.ts';

/**
 * The portal's map, for the zoom buttons, the read-out and the results. They import only its type, so that
 * the map code stays in a separate chunk.
 */
export const portalMap = valueStore<MapHandle | null>(null);

/** The pointer on the portal's map or the comparison's, pixels; null outside, and while the keyboard sets points. */
export const pointerAt = valueStore<{ x: number; y: number } | null>(null);

/** The portal's map, or null until it is mounted. */
export function usePortalMap(): MapHandle | null {
  return useSyncExternalStore(portalMap.on, portalMap.get);
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** The window's size in CSS pixels. */
export function useWindowSize(): { width: number; height: number } {
  const width = useSyncExternalStore(onResize, () => innerWidth);
  const height = useSyncExternalStore(onResize, () => innerHeight);
  return { width, height };
}
