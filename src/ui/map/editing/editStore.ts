import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { Mark } from './picture/marksLayer.ts';

/** The AOI while its handles are shown. What stands still keeps its arrays, so that nothing is uploaded twice. */
export interface EditSketch {
  /** Dashed lines that stand still, and those that follow the pointer. */
  still: readonly Position[][];
  moving: readonly Position[][];
  /** What the mask leaves free. */
  area: AreaGeometry;
  handles: readonly Mark[];
  /** What is held or has the focus, and where the outline crosses itself. */
  marks: readonly Mark[];
}

/** Like the shape that is being drawn, this changes with every movement of the pointer: no actor hears of it. */
let sketch: EditSketch | null = null;
const listeners = new Set<() => void>();

export function editSketchNow(): EditSketch | null {
  return sketch;
}

/** Says what is new alone: while the map is panned mostly nothing is. */
export function setEditSketch(given: EditSketch | null): void {
  const next = given === null || sketch === null ? given : kept(given, sketch);
  if (next === sketch) return;
  sketch = next;
  for (const listener of listeners) listener();
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

/** The next sketch with the arrays of the one before where they say the same; that one itself where all do. */
function kept(next: EditSketch, before: EditSketch): EditSketch {
  const made: EditSketch = {
    ...next,
    moving: next.moving.length === 0 && before.moving.length === 0 ? before.moving : next.moving,
    handles: areSame(next.handles, before.handles) ? before.handles : next.handles,
    marks: areSame(next.marks, before.marks) ? before.marks : next.marks,
  };
  const keys = ['still', 'moving', 'area', 'handles', 'marks'] as const;
  return keys.every((key) => made[key] === before[key]) ? before : made;
}

export function onEditSketch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
