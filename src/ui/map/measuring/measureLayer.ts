import type { Layer } from '@deck.gl/core';
import { ScatterplotLayer } from '@deck.gl/layers';
import type { Position } from 'geojson';
import { latOf, lonOf } from '../../../geo/area/areaGeometry.ts';
import type { Trace } from '../../../geo/area/measure.ts';
import { SYMBOLS, type Ground } from '../picture/symbols.ts';
import { FLAT } from '../picture/flat.ts';
import { fillLayer, lineLayers } from '../picture/lineLayers.ts';

/** Measured lines with casing and round ends, areas filled (docs/design.md, Map symbols). */
export function measureLayers(id: string, traces: readonly Trace[], ground: Ground): Layer[] {
  const { line, lineWidth, casing, fill, end } = SYMBOLS[ground].measured;
  const rings = traces.flatMap(({ ring }) => (ring === null ? [] : [[ring]]));
  const lines = traces.map((trace) => trace.line);
  return [
    fillLayer(`${id}-fill`, rings, fill, ground),
    ...lineLayers(id, lines, SYMBOLS[ground].measured, ground),
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
