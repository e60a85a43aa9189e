import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { valueStore } from '../../shared/valueStore.ts';
import type { Mark } from './picture/marksLayer.ts';

/** The AOI while its handles are shown. Unchanged parts keep their arrays, so that nothing is uploaded twice. */
export interface EditSketch {
  /** Dashed lines that stay, and those that follow the pointer. */
  still: readonly Position[][];
  moving: readonly Position[][];
  /** The area that the mask leaves free. */
  area: AreaGeometry;
  handles: readonly Mark[];
  /** The held or focused handle, and the place where the outline crosses itself. */
  marks: readonly Mark[];
}

/** Changes with every movement of the pointer, so it is no event. */
export const editSketch = valueStore<EditSketch | null>(null);

/** Notifies only if something changed: while the map is panned, mostly nothing does. */
export function setEditSketch(next: EditSketch | null): void {
  const shown = editSketch.get();
  editSketch.set(next === null || shown === null ? next : withShownArrays(next, shown));
}

function areSame(a: readonly Mark[], b: readonly Mark[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ kind, position }, at) => {
      const other = b[at]!;
      return kind === other.kind && position[0] === other.position[0] && position[1] === other.position[1];
    })
  );
}

/** The next sketch with the arrays of the shown one where they are equal; the shown one itself if all are. */
function withShownArrays(next: EditSketch, before: EditSketch): EditSketch {
  const made: EditSketch = {
    ...next,
    moving: next.moving.length === 0 && before.moving.length === 0 ? before.moving : next.moving,
    handles: areSame(next.handles, before.handles) ? before.handles : next.handles,
    marks: areSame(next.marks, before.marks) ? before.marks : next.marks,
  };
  const keys = ['still', 'moving', 'area', 'handles', 'marks'] as const;
  return keys.every((key) => made[key] === before[key]) ? before : made;
}
