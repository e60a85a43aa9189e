import { useEffect } from 'react';
import { useActorIf } from '../../shared/actors.tsx';
import type { TileWatch } from '../base/tileWatch.ts';

/** Reports layers with failed tiles to the imagery actor. */
export function useImageryFailures(tiles: TileWatch): void {
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
