import type { Position } from 'geojson';

/** A measured line: open for a distance, the ring without its closing position for an area. Degrees. */
export interface MeasuredLine {
  kind: 'distance' | 'area';
  positions: readonly Position[];
}
/** A measurement that stays on the map until it is removed; ids ascend. */
export interface Measure extends MeasuredLine {
  id: number;
}

/** Least number of positions. */
export const MEASURE_MIN = { distance: 2, area: 3 } as const;

/** §4 Measure: several at once. */
export function withMeasure(measures: readonly Measure[], line: MeasuredLine): readonly Measure[] {
  const id = Math.max(0, ...measures.map((one) => one.id)) + 1;
  return [...measures, { id, kind: line.kind, positions: line.positions }];
}

/**
 * The meaning of a press for the unfinished line: another vertex, its end, or nothing. A press on the last vertex is the
 * second click of a double click; one on the first closes an area, whereas a path may return there.
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
