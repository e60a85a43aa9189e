import { UPPER_EDGE } from './mapPadding.ts';

/** Layout of the place search; `lowered`: below the bar of the current mode. */
export type PlaceSearchLayout = 'field' | 'lowered' | 'button' | 'none';

/** Minimum free width for the field next to the other controls at the map's upper edge, pixels. */
const FIELD_ROOM = 420;
/** Below this free width, pixels, a mode's bar may take two lines. */
const BAR_ROOM = 720;

/** Free width for the notice about lost tiles beside the field, pixels: its sentence takes one line. */
const NOTICE_ROOM = 860;

interface UpperEdge {
  width: number;
  free: number;
  isInMode: boolean;
  isCompared: boolean;
}

/** The layout for a window, CSS pixels. `free` is the width without panel, toolbar and drawer. */
export function placeSearchLayout(now: UpperEdge): PlaceSearchLayout {
  if (now.isCompared) return 'none';
  const hasField = now.width >= 640 && now.free >= FIELD_ROOM;
  if (!now.isInMode) return hasField ? 'field' : 'button';
  return hasField && now.free >= BAR_ROOM ? 'lowered' : 'none';
}

/** Where the notice about lost tiles is, pixels from the free map's upper left corner: beside the field or below it. */
export function tileNoticePlace(now: UpperEdge): { top: number; start: number; isBelow: boolean } {
  const search = placeSearchLayout(now);
  const row = search === 'lowered' ? UPPER_EDGE : 12;
  if ((search === 'field' || search === 'lowered') && now.free >= NOTICE_ROOM)
    return { top: row, start: 288, isBelow: false };
  // a mode's bar that leaves no room for the field may take two lines
  return { top: search === 'none' && !now.isCompared ? 84 : row + 56, start: 12, isBelow: true };
}
