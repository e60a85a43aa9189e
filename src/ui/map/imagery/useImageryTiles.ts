import { useEffect } from 'react';
import { useActorIf } from '../../shared/actors.tsx';
import { slidingOpacity } from './layerStores.ts';
import type { MapStage } from '../canvas/stage.ts';

/** The imagery layers of a stage: they follow the slider that is being dragged, and tell of tiles that do not come. */
export function useImageryTiles(stage: MapStage): void {
  const imagery = useActorIf('imagery');
  useEffect(() => {
    const leave = [
      slidingOpacity.on(() => {
        const sliding = slidingOpacity.get();
        if (sliding !== null) stage.tiles.setOpacity(`layer:${sliding.id}`, sliding.opacity);
      }),
      stage.tiles.onFailed((layer) => {
        // tiles of a base map that do not come leave the outline map in sight, and nothing is said (decision 24)
        if (layer.startsWith('layer:'))
          imagery?.send({ type: 'tiles.failed', id: Number(layer.slice('layer:'.length)) });
      }),
    ];
    return () => {
      for (const end of leave) end();
    };
  }, [stage, imagery]);
}
