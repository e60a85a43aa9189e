import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { MAP_START } from '../../../../../contract/limits.ts';
import { baseMapOf } from '../../../../machines/map/baseMap.machine.ts';
import { firstView, lostBase } from '../../../../machines/map/baseTiles.machine.ts';
import type { MapPlace } from '../../../../machines/map/map.events.ts';
import { isComparing } from '../../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { useRestingView } from '../../kernel/useRestingView.ts';
import type { MapLayer } from './mapLayers.ts';
import { useComparable, useLayersOf } from './useMapLayers.ts';

/** Whether the map is still where §2 Map defaults put it. */
function isAtStart({ longitude, latitude, zoom }: MapPlace): boolean {
  const { longitude: east, latitude: north, zoom: start } = MAP_START;
  return (
    Math.abs(longitude - east) < 1e-4 && Math.abs(latitude - north) < 1e-4 && Math.abs(zoom - start) < 0.01
  );
}

/**
 * Reports to the actor which base map is shown, whether its tiles load, and where the map comes to rest. Once
 * tiles are lost, an untouched first view zooms out to where the built-in map shows something.
 */
export function useBaseTiles(mapHandle: MapHandle, layers: readonly MapLayer[]): void {
  const actor = useActorOf('baseTiles');
  const base = layers.map(({ id }) => baseMapOf(id)).find((id) => id !== null) ?? null;
  useEffect(() => {
    if (base !== null) actor.send({ type: 'base.shown', base });
  }, [actor, base]);
  const { sides } = useComparable();
  const after = useLayersOf(sides.after);
  const visible = useSelector(useActorOf('map'), isComparing) ? [...layers, ...after] : layers;
  const credited = visible.find(({ source }) => source.attributionUrl !== undefined)?.id;
  const creditedBase = credited === undefined ? null : baseMapOf(credited);
  useEffect(() => {
    actor.send({ type: 'credit.needed', base: creditedBase });
  }, [actor, creditedBase]);
  useEffect(() => {
    const { tiles } = mapHandle;
    const reports = (type: 'tiles.asked' | 'tiles.drawn', store: typeof tiles.seen) => () => {
      for (const id of store.get()) {
        const one = baseMapOf(id);
        if (one !== null) actor.send({ type, base: one });
      }
    };
    const asked = reports('tiles.asked', tiles.asked);
    const drawn = reports('tiles.drawn', tiles.seen);
    asked();
    drawn();
    const ends = [
      tiles.asked.on(asked),
      tiles.seen.on(drawn),
      tiles.onLost((id, status) => {
        const one = baseMapOf(id);
        if (one !== null) actor.send({ type: 'tiles.lost', base: one, status });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [actor, mapHandle]);
  useRestingView(mapHandle, actor);
  const isLost = useSelector(actor, lostBase) !== null;
  const map = useActorOf('map');
  useEffect(() => {
    // a view of the address is the user's own
    const isOwn = map.getSnapshot().context.start !== null;
    if (isLost && !isOwn && isAtStart(mapHandle.addressView()))
      mapHandle.goTo(firstView(actor.getSnapshot()));
  }, [actor, isLost, map, mapHandle]);
}
