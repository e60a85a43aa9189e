import { traceOf, type Trace } from '../../../geo/area/measure.ts';
import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';

const known = new WeakMap<MeasuredLine, Trace>();

/** The geodesic and figures of a measured line, computed once for layers, tags and list. */
export function traceOfLine(line: MeasuredLine): Trace {
  const trace = known.get(line) ?? traceOf(line.kind, line.positions);
  known.set(line, trace);
  return trace;
}
