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
