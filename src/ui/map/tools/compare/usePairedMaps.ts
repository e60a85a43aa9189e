import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';

/**
 * Synchronizes two maps by id: when one moves, the other follows in the same frame. View state held by React
 * would lag one step behind.
 */
export function usePairedMaps(firstId: string, secondId: string): void {
  const { [firstId]: one, [secondId]: other } = useMap();
  useEffect(() => {
    if (one === undefined || other === undefined) return undefined;
    const [first, second] = [one.getMap(), other.getMap()];
    let isFollowing = false;
    const follow = (leader: MapLibre, follower: MapLibre) => () => {
      // ignore the follower's own event, caused by the jump below
      if (isFollowing) return;
      isFollowing = true;
      follower.jumpTo({ center: leader.getCenter(), zoom: leader.getZoom(), bearing: 0, pitch: 0 });
      // redraw now: in the next frame the maps would visibly differ at the divider
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
