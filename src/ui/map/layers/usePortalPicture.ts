import { useMemo } from 'react';
import type { PictureLayer } from '../kernel/layer.ts';
import type { MapHandle } from '../kernel/mapHandle.ts';
import { usePicture, usePortalSources, type PortalSources } from '../kernel/usePicture.ts';
import { useDensity } from './density/useDensity.ts';
import { imageryBoxesOf, type MapLayer } from './tiles/mapLayers.ts';
import { useGround } from './tiles/useGround.ts';

/**
 * Draws the picture on a map of the portal.
 * @param picture the layers that are drawn
 * @param layers the tiles below them
 */
export function usePortalPicture(
  mapHandle: MapHandle,
  picture: readonly PictureLayer<PortalSources>[],
  layers: readonly MapLayer[],
): void {
  const imageryBoxes = useMemo(() => imageryBoxesOf(layers), [layers]);
  const from = usePortalSources(imageryBoxes);
  usePicture(mapHandle, picture, from, useGround(mapHandle, layers));
  useDensity(mapHandle, layers, from);
}
