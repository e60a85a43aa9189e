/** How the place search shows itself; `lowered`: below the bar of the mode that is on. */
export type PlaceSearchLayout = 'field' | 'lowered' | 'button' | 'none';

/** Less free width than this has no room for the field beside what else stands at the map's upper edge. */
const FIELD_ROOM = 420;
/** Less than this, and the bar of a mode may take two lines. */
const BAR_ROOM = 720;

/** The look for a window; all in CSS pixels. `free` is what neither panel nor toolbar nor drawer takes. */
export function placeSearchLayout(now: {
  width: number;
  free: number;
  isInMode: boolean;
  isCompared: boolean;
}): PlaceSearchLayout {
  if (now.isCompared) return 'none';
  const hasField = now.width >= 640 && now.free >= FIELD_ROOM;
  if (!now.isInMode) return hasField ? 'field' : 'button';
  return hasField && now.free >= BAR_ROOM ? 'lowered' : 'none';
}
