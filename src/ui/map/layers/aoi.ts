import type { Layer } from '@deck.gl/core';
import type { Position } from 'geojson';
import { outlinesOf } from '../../../geo/antimeridian/outline.ts';
import { polygonsOf, type AreaGeometry, type Ring } from '../../../geo/area/areaGeometry.ts';
import { fillLayer, lineLayers } from '../kernel/lineLayers.ts';
import { SYMBOLS, type Ground } from '../kernel/symbols.ts';

/** The world and one copy to either side, so that the mask also covers copies of the world near 180°. */
const EVERYWHERE: Ring = [
  [-540, -85],
  [540, -85],
  [540, 85],
  [-540, 85],
  [-540, -85],
];

/** 0..255: a gap must stand out from adjacent selected footprints. */
const GAP_OPACITY = 115;

/** The outside of the AOI as polygons: the world with the AOI's parts as holes, and the AOI's own holes. */
function outsideOf(area: AreaGeometry): Ring[][] {
  const polygons = polygonsOf(area);
  const parts = polygons.flatMap(([outer]) => (outer === undefined ? [] : [outer]));
  return [[EVERYWHERE, ...parts], ...polygons.flatMap(([, ...holes]) => holes.map((hole) => [hole]))];
}

/** Dims everything outside of the AOI, below the footprints (docs/design.md, Map symbols). */
export function maskLayer(area: AreaGeometry, ground: Ground): Layer {
  return fillLayer('deck-mask', outsideOf(area), SYMBOLS[ground].mask, ground);
}

/** A dashed line with a casing, like the AOI's outline. */
export function dashedLayers(id: string, lines: readonly Position[][], ground: Ground): Layer[] {
  return lineLayers(id, lines, SYMBOLS[ground].aoi, ground);
}

/** An area's outline, without the edge along 180° where it is cut (docs/design.md, Map symbols). */
export function outlineLayers(id: string, area: AreaGeometry, ground: Ground): Layer[] {
  return dashedLayers(id, outlinesOf(area), ground);
}

/** The part of the AOI that a best cover leaves uncovered, filled in the AOI's colour. */
export function gapLayer(gap: AreaGeometry, ground: Ground): Layer {
  const [red, green, blue] = SYMBOLS[ground].aoi.line;
  return fillLayer('deck-gap', polygonsOf(gap), [red, green, blue, GAP_OPACITY], ground);
}
