import type { Position } from 'geojson';
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
