import { useEffect } from 'react';
import { useActorIf } from '../../shared/actors.tsx';
import type { TileWatch } from '../base/tileWatch.ts';

/** Notifies the imagery actor of layers whose tiles failed to load. */
export function useImageryFailures(tiles: TileWatch): void {
  const imagery = useActorIf('imagery');
  useEffect(
    () =>
      tiles.onFailed((layer) => {
        // failed tiles of a base map leave the outline map in sight, without a message (decision 24)
        if (layer.startsWith('layer:'))
          imagery?.send({ type: 'tiles.failed', id: Number(layer.slice('layer:'.length)) });
      }),
    [tiles, imagery],
  );
}
