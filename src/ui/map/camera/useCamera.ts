import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { firstView } from '../../../machines/map/base/baseTiles.selectors.ts';
import { orderBox } from '../../../machines/orders/page/orderPage.rules.ts';
import { orderAoi, shownOrder } from '../../../machines/orders/page/orderPage.selectors.ts';
import { openScene } from '../../../machines/search/results/results.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { useEntryPreview } from '../editing/useEntryPreview.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { useMapPadding } from './useMapPadding.ts';

/** Moves the camera as requested by the map's actor (§5 Coordinate dialog), clear of panel and drawer. */
export function useCamera(mapHandle: MapHandle): void {
  const map = useActorOf('map');
  const results = useActorOf('results');
  const baseTiles = useActorOf('baseTiles');
  const aoi = useActorOf('aoi');
  const orderPage = useActorIf('orderPage');
  const padding = useMapPadding();
  const start = useRef(padding);
  useEffect(() => {
    mapHandle.setPadding(padding);
  }, [mapHandle, padding]);
  useEffect(() => {
    mapHandle.setPadding(start.current);
    const { start: named } = map.getSnapshot().context;
    if (mapHandle.begin(named ?? firstView(baseTiles.getSnapshot()))) {
      // an area restored before the map was mounted hasn't been shown yet
      const { aoi: area, origin } = aoi.getSnapshot().context;
      const isUnseen = origin === 'saved' || origin === 'address';
      if (named === null && area !== null && isUnseen) mapHandle.fit(viewBoundsOf(area.geometry));
      // also an order whose link was loaded first
      const page = orderPage?.getSnapshot();
      const [order, orderArea] = [page && shownOrder(page), page && orderAoi(page)];
      if (order && orderArea) mapHandle.fit(orderBox(orderArea, order));
    }
    const subscriptions = [
      map.on('camera.requested', ({ bbox }) => mapHandle.fit(bbox)),
      map.on('view.requested', ({ view }) => mapHandle.goTo(view)),
      mapHandle.map.on('moveend', () => map.send({ type: 'view.settled', view: mapHandle.view() })),
    ];
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [mapHandle, map, baseTiles, aoi, orderPage]);
  useEntryPreview(mapHandle, padding);
  const open = useSelector(results, openScene);
  useEffect(() => {
    if (open !== null) mapHandle.reveal(viewBoundsOf(open.geometry));
  }, [mapHandle, open]);
}
