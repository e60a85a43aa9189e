import type { Position } from 'geojson';
import { lonOf, latOf } from '../../../../geo/area/areaGeometry.ts';
import type { Trace } from '../../../../geo/area/measure.ts';
import type { Measure, MeasuredLine } from '../../../../machines/map/map.rules.ts';
import { formatLength, formatMeasuredArea } from '../../../shared/i18n/formats.ts';
import type { Translate } from '../../../shared/i18n/language.ts';
import { labelPoint } from '../../../../geo/area/labelPoint.ts';

/** A segment's length and the position of its label. */
export interface SegmentLabel {
  text: string;
  middle: Position;
  /** The ends of the segment; the label is hidden if it is longer than the segment. */
  ends: readonly [Position, Position];
}

/** The figure in a measurement's tag; null if there is nothing to measure. */
export function totalOf(kind: MeasuredLine['kind'], trace: Trace): string | null {
  if (kind === 'area') return trace.areaKm2 === null ? null : formatMeasuredArea(trace.areaKm2);
  return trace.segmentMetres.length === 0 ? null : formatLength(trace.metres);
}

/** Position of the tag: on a single segment, at the end of a path, inside an area. */
export function totalPlace(kind: MeasuredLine['kind'], trace: Trace): Position {
  if (kind === 'area' && trace.ring !== null)
    return labelPoint({ type: 'Polygon', coordinates: [trace.ring] }).point;
  return (trace.middles.length === 1 ? trace.middles[0] : trace.vertices.at(-1)) ?? [0, 0];
}

/** Labels of the segments. A distance of one segment shows its length only in the tag. */
export function segmentLabels(kind: MeasuredLine['kind'], trace: Trace): SegmentLabel[] {
  const { segmentMetres, middles, vertices } = trace;
  if (kind === 'distance' && segmentMetres.length < 2) return [];
  return middles.map((middle, at) => {
    const from = vertices[at] ?? middle;
    const to = vertices[at + 1] ?? vertices[0] ?? middle;
    // the edge back to an area's first vertex may go around the globe
    const end: Position = [lonOf(to) + 360 * Math.round((lonOf(from) - lonOf(to)) / 360), latOf(to)];
    return { text: formatLength(segmentMetres[at] ?? 0), middle, ends: [from, end] };
  });
}

/** 'Distance 2' */
export function nameOf(t: Translate, { kind, id }: Measure): string {
  return t(`measure.${kind}Name`, { id });
}

/** A measurement as text: 'Distance 2: 34.77 km. Segments: 12.40 km, 22.37 km.' */
export function sentenceOf(t: Translate, measure: Measure, trace: Trace): string {
  const parts = {
    name: nameOf(t, measure),
    figure: totalOf(measure.kind, trace) ?? '',
    perimeter: formatLength(trace.metres),
    lengths: trace.segmentMetres.map(formatLength).join(t('measure.and')),
  };
  if (measure.kind === 'area') return t('measure.areaIs', parts);
  return t(trace.segmentMetres.length > 1 ? 'measure.pathIs' : 'measure.lineIs', parts);
}
