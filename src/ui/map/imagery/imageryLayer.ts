import type { Layer } from '@deck.gl/core';
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { Position } from 'geojson';
import { polygonsOf, type AreaGeometry, type Rings } from '../../../geo/area/areaGeometry.ts';
import { joinedAt180 } from '../../../geo/antimeridian/joinAntimeridian.ts';
import { SYMBOLS, type Ground, type OutlineSymbol } from '../picture/symbols.ts';
import { FLAT } from '../picture/flat.ts';

/** What is drawn of the imagery layers besides their tiles. */
export interface ImageryPicture {
  /** Extents of the layers on the map. */
  outlines: readonly AreaGeometry[];
  /** Extent of the layer under the pointer in the panel. */
  hovered: AreaGeometry | null;
  /** Vector data. */
  vectors: readonly AreaGeometry[];
}

/** Outlines in a symbol's line and casing, without the line where 180° cuts an area. */
function outlineLayers(
  id: string,
  areas: readonly AreaGeometry[],
  symbol: OutlineSymbol,
  ground: Ground,
): Layer[] {
  const path = {
    data: areas.flatMap((area) => joinedAt180(area).flat()),
    getPath: (positions: Position[]) => positions as [number, number][],
    widthUnits: 'pixels',
    jointRounded: true,
    capRounded: true,
    parameters: FLAT,
  } as const;
  return [
    new PathLayer<Position[]>({
      ...path,
      id: `${id}-casing`,
      getWidth: symbol.casingWidth,
      getColor: [...symbol.casing],
      updateTriggers: { getColor: ground, getWidth: ground },
    }),
    new PathLayer<Position[]>({
      ...path,
      id: `${id}-line`,
      getWidth: symbol.lineWidth,
      getColor: [...symbol.line],
      updateTriggers: { getColor: ground },
    }),
  ];
}

/** look.md, map symbols: extents are drawn like footprints without a fill, vector data over them. */
export function imageryLayers({ outlines, hovered, vectors }: ImageryPicture, ground: Ground): Layer[] {
  const { footprint, hovered: marked, vector } = SYMBOLS[ground];
  return [
    ...outlineLayers('deck-imagery', outlines, footprint, ground),
    new SolidPolygonLayer<Rings>({
      id: 'deck-vectors',
      data: vectors.flatMap(polygonsOf),
      getPolygon: (rings) => rings as [number, number][][],
      getFillColor: [...vector.fill],
      updateTriggers: { getFillColor: ground },
      parameters: FLAT,
    }),
    ...outlineLayers('deck-vectors', vectors, vector, ground),
    ...outlineLayers('deck-imagery-hovered', hovered === null ? [] : [hovered], marked, ground),
  ];
}
