import type { Layer } from '@deck.gl/core';
import { ScatterplotLayer } from '@deck.gl/layers';
import type { Position } from 'geojson';
import { latOf, lonOf } from '../../../geo/area/areaGeometry.ts';
import { type Trace, traceOf } from '../../../geo/area/measure.ts';
import { SYMBOLS, type Ground } from '../kernel/symbols.ts';
import { FLAT, fillLayer, lineLayers } from '../kernel/lineLayers.ts';
import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';
import { valueStore } from '../../shared/valueStore.ts';

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

/**
 * The line being measured, with the pointer's position as its last vertex. It changes with every pointer
 * move, so it bypasses the map's actor, which gets only the complete line.
 */
export const measuredLine = valueStore<MeasuredLine | null>(null);

const known = new WeakMap<MeasuredLine, Trace>();

/** The geodesic and figures of a measured line, computed once for layers, tags and list. */
export function traceOfLine(line: MeasuredLine): Trace {
  const trace = known.get(line) ?? traceOf(line.kind, line.positions);
  known.set(line, trace);
  return trace;
}
