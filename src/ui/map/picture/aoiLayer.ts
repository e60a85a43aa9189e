import type { Layer } from '@deck.gl/core';
import { PathStyleExtension, type PathStyleExtensionProps } from '@deck.gl/extensions';
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { Position } from 'geojson';
import { polygonsOf, type AreaGeometry, type Ring } from '../../../geo/area/areaGeometry.ts';
import { joinedAt180 } from '../../../geo/antimeridian/joinAntimeridian.ts';
import { SYMBOLS, type Ground } from './symbols.ts';
import { FLAT } from './flat.ts';

/** The world and one turn to either side, so that copies of the world near 180° are dimmed too. */
const EVERYWHERE: Ring = [
  [-540, -85],
  [540, -85],
  [540, 85],
  [-540, 85],
  [-540, -85],
];

/** 0..255: a gap must stand out from the chosen footprints next to it. */
const GAP_OPACITY = 115;

/** Everything outside of the AOI as polygons: the world with the AOI's parts as holes, and the AOI's own holes. */
function outsideOf(area: AreaGeometry): Ring[][] {
  const polygons = polygonsOf(area);
  const parts = polygons.flatMap(([outer]) => (outer === undefined ? [] : [outer]));
  return [[EVERYWHERE, ...parts], ...polygons.flatMap(([, ...holes]) => holes.map((hole) => [hole]))];
}

/** look.md, map symbols: dims everything outside of the AOI, beneath the footprints. */
export function maskLayer(area: AreaGeometry, ground: Ground): Layer {
  return new SolidPolygonLayer<Ring[]>({
    id: 'deck-mask',
    data: outsideOf(area),
    getPolygon: (rings) => rings as [number, number][][],
    getFillColor: [...SYMBOLS[ground].mask],
    updateTriggers: { getFillColor: ground },
    parameters: FLAT,
  });
}

/** A dashed line with a casing, like the AOI's outline. */
export function dashedLayers(id: string, lines: readonly Position[][], ground: Ground): Layer[] {
  const { line, lineWidth, dash, casing, casingWidth } = SYMBOLS[ground].aoi;
  const shared = {
    data: lines,
    getPath: (path: Position[]) => path as [number, number][],
    widthUnits: 'pixels',
    jointRounded: true,
    parameters: FLAT,
  } as const;
  return [
    new PathLayer<Position[]>({
      ...shared,
      id: `${id}-casing`,
      getWidth: casingWidth,
      capRounded: true,
      getColor: [...casing],
      updateTriggers: { getColor: ground },
    }),
    new PathLayer<Position[], PathStyleExtensionProps<Position[]>>({
      ...shared,
      id: `${id}-line`,
      getWidth: lineWidth,
      getColor: [...line],
      updateTriggers: { getColor: ground },
      // dash lengths are in half line widths
      getDashArray: [(2 * dash[0]) / lineWidth, (2 * dash[1]) / lineWidth],
      extensions: [new PathStyleExtension({ dash: true, highPrecisionDash: true })],
    }),
  ];
}

/** look.md, map symbols: the AOI's outline, without the line where 180° cuts it. */
export function aoiLayers(area: AreaGeometry, ground: Ground): Layer[] {
  return dashedLayers('deck-aoi', joinedAt180(area).flat(), ground);
}

/** The part of the AOI that a best cover leaves open, filled in the AOI's colour. */
export function gapLayers(gap: AreaGeometry, ground: Ground): Layer[] {
  const [red, green, blue] = SYMBOLS[ground].aoi.line;
  return [
    new SolidPolygonLayer<Ring[]>({
      id: 'deck-gap',
      data: polygonsOf(gap),
      getPolygon: (rings) => rings as [number, number][][],
      getFillColor: [red, green, blue, GAP_OPACITY],
      updateTriggers: { getFillColor: ground },
      parameters: FLAT,
    }),
  ];
}
