import { useSelector } from '@xstate/react';
import type { LngLat } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { isEnteringCoordinates, previewedArea, shownAoi } from '../../../machines/aoi/aoi.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import type { MapPadding } from '../camera/mapPadding.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { useWindowSize } from '../canvas/useWindowSize.ts';
import { isInSight, paddingBesideDialog } from './picture/sight.ts';
import { viewportOf } from './picture/viewport.ts';

/** Debounce of the typing before the map moves, ms. */
const REST = 350;

/**
 * While coordinates are typed, moves the map to their area if it is out of view, next to the dialog if there
 * is space (§5 Coordinate dialog). Closing the dialog without an area restores the earlier view.
 */
export function useEntryPreview(mapHandle: MapHandle, padding: MapPadding): void {
  const aoi = useActorOf('aoi');
  const preview = useSelector(aoi, previewedArea);
  const isOpen = useSelector(aoi, isEnteringCoordinates);
  const size = useWindowSize();
  const before = useRef<{ center: LngLat; zoom: number; area: unknown } | null>(null);
  useEffect(() => {
    if (preview === null) return undefined;
    const bbox = viewBoundsOf(preview);
    const area = shownAoi(aoi.getSnapshot());
    const wait = setTimeout(() => {
      // React may clear this timer late; if the area was accepted meanwhile, the map's actor has already
      // moved there
      if (previewedArea(aoi.getSnapshot()) !== preview) return;
      const beside = paddingBesideDialog(size, padding);
      const { map } = mapHandle;
      if (beside === null || isInSight(viewportOf(map, (bbox[0] + bbox[2]) / 2), bbox, beside, 'whole'))
        return;
      before.current ??= { center: map.getCenter(), zoom: map.getZoom(), area };
      mapHandle.fit(bbox, beside);
    }, REST);
    return () => clearTimeout(wait);
  }, [mapHandle, aoi, preview, padding, size]);
  useEffect(() => {
    const start = before.current;
    if (isOpen || start === null) return;
    before.current = null;
    // the map's actor moves to an accepted area
    if (shownAoi(aoi.getSnapshot()) !== start.area) return;
    mapHandle.map.easeTo({ center: start.center, zoom: start.zoom, duration: isStill() ? 0 : 400 });
  }, [mapHandle, aoi, isOpen]);
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
