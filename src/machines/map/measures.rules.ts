import type { Position } from 'geojson';

/** A line that was measured: open for a distance, the ring without its closing position for an area. Degrees. */
export interface MeasuredLine {
  kind: 'distance' | 'area';
  positions: readonly Position[];
}
/** A measurement that stays on the map until it is removed; ids grow by one. */
export interface Measure extends MeasuredLine {
  id: number;
}

/** Positions that a line needs to be measured. */
export const MEASURE_MIN = { distance: 2, area: 3 } as const;

/** §4 Measure: several at once. */
export function withMeasure(measures: readonly Measure[], line: MeasuredLine): readonly Measure[] {
  const id = Math.max(0, ...measures.map((one) => one.id)) + 1;
  return [...measures, { id, kind: line.kind, positions: line.positions }];
}

/**
 * What a press on the map means for the line that is begun: a vertex more, its end, or nothing. On the last vertex it is
 * the second click of a double click; on the first one it closes an area, while a path may well come back there.
 */
export function meaningOfPress(
  kind: MeasuredLine['kind'],
  vertices: number,
  on: { first: boolean; last: boolean },
): 'vertex' | 'end' | 'nothing' {
  const isEnd = on.last || (kind === 'area' && on.first);
  if (!isEnd || vertices === 0) return 'vertex';
  return vertices >= MEASURE_MIN[kind] ? 'end' : 'nothing';
}
