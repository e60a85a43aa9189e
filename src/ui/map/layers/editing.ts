import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { valueStore } from '../../shared/valueStore.ts';
import type { Mark } from '../kernel/draw.ts';
import { drawCode, type DrawCode, type PictureLayer } from '../kernel/layer.ts';
import { SYMBOLS } from '../kernel/symbols.ts';

/** The AOI while it is edited. Unchanged parts keep their arrays, so that nothing is uploaded twice. */
export interface EditSketch {
  /** Dashed lines that stay, and those that follow the pointer. */
  still: readonly Position[][];
  moving: readonly Position[][];
  /** The area that the mask leaves clear. */
  area: AreaGeometry;
  handles: readonly Mark[];
  /** The held or focused handle, and the self-crossing of the outline. */
  marks: readonly Mark[];
}

/** A store rather than actor events, because it changes with every pointer move. */
export const editSketch = valueStore<EditSketch | null>(null);

/** Notifies only if something changed: panning the map usually changes nothing. */
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

/** The next sketch, reusing equal arrays of the current one; the current sketch itself if all are equal. */
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

/** A part of the edited AOI as a layer. */
const layerOf = <Part>(
  id: string,
  place: number,
  part: (sketch: EditSketch) => Part,
  paint: PictureLayer<unknown, Part, DrawCode>['paint'],
): PictureLayer<unknown, Part, DrawCode> => ({
  id,
  place,
  subscribe: (_, changed) => [editSketch.on(changed)],
  read: () => {
    const sketch = editSketch.get();
    return sketch === null ? null : part(sketch);
  },
  code: drawCode,
  paint,
});

const lines = (id: string, place: number, part: (sketch: EditSketch) => readonly Position[][]) =>
  layerOf(id, place, part, (given, ground, { lineLayers }) =>
    lineLayers(`deck-${id}`, given, SYMBOLS[ground].aoi, ground),
  );
const marks = (id: string, place: number, part: (sketch: EditSketch) => readonly Mark[]) =>
  layerOf(id, place, part, (given, ground, { marksLayer }) => [marksLayer(id, given, ground)]);

export const editStill = lines('edit-still', 90, ({ still }) => still);
export const editMoving = lines('edit-moving', 91, ({ moving }) => moving);
export const editHandles = marks('edit-handles', 160, ({ handles }) => handles);
export const editMarks = marks('edit-marks', 161, (sketch) => sketch.marks);
