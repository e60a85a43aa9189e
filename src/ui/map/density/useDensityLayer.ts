import { useEffect, useMemo } from 'react';
import { baseMapOf } from '../../../machines/map/base/baseMap.machine.ts';
import { LOWEST_NAME } from '../base/baseStyle.ts';
import { hasTiles, type Tiles } from '../base/tiles.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { DensityLayer } from './layer/DensityLayer.ts';

/**
 * Adds the density to the map: below the names of the built-in map, or above the tiles of a base map, which hide
 * those names.
 */
export function useDensityLayer({ map }: MapHandle, layers: readonly Tiles[]): DensityLayer {
  const layer = useMemo(() => new DensityLayer(map, 'density'), [map]);
  const hasBaseTiles = layers.some((one) => baseMapOf(one.id) !== null && hasTiles(one));
  useEffect(() => {
    const place = () => {
      // no style while the context is lost; with the next one the layer is added again
      const order = map.style ? map.getLayersOrder() : [];
      if (!order.includes(LOWEST_NAME)) return;
      const before = hasBaseTiles ? undefined : LOWEST_NAME;
      const at = order.indexOf(layer.id);
      if (at === -1) map.addLayer(layer, before);
      else if (order[at + 1] !== before) map.moveLayer(layer.id, before);
    };
    place();
    const { unsubscribe } = map.on('styledata', place);
    return unsubscribe;
  }, [map, layer, hasBaseTiles]);
  useEffect(
    () => () => {
      if (map.style && map.getLayer(layer.id) !== undefined) map.removeLayer(layer.id);
    },
    [map, layer],
  );
  return layer;
}
