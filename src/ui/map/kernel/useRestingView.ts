import { useEffect } from 'react';
import type { RestingView } from '../../../machines/map/baseTiles.machine.ts';
import type { MapHandle } from './mapHandle.ts';

interface Hearer {
  send: (event: { type: 'view.rested'; view: RestingView }) => void;
}

/** Tells an actor which part of the map is in sight, whenever the map comes to rest. */
export function useRestingView(mapHandle: MapHandle, actor: Hearer | undefined): void {
  useEffect(() => {
    if (actor === undefined) return undefined;
    const rest = () => {
      actor.send({ type: 'view.rested', view: { bbox: mapHandle.bounds(), zoom: mapHandle.view().zoom } });
    };
    rest();
    const rested = mapHandle.map.on('moveend', rest);
    return () => rested.unsubscribe();
  }, [actor, mapHandle]);
}
