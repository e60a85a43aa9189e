import type { MapStage } from '../canvas/stage.ts';

/**
 * Keeps two maps in step: whichever is moved, the other shows the same place in the same frame. Both tell the first one's
 * listeners where the pointer is.
 * @returns what ends it
 */
export function pairStages(first: MapStage, second: MapStage): () => void {
  let isFollowing = false;
  const follow = (leader: MapStage, follower: MapStage) => () => {
    // the follower's own news of having moved
    if (isFollowing) return;
    isFollowing = true;
    const { map } = leader;
    follower.map.jumpTo({ center: map.getCenter(), zoom: map.getZoom(), bearing: 0, pitch: 0 });
    // now, not with the next frame: at the divider the maps would be seen apart
    follower.map.redraw();
    isFollowing = false;
  };
  const toSecond = follow(first, second);
  const toFirst = follow(second, first);
  toSecond();
  first.map.on('move', toSecond);
  second.map.on('move', toFirst);
  const leavePointer = second.onPointer((at) => first.tellPointer(at));
  return () => {
    first.map.off('move', toSecond);
    second.map.off('move', toFirst);
    leavePointer();
  };
}
