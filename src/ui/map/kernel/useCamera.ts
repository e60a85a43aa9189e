import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { firstView } from '../../../machines/map/baseTiles.machine.ts';
import { orderBox } from '../../../machines/orders/orderPage.machine.ts';
import { orderAoi, shownOrder } from '../../../machines/orders/orderPage.selectors.ts';
import { openScene, requestedAoi } from '../../../machines/search/results.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { isStill, type MapHandle } from './mapHandle.ts';
import { useMapPadding, type MapPadding } from './mapPadding.ts';
import type { LngLat } from 'maplibre-gl';
import { isEnteringCoordinates, previewedArea, shownAoi } from '../../../machines/aoi/aoi.machine.ts';
import { isUploadOpen, placedArea } from '../../../machines/aoi/upload.machine.ts';
import { useWindowSize } from './mapStores.ts';
import { isInSight, paddingBesideDialog, viewportOf } from './viewport.ts';

/** Moves the camera as requested by the map's actor (§5 Coordinate dialog), clear of panel and drawer. */
export function useCamera(mapHandle: MapHandle): void {
  const map = useActorOf('map');
  const results = useActorOf('results');
  const baseTiles = useActorOf('baseTiles');
  const aoi = useActorOf('aoi');
  const orderPage = useActorIf('orderPage');
  const padding = useMapPadding();
  useEffect(() => {
    mapHandle.setPadding(padding);
  }, [mapHandle, padding]);
  useEffect(() => {
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
      // once the panels are back
      map.on('area.drawn', ({ bbox }) => requestAnimationFrame(() => mapHandle.showDrawn(bbox))),
      map.on('view.requested', ({ view }) => mapHandle.goTo(view)),
      mapHandle.map.on('moveend', () => map.send({ type: 'view.settled', view: mapHandle.addressView() })),
    ];
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [mapHandle, map, baseTiles, aoi, orderPage]);
  useEntryPreview(mapHandle, padding);
  const open = useSelector(results, openScene);
  const searched = useSelector(results, requestedAoi);
  useEffect(() => {
    // the AOI stays in sight beside the drawer
    if (open !== null) mapHandle.keepWhole(viewBoundsOf((searched ?? open).geometry));
  }, [mapHandle, open, searched]);
}

/** Debounce of the typing before the map moves, ms. */
const REST = 350;

/**
 * While coordinates are typed, or a file is placed in a picked system, moves the map to the area if it is out of view,
 * next to the dialog if there is space (§5 Coordinate dialog). Closing the dialog without an area restores the earlier view.
 */
function useEntryPreview(mapHandle: MapHandle, padding: MapPadding): void {
  const aoi = useActorOf('aoi');
  // not on the page of a shared search
  const upload = useActorIf('upload');
  const typed = useSelector(aoi, previewedArea);
  const placed = useSelector(upload, (one) => one && placedArea(one)) ?? null;
  const preview = typed ?? placed;
  const isEntering = useSelector(aoi, isEnteringCoordinates);
  const isOpen = useSelector(upload, (one) => one && isUploadOpen(one)) || isEntering;
  const size = useWindowSize();
  const before = useRef<{ center: LngLat; zoom: number; area: unknown } | null>(null);
  useEffect(() => {
    if (preview === null) return undefined;
    const bbox = viewBoundsOf(preview);
    const area = shownAoi(aoi.getSnapshot());
    const wait = setTimeout(() => {
      // React may clear this timer late; if the area was accepted meanwhile, the map's actor has already
      // moved there
      const file = upload?.getSnapshot();
      if ((previewedArea(aoi.getSnapshot()) ?? (file && placedArea(file))) !== preview) return;
      const beside = paddingBesideDialog(size, padding);
      const { map } = mapHandle;
      if (beside === null || isInSight(viewportOf(map, (bbox[0] + bbox[2]) / 2), bbox, beside, 'whole'))
        return;
      before.current ??= { center: map.getCenter(), zoom: map.getZoom(), area };
      mapHandle.fit(bbox, beside);
    }, REST);
    return () => clearTimeout(wait);
  }, [mapHandle, aoi, upload, preview, padding, size]);
  useEffect(() => {
    const start = before.current;
    if (isOpen || start === null) return;
    before.current = null;
    // the map's actor moves to an accepted area
    if (shownAoi(aoi.getSnapshot()) !== start.area) return;
    mapHandle.map.easeTo({ center: start.center, zoom: start.zoom, duration: isStill() ? 0 : 400 });
  }, [mapHandle, aoi, isOpen]);
}
