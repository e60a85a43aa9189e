import { useEffect } from 'react';
import { ZOOM_SHOWN_OFFSET } from '../../../../contract/limits.ts';
import { countInBox } from '../../../geo/area/inBox.ts';
import { drawnFootprints } from '../../../machines/map/footprints.rules.ts';
import { mappedFootprints } from '../../../machines/search/results/results.selectors.ts';
import { preferredFootprints } from '../../../machines/shared/preferences.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { memo } from '../picture/memo.ts';
import { drawnFootprintsStore } from './drawnFootprintsStore.ts';

/** Decides how the footprints are drawn whenever the map has moved, or results, filters or the choice change. */
export function useDrawnFootprints(mapHandle: MapHandle): void {
  const results = useActorOf('results');
  const preferences = useActorOf('preferences');
  useEffect(() => {
    let bounds = mapHandle.bounds();
    const count = memo(countInBox);
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
