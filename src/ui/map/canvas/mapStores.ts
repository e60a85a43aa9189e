import { useSyncExternalStore } from 'react';
import { valueStore } from '../../shared/valueStore.ts';
import type { MapHandle } from './mapHandle.ts';

/**
 * The portal's map, for its neighbours on the page: zoom buttons, read-out and results. They import only its type, so that
 * the map's code stays in a separate chunk.
 */
export const portalMap = valueStore<MapHandle | null>(null);

/** The pointer's place on the portal's map or on the comparison's, degrees; null while it is elsewhere. */
export const pointerPlace = valueStore<{ longitude: number; latitude: number } | null>(null);

/** The portal's map, or null until it is mounted. */
export function usePortalMap(): MapHandle | null {
  return useSyncExternalStore(portalMap.on, portalMap.get);
}
