import type { Layer } from '@deck.gl/core';
import { polygonsOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { joinedAt180 } from '../../../geo/antimeridian/joinAntimeridian.ts';
import { SYMBOLS, type Ground, type OutlineSymbol } from '../picture/symbols.ts';
import { fillLayer, lineLayers } from '../picture/lineLayers.ts';

/** The parts of the imagery layers besides their tiles. */
export interface ImageryPicture {
  /** Extents of the layers on the map. */
  outlines: readonly AreaGeometry[];
  /** Extent of the layer hovered in the panel. */
  hovered: AreaGeometry | null;
  /** Vector data. */
  vectors: readonly AreaGeometry[];
}

/** Outlines without the edge along 180° where an area is cut. */
function outlineLayers(
  id: string,
  areas: readonly AreaGeometry[],
  symbol: OutlineSymbol,
  ground: Ground,
): Layer[] {
  const lines = areas.flatMap((area) => joinedAt180(area).flat());
  return lineLayers(id, lines, symbol, ground);
}

/** Extents are drawn like unfilled footprints, vector data above them (docs/design.md, Map symbols). */
export function imageryLayers({ outlines, hovered, vectors }: ImageryPicture, ground: Ground): Layer[] {
  const { footprint, hovered: marked, vector } = SYMBOLS[ground];
  return [
    ...outlineLayers('deck-imagery', outlines, footprint, ground),
    fillLayer('deck-vectors', vectors.flatMap(polygonsOf), vector.fill, ground),
    ...outlineLayers('deck-vectors', vectors, vector, ground),
    ...outlineLayers('deck-imagery-hovered', hovered === null ? [] : [hovered], marked, ground),
  ];
}
