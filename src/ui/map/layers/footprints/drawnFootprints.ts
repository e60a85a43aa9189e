import { type DrawnFootprints, drawnFootprints } from '../../../../machines/map/map.rules.ts';
import { valueStore } from '../../../shared/valueStore.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { ZOOM_SHOWN_OFFSET } from '../../../../../contract/limits.ts';
import { countInBox } from '../../../../geo/area/inBox.ts';
import { mappedFootprints, mappedScenes } from '../../../../machines/search/results.selectors.ts';
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
      const { scenes, shown } = mappedFootprints(results.getSnapshot());
      const zoom = mapHandle.map.getZoom() + ZOOM_SHOWN_OFFSET;
      drawnFootprintsStore.set(
        drawnFootprints(preferredFootprints(preferences.getSnapshot()), count(scenes, bounds, shown), zoom),
      );
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

/** Whether the density of the found scenes is on the map. */
export function useIsDensityShown(): boolean {
  const drawn = useSyncExternalStore(drawnFootprintsStore.on, drawnFootprintsStore.get);
  const hasResults = useSelector(useActorOf('results'), (results) => mappedScenes(results).length > 0);
  const hasScenes = !useIsOrderOpen() && hasResults;
  return hasScenes && drawn === 'density';
}
