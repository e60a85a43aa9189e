import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { openScene } from '../../../machines/search/results.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useEntryPreview } from '../editing/useEntryPreview.ts';
import type { MapHandle } from './mapHandle.ts';
import { useMapPadding } from './useMapPadding.ts';

/** Moves the camera as requested by the map's actor (§5 Coordinate dialog), clear of panel and drawer. */
export function useCamera(mapHandle: MapHandle): void {
  const map = useActorOf('map');
  const results = useActorOf('results');
  const aoi = useActorOf('aoi');
  const padding = useMapPadding();
  const start = useRef(padding);
  useEffect(() => {
    mapHandle.setPadding(padding);
  }, [mapHandle, padding]);
  useEffect(() => {
    mapHandle.setPadding(start.current);
    const { start: begin } = map.getSnapshot().context;
    mapHandle.goTo(begin ?? undefined);
    // an area restored before the map was mounted hasn't been shown yet
    const { aoi: area, origin } = aoi.getSnapshot().context;
    const isUnseen = origin === 'saved' || origin === 'address';
    if (begin === null && area !== null && isUnseen) mapHandle.fit(viewBoundsOf(area.geometry));
    const subscriptions = [
      map.on('camera.requested', ({ bbox }) => mapHandle.fit(bbox)),
      map.on('view.requested', ({ view }) => mapHandle.goTo(view)),
      mapHandle.map.on('moveend', () => map.send({ type: 'view.settled', view: mapHandle.view() })),
    ];
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [mapHandle, map, aoi]);
  useEntryPreview(mapHandle, padding);
  const open = useSelector(results, openScene);
  useEffect(() => {
    if (open !== null) mapHandle.reveal(viewBoundsOf(open.geometry));
  }, [mapHandle, open]);
}
