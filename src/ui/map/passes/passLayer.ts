import type { Layer } from '@deck.gl/core';
import { PathStyleExtension, type PathStyleExtensionProps } from '@deck.gl/extensions';
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers';
import { polygonsOf, type AreaGeometry, type Rings } from '../../../geo/area/areaGeometry.ts';
import type { Place } from '../../../geo/orbit/strip.ts';
import { rgba, SYMBOLS, type Ground, type Rgba } from '../picture/symbols.ts';
import { FLAT } from '../picture/flat.ts';

/** What the tasking form draws on the map. */
export interface PassPicture {
  /** Ground tracks of the passes within the limit. */
  tracks: readonly Place[][];
  /** The closed ring of ground that the sensor sees on the chosen or the best pass. */
  swath: Place[] | null;
  /** The area that is billed. */
  billed: AreaGeometry;
}

const LINE_WIDTH = 2;
const CASING_WIDTH = 5;
/** Dash and gap, pixels. */
const DASH = [10, 4] as const;
/** look.md, map symbols: the pass track on pale, dark and imagery. */
const LINE: Record<Ground, Rgba> = { pale: rgba('#0B6B7A'), dark: rgba('#5CCFE0'), imagery: rgba('#6FE3F2') };
const SWATH: Record<Ground, Rgba> = {
  pale: rgba('#0B6B7A', 0.1),
  dark: rgba('#5CCFE0', 0.1),
  imagery: rgba('#6FE3F2', 0.1),
};

/**
 * look.md, map symbols: dashed tracks in the AOI's casing, the swath filled by 10 %, the billed area in the AOI's colour.
 */
export function passLayers({ tracks, swath, billed }: PassPicture, ground: Ground): Layer[] {
  const { line, casing } = SYMBOLS[ground].aoi;
  const path = {
    data: tracks,
    getPath: (places: Place[]) => places,
    widthUnits: 'pixels',
    jointRounded: true,
    updateTriggers: { getColor: ground },
    parameters: FLAT,
  } as const;
  return [
    new SolidPolygonLayer<Rings>({
      id: 'deck-billed',
      data: polygonsOf(billed),
      getPolygon: (rings) => rings as [number, number][][],
      getFillColor: [line[0], line[1], line[2], 36],
      updateTriggers: { getFillColor: ground },
      parameters: FLAT,
    }),
    new SolidPolygonLayer<Place[]>({
      id: 'deck-swath',
      data: swath === null || swath.length === 0 ? [] : [swath],
      getPolygon: (ring) => ring,
      getFillColor: [...SWATH[ground]],
      updateTriggers: { getFillColor: ground },
      parameters: FLAT,
    }),
    new PathLayer<Place[]>({
      ...path,
      id: 'deck-tracks-casing',
      getWidth: CASING_WIDTH,
      getColor: [...casing],
    }),
    new PathLayer<Place[], PathStyleExtensionProps<Place[]>>({
      ...path,
      id: 'deck-tracks-line',
      getWidth: LINE_WIDTH,
      getColor: [...LINE[ground]],
      // dash lengths are in half line widths
      getDashArray: [(2 * DASH[0]) / LINE_WIDTH, (2 * DASH[1]) / LINE_WIDTH],
      extensions: [new PathStyleExtension({ dash: true, highPrecisionDash: true })],
    }),
  ];
}
