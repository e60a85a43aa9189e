import { valueStore } from '../../shared/valueStore.ts';
import type { Sketch } from '../picture/picture.ts';

/**
 * The shape that is being drawn. It changes with every movement of the pointer, so it is no event: the map's actor gets
 * the shape when it is complete.
 */
export const sketchStore = valueStore<Sketch | null>(null);
