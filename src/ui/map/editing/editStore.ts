import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/areaGeometry.ts';
import type { Mark } from '../layers/marksLayer.ts';

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

export function setEditSketch(next: EditSketch | null): void {
  if (next === sketch) return;
  sketch = next;
  for (const listener of listeners) listener();
}

export function onEditSketch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
