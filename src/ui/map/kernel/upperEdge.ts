import { isPhoneWide } from './mapPadding.ts';

/** Layout of the place search; `lowered`: below the bar of the current mode. */
export type PlaceSearchLayout = 'field' | 'lowered' | 'button' | 'none';

/** Minimum free width for the field next to the other controls at the map's upper edge, pixels. */
const FIELD_ROOM = 420;
/** Below this free width, pixels, a mode's bar may take two lines. */
const BAR_ROOM = 720;

interface UpperEdge {
  width: number;
  free: number;
  isInMode: boolean;
  isCompared: boolean;
}

/** The layout for a window, CSS pixels. `free` is the width without panel, toolbar and drawer. */
export function placeSearchLayout(now: UpperEdge): PlaceSearchLayout {
  // on a phone the field is in the sheet
  if (now.isCompared || isPhoneWide(now.width)) return 'none';
  const hasField = now.free >= FIELD_ROOM;
  if (!now.isInMode) return hasField ? 'field' : 'button';
  return hasField && now.free >= BAR_ROOM ? 'lowered' : 'none';
}
