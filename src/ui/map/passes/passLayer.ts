import type { Layer } from '@deck.gl/core';
import { polygonsOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { Place } from '../../../geo/orbit/strip.ts';
import { rgba, SYMBOLS, type Ground, type Rgba } from '../picture/symbols.ts';
import { fillLayer, lineLayers } from '../picture/lineLayers.ts';

/** The tasking form's drawing on the map. */
export interface PassPicture {
  /** Ground tracks of the passes within the limit. */
  tracks: readonly Place[][];
  /** The closed ring of the ground swath of the selected or best pass. */
  swath: Place[] | null;
  /** The billed area. */
  billed: AreaGeometry;
}

/** 0..255. */
const BILLED_OPACITY = 36;
/** Dash and gap, pixels. */
const DASH = [10, 4] as const;
/** The pass track on each ground (docs/design.md, Map symbols). */
const LINE: Record<Ground, Rgba> = { pale: rgba('#0B6B7A'), dark: rgba('#5CCFE0'), imagery: rgba('#6FE3F2') };
const SWATH: Record<Ground, Rgba> = {
  pale: rgba('#0B6B7A', 0.1),
  dark: rgba('#5CCFE0', 0.1),
  imagery: rgba('#6FE3F2', 0.1),
};

/** Dashed tracks with casing, the swath, and the billed area in the colour of the AOI (docs/design.md, Map symbols). */
export function passLayers({ tracks, swath, billed }: PassPicture, ground: Ground): Layer[] {
  const { line, casing } = SYMBOLS[ground].aoi;
  const track = { line: LINE[ground], lineWidth: 2, casing, casingWidth: 5, dash: DASH };
  const rings = swath === null || swath.length === 0 ? [] : [[swath]];
  return [
    fillLayer('deck-billed', polygonsOf(billed), [line[0], line[1], line[2], BILLED_OPACITY], ground),
    fillLayer('deck-swath', rings, SWATH[ground], ground),
    ...lineLayers('deck-tracks', tracks, track, ground),
  ];
}
