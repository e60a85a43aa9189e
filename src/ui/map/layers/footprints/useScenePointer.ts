import { useSelector } from '@xstate/react';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect } from 'react';
import { isBrowsing } from '../../../../machines/map/map.selectors.ts';
import { orderScenes } from '../../../../machines/orders/orderPage.selectors.ts';
import { cellAt } from '../../../../machines/search/coverage.machine.ts';
import { mappedScenes } from '../../../../machines/search/results.selectors.ts';
import { useActorIf, useActorOf } from '../../../shared/actors.tsx';
import { cardedScene, setHovered } from '../../../shared/hover.ts';
import { drawnFootprintsStore } from './drawnFootprints.ts';
import { useIsOrderOpen } from '../besideMap.ts';
import { nextOf, scenesAt } from './scenesAt.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';

/** Clicks closer than this count as the same place, pixels. */
const SAME_PLACE = 6;

/** How far a click on the coverage zooms in. */
const CLOSER = 2;

/**
 * Hovering and selecting footprints with the pointer: a click opens the details, repeated clicks at the same
 * place cycle through overlapping footprints; with Shift, Ctrl or Cmd a click selects. A click on the coverage zooms in.
 */
export function useScenePointer(mapHandle: MapHandle): void {
  const results = useActorOf('results');
  const map = useActorOf('map');
  const orderPage = useActorIf('orderPage');
  const coverage = useActorIf('coverage');
  const isOrder = useIsOrderOpen();
  const isFree = useSelector(map, isBrowsing);
  useEffect(() => {
    if (!isFree) return undefined;
    let last: { x: number; y: number; id: string } | null = null;
    const idsAt = ({ lngLat }: MapMouseEvent): string[] => {
      const ordered = orderPage && orderScenes(orderPage.getSnapshot());
      // hidden footprints can't be pointed at
      if (!ordered && drawnFootprintsStore.get() === 'hidden') return [];
      const scenes = ordered ?? mappedScenes(results.getSnapshot());
      const { lng, lat } = lngLat.wrap();
      return scenesAt(scenes, lng, lat);
    };
    const lastAt = ({ point }: MapMouseEvent): string | null =>
      last !== null && Math.hypot(point.x - last.x, point.y - last.y) < SAME_PLACE ? last.id : null;
    const isCovered = ({ lngLat }: MapMouseEvent): boolean => {
      const { lng, lat } = lngLat.wrap();
      const cell = coverage && cellAt(coverage.getSnapshot(), lng, lat);
      return cell ? cell.scenes > 0 : false;
    };
    const moved = (event: MapMouseEvent) => {
      // a tap is no hover
      if (cardedScene.get() !== null) return;
      const ids = idsAt(event);
      const kept = lastAt(event);
      const id = kept !== null && ids.includes(kept) ? kept : (ids[0] ?? null);
      mapHandle.map.getCanvas().style.cursor = id !== null || isCovered(event) ? 'pointer' : '';
      setHovered(id);
    };
    const clicked = (event: MapMouseEvent) => {
      const ids = idsAt(event);
      // an order's scenes have no details and can't be selected
      if (isOrder) return setHovered(ids[0] ?? null);
      const { shiftKey, ctrlKey, metaKey } = event.originalEvent;
      if (shiftKey || ctrlKey || metaKey) {
        const id = lastAt(event) ?? ids[0];
        if (id !== undefined) results.send({ type: 'scene.toggled', id });
        return;
      }
      const id = nextOf(ids, lastAt(event));
      if (id === null) {
        // the second click of a double click is no further step
        if (isCovered(event) && event.originalEvent.detail < 2) mapHandle.zoomBy(CLOSER, event.point);
        return;
      }
      last = { ...event.point, x: event.point.x, y: event.point.y, id };
      // its card comes to the middle
      if (cardedScene.get() !== null) return cardedScene.set(id);
      setHovered(id);
      results.send({ type: 'details.opened', id });
    };
    const doubleClicked = (event: MapMouseEvent) => {
      // a second quick click selects the next footprint, or follows one that zooms, and must not also zoom
      if (idsAt(event).length > 0 || isCovered(event)) event.preventDefault();
    };
    const left = () => setHovered(null);
    mapHandle.map.on('mousemove', moved);
    mapHandle.map.on('mouseout', left);
    mapHandle.map.on('click', clicked);
    mapHandle.map.on('dblclick', doubleClicked);
    return () => {
      mapHandle.map.off('mousemove', moved);
      mapHandle.map.off('mouseout', left);
      mapHandle.map.off('click', clicked);
      mapHandle.map.off('dblclick', doubleClicked);
      mapHandle.map.getCanvas().style.cursor = '';
      setHovered(null);
    };
  }, [mapHandle, results, isFree, orderPage, coverage, isOrder]);
}
