import { useEffect, useMemo } from 'react';
import { outlinesOf } from '../../../geo/antimeridian/outline.ts';
import type { PictureLayer } from '../kernel/layer.ts';
import type { MapHandle } from '../kernel/mapHandle.ts';
import { usePicture, usePortalSources, type PortalSources } from '../kernel/usePicture.ts';
import { AOI_ON_MAP } from './aoi.ts';
import { editSketch } from './editing.ts';
import { useDensity } from './density/useDensity.ts';
import { imageryBoxesOf, type MapLayer } from './tiles/mapLayers.ts';
import { useGround } from './tiles/useGround.ts';

/** Keeps the map's names off the AOI's line, also while it is edited. */
function useNamesOffAoi({ linesKeptClear }: MapHandle, from: PortalSources): void {
  useEffect(() => {
    const show = () => {
      const area = editSketch.get()?.area ?? AOI_ON_MAP.read(from);
      linesKeptClear.set(area === null ? [] : outlinesOf(area));
    };
    show();
    const ends = [...AOI_ON_MAP.subscribe(from, show), editSketch.on(show)];
    return () => {
      for (const end of ends) end();
    };
  }, [linesKeptClear, from]);
}

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
  useNamesOffAoi(mapHandle, from);
  useDensity(mapHandle, layers, from);
}
