import { useEffect, useSyncExternalStore } from 'react';
import { useShownTheme } from '../../shared/styles/useShownTheme.ts';
import type { BaseGround, Ground } from '../picture/symbols.ts';
import { useImageryFailures } from '../imagery/useImageryFailures.ts';
import { baseGroundOf, groundOf, type MapLayer } from '../layerSelector/mapLayers.ts';
import type { MapHandle } from './mapHandle.ts';

/** The symbol set that fits the visible layers of a map; its labels use the same ground. */
export function useGround({ map, tiles }: MapHandle, layers: readonly MapLayer[]): Ground {
  const seen = useSyncExternalStore(tiles.seen.on, tiles.seen.get);
  const ground = groundOf(useShownTheme(), layers, seen);
  useImageryFailures(tiles);
  useEffect(() => {
    const view = map.getContainer().closest('.gt-map__host')?.parentElement;
    view?.setAttribute('data-ground', ground);
    return () => view?.removeAttribute('data-ground');
  }, [map, ground]);
  return ground;
}

/** The ground without the imagery layers. */
export function useBaseGround({ tiles }: MapHandle, layers: readonly MapLayer[]): BaseGround {
  const seen = useSyncExternalStore(tiles.seen.on, tiles.seen.get);
  return baseGroundOf(useShownTheme(), layers, seen);
}
