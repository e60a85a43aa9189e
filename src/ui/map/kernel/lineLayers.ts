import type { Layer } from '@deck.gl/core';
import { PathStyleExtension, type PathStyleExtensionProps } from '@deck.gl/extensions';
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { Position } from 'geojson';
import type { Rings } from '../../../geo/area/areaGeometry.ts';
import type { Ground, Rgba } from './symbols.ts';

/** A line with casing: widths in pixels, the casing's includes the line's. */
export interface LineSymbol {
  line: Rgba;
  lineWidth: number;
  casing: Rgba;
  casingWidth: number;
  /** Dash and gap, pixels; solid by default. */
  dash?: readonly [number, number];
}

const DASHES = { extensions: [new PathStyleExtension({ dash: true, highPrecisionDash: true })] };
const DashedPathLayer = PathLayer<readonly Position[], PathStyleExtensionProps<readonly Position[]>>;

/** Lines with casing, bottom to top. Degrees. */
export function lineLayers(
  id: string,
  lines: readonly (readonly Position[])[],
  { line, lineWidth, casing, casingWidth, dash }: LineSymbol,
  ground: Ground,
): Layer[] {
  const path = {
    data: lines,
    getPath: (positions: readonly Position[]) => positions as [number, number][],
    widthUnits: 'pixels',
    jointRounded: true,
    updateTriggers: { getColor: ground, getWidth: ground },
    parameters: FLAT,
    // the solid casing of a dashed line has them too: one shader program for both is compiled in half the time
    ...(dash === undefined ? {} : DASHES),
  } as const;
  return [
    new DashedPathLayer({
      ...path,
      id: `${id}-casing`,
      getWidth: casingWidth,
      capRounded: true,
      getColor: [...casing],
      getDashArray: [0, 0],
    }),
    new DashedPathLayer({
      ...path,
      id: `${id}-line`,
      getWidth: lineWidth,
      capRounded: dash === undefined,
      getColor: [...line],
      // dash lengths are in units of half the line width
      getDashArray: dash === undefined ? [0, 0] : [(2 * dash[0]) / lineWidth, (2 * dash[1]) / lineWidth],
    }),
  ];
}

/** Filled polygons, each with its rings. Degrees. */
export function fillLayer(id: string, polygons: readonly Rings[], color: Rgba, ground: Ground): Layer {
  return new SolidPolygonLayer<Rings>({
    id,
    data: polygons,
    getPolygon: (rings) => rings as [number, number][][],
    getFillColor: [...color],
    updateTriggers: { getFillColor: ground },
    parameters: FLAT,
  });
}

/** Everything is on one plane and drawn in layer order; depth tests would cause flicker. */
export const FLAT = { depthCompare: 'always', depthWriteEnabled: false, cullMode: 'none' } as const;
