import type { Layer } from '@deck.gl/core';
import { PathLayer, ScatterplotLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { Position } from 'geojson';
import { latOf, lonOf, type Ring } from '../../../geo/area/areaGeometry.ts';
import type { Trace } from '../../../geo/area/measure.ts';
import { SYMBOLS, type Ground } from '../picture/symbols.ts';
import { FLAT } from '../picture/flat.ts';

/** look.md, map symbols: measured lines in their casing with round ends, areas filled. */
export function measureLayers(id: string, traces: readonly Trace[], ground: Ground): Layer[] {
  const { line, lineWidth, casing, casingWidth, fill, end } = SYMBOLS[ground].measured;
  const rings = traces.flatMap(({ ring }) => (ring === null ? [] : [ring]));
  const path = {
    data: traces.map((trace) => trace.line),
    getPath: (positions: readonly Position[]) => positions as [number, number][],
    widthUnits: 'pixels',
    capRounded: true,
    jointRounded: true,
    updateTriggers: { getColor: ground },
    parameters: FLAT,
  } as const;
  return [
    new SolidPolygonLayer<Ring>({
      id: `${id}-fill`,
      data: rings,
      getPolygon: (ring) => ring as [number, number][],
      getFillColor: [...fill],
      updateTriggers: { getFillColor: ground },
      parameters: FLAT,
    }),
    new PathLayer<readonly Position[]>({
      ...path,
      id: `${id}-casing`,
      getWidth: casingWidth,
      getColor: [...casing],
    }),
    new PathLayer<readonly Position[]>({
      ...path,
      id: `${id}-line`,
      getWidth: lineWidth,
      getColor: [...line],
    }),
    new ScatterplotLayer<Position>({
      id: `${id}-ends`,
      data: traces.flatMap(({ vertices }) => vertices),
      getPosition: (vertex) => [lonOf(vertex), latOf(vertex)],
      radiusUnits: 'pixels',
      getRadius: end,
      stroked: true,
      lineWidthUnits: 'pixels',
      getLineWidth: lineWidth,
      getLineColor: [...line],
      getFillColor: [...casing],
      updateTriggers: { getLineColor: ground, getFillColor: ground },
      parameters: FLAT,
    }),
  ];
}
