import type { Position } from 'geojson';
import { latOf, lonOf } from '../../../../geo/area/areaGeometry.ts';
import type { Handle } from './handles.ts';
import { changeVerdict, placeOf, shiftWithin, type Change, type EditShape } from './shape.ts';
import type { Verdict } from '../../kernel/verdict.ts';

/** A handle held by a drag, a click or the keyboard. */
export interface Hold {
  handle: Handle;
  by: 'drag' | 'click' | 'keys';
  /** Where it was grabbed and where it is now; degrees. */
  from: Position;
  at: Position;
  /** The change made by dropping it here; null before it has moved. */
  change: Change | null;
  verdict: Verdict | null;
}

export function holdOf(handle: Handle, by: Hold['by'], from: Position): Hold {
  return { handle, by, from, at: handle.position, change: null, verdict: null };
}

/** The change of moving a handle to a position. */
function changeOf(shape: EditShape, { handle, from }: Hold, to: Position): Change {
  const { kind, ring, vertex } = handle;
  if (kind === 'whole') return shiftWithin(shape, lonOf(to) - lonOf(from), latOf(to) - latOf(from));
  const place = placeOf(lonOf(to), latOf(to));
  return { kind: kind === 'middle' ? 'add' : 'move', ring, vertex, to: place };
}

/** Moves the held handle (degrees) and checks whether it may be dropped there. */
export function held(shape: EditShape, hold: Hold, to: Position): Hold {
  const change = changeOf(shape, hold, to);
  // the whole-area mark moves no further than the shape
  const at: Position =
    change.kind === 'shift'
      ? [lonOf(hold.handle.position) + change.lon, latOf(hold.handle.position) + change.lat]
      : to;
  return { ...hold, at, change, verdict: changeVerdict(shape, change) };
}
