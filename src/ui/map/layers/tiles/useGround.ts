import { useEffect, useSyncExternalStore } from 'react';
import { useShownTheme } from '../../../shared/styles/useShownTheme.ts';
import type { BaseGround, Ground } from '../../kernel/symbols.ts';
import { baseGroundOf, groundOf, type MapLayer } from './mapLayers.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { useActorIf } from '../../../shared/actors.tsx';
import type { TileWatch } from '../../kernel/tiles.ts';

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

/** Reports layers with failed tiles to the imagery actor. */
function useImageryFailures(tiles: TileWatch): void {
  const imagery = useActorIf('imagery');
  useEffect(
    () =>
      tiles.onFailed((layer) => {
        // failed base map tiles show the outline map, without a message (decision 24)
        if (layer.startsWith('layer:'))
          imagery?.send({ type: 'tiles.failed', id: Number(layer.slice('layer:'.length)) });
      }),
    [tiles, imagery],
  );
}
