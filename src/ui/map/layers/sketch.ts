import type { Position } from 'geojson';
import type { Ring } from '../../../geo/area/areaGeometry.ts';
import type { Mark } from '../kernel/draw.ts';
import { drawCode, type DrawCode, type PictureLayer } from '../kernel/layer.ts';
import { SYMBOLS, type Rgba } from '../kernel/symbols.ts';
import { valueStore } from '../../shared/valueStore.ts';

/** A shape being drawn: a dashed line like the AOI's, the area that it would enclose, and the vertices set so far. */
export interface Sketch {
  line: readonly Position[];
  vertices: readonly Position[];
  /** Position where it crosses itself. */
  crossing?: Position | null | undefined;
}

/** The shape being drawn. It changes with every pointer move; the actor gets only the complete shape. */
export const sketchStore = valueStore<Sketch | null>(null);

const vertexMark = (position: Position): Mark => ({ kind: 'vertex', position });

/** Opacity of the area within the line, and the dots of the edge that would close it. */
const FILL = 0.12;
const CLOSING = { lineWidth: 1.5, dash: [1, 4], casingWidth: 0 } as const;

/** The ring that a line of at least three positions would close to; null for a shorter one. */
function ringOf(line: readonly Position[]): Ring | null {
  const [first, , third] = line;
  if (first === undefined || third === undefined) return null;
  return isClosed(line) ? [...line] : [...line, first];
}

const isClosed = (line: readonly Position[]): boolean => {
  const [first, last] = [line[0], line.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
};

/** The shape being drawn, above everything else. */
export const sketch: PictureLayer<unknown, Sketch, DrawCode> = {
  id: 'sketch',
  place: 150,
  subscribe: (_, changed) => [sketchStore.on(changed)],
  read: sketchStore.get,
  code: drawCode,
  paint: ({ line, vertices, crossing }, ground, { fillLayer, lineLayers, marksLayer }) => {
    const { aoi } = SYMBOLS[ground];
    const ring = ringOf(line);
    const [red, green, blue] = aoi.line;
    const fill: Rgba = [red, green, blue, Math.round(FILL * 255)];
    const closing = ring === null || isClosed(line) ? [] : [ring.slice(-2)];
    return [
      // a line that crosses itself encloses no area
      fillLayer('deck-sketch-fill', ring === null || crossing ? [] : [[ring]], fill, ground),
      ...lineLayers('deck-closing', closing, { ...aoi, ...CLOSING }, ground),
      ...lineLayers('deck-sketch', [line], aoi, ground),
      marksLayer('handles', vertices.map(vertexMark), ground),
      ...(crossing ? [marksLayer('crossing', [{ kind: 'crossing', position: crossing }], ground)] : []),
    ];
  },
};
