import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';

/**
 * Keeps the two maps of these ids in step: whichever is moved, the other shows the same place in the same frame. View
 * state held by React would stay one step behind.
 */
export function usePairedMaps(firstId: string, secondId: string): void {
  const { [firstId]: one, [secondId]: other } = useMap();
  useEffect(() => {
    if (one === undefined || other === undefined) return undefined;
    const [first, second] = [one.getMap(), other.getMap()];
    let isFollowing = false;
    const follow = (leader: MapLibre, follower: MapLibre) => () => {
      // the follower's own event, caused by the jump below
      if (isFollowing) return;
      isFollowing = true;
      follower.jumpTo({ center: leader.getCenter(), zoom: leader.getZoom(), bearing: 0, pitch: 0 });
      // now, not with the next frame: the maps would be seen apart at the divider
      follower.redraw();
      isFollowing = false;
    };
    const toSecond = follow(first, second);
    toSecond();
    const moves = [first.on('move', toSecond), second.on('move', follow(second, first))];
    return () => {
      for (const move of moves) move.unsubscribe();
    };
  }, [one, other]);
}
