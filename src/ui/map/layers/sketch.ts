import type { Position } from 'geojson';
import type { Mark } from '../kernel/draw.ts';
import { drawCode, type DrawCode, type PictureLayer } from '../kernel/layer.ts';
import { SYMBOLS } from '../kernel/symbols.ts';
import { valueStore } from '../../shared/valueStore.ts';

/** A shape being drawn: a dashed line like the AOI's, and the vertices set so far. */
export interface Sketch {
  line: readonly Position[];
  vertices: readonly Position[];
  /** Position where it crosses itself. */
  crossing?: Position | null | undefined;
}

/** The shape being drawn. It changes with every pointer move; the actor gets only the complete shape. */
export const sketchStore = valueStore<Sketch | null>(null);

const vertexMark = (position: Position): Mark => ({ kind: 'vertex', position });

/** The shape being drawn, above everything else. */
export const sketch: PictureLayer<unknown, Sketch, DrawCode> = {
  id: 'sketch',
  place: 150,
  subscribe: (_, changed) => [sketchStore.on(changed)],
  read: sketchStore.get,
  code: drawCode,
  paint: ({ line, vertices, crossing }, ground, { lineLayers, marksLayer }) => [
    ...lineLayers('deck-sketch', [line], SYMBOLS[ground].aoi, ground),
    marksLayer('handles', vertices.map(vertexMark), ground),
    ...(crossing ? [marksLayer('crossing', [{ kind: 'crossing', position: crossing }], ground)] : []),
  ],
};
