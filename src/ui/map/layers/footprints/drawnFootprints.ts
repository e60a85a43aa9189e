import { type DrawnFootprints, drawnFootprints } from '../../../../machines/map/map.rules.ts';
import { valueStore } from '../../../shared/valueStore.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { ZOOM_SHOWN_OFFSET } from '../../../../../contract/limits.ts';
import { countInBox } from '../../../../geo/area/inBox.ts';
import {
  isMosaicPending,
  mappedFootprints,
  mappedScenes,
  shownMosaic,
} from '../../../../machines/search/results.selectors.ts';
import { preferredFootprints } from '../../../../machines/shared/preferences.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { memoLast } from '../../../../geo/memo.ts';
import { useSelector } from '@xstate/react';
import { useIsOrderOpen } from '../besideMap.ts';

/** How the footprints are currently drawn; the automatic view depends on the map and the results. */
export const drawnFootprintsStore = valueStore<DrawnFootprints>('outlines');

/** Decides how the footprints are drawn whenever the map has moved, or results, filters or the choice change. */
export function useDrawnFootprints(mapHandle: MapHandle): void {
  const results = useActorOf('results');
  const preferences = useActorOf('preferences');
  useEffect(() => {
    let bounds = mapHandle.bounds();
    const count = memoLast(countInBox);
    const decide = () => {
      const found = results.getSnapshot();
      const { scenes, shown } = mappedFootprints(found);
      const zoom = mapHandle.map.getZoom() + ZOOM_SHOWN_OFFSET;
      const view = preferredFootprints(preferences.getSnapshot());
      const overlap = isMosaicPending(found) ? 'pending' : (shownMosaic(found)?.overlap ?? null);
      drawnFootprintsStore.set(drawnFootprints(view, count(scenes, bounds, shown), zoom, overlap));
    };
    const moved = () => {
      bounds = mapHandle.bounds();
      decide();
    };
    decide();
    const map = mapHandle.map.on('moveend', moved);
    const resized = mapHandle.map.on('resize', moved);
    const subscriptions = [results.subscribe(decide), preferences.subscribe(decide), map, resized];
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [mapHandle, results, preferences]);
}

/** Whether the density of the found scenes is on the map, other than around a mosaic. */
export function useIsDensityShown(): boolean {
  const drawn = useSyncExternalStore(drawnFootprintsStore.on, drawnFootprintsStore.get);
  const hasResults = useSelector(useActorOf('results'), (results) => mappedScenes(results).length > 0);
  const isAuto = useSelector(useActorOf('preferences'), preferredFootprints) === 'auto';
  const isPictured = useSelector(useActorOf('results'), shownMosaic) !== null && isAuto;
  const hasScenes = !useIsOrderOpen() && hasResults;
  return hasScenes && drawn === 'density' && !isPictured;
}
