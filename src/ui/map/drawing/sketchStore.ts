import { valueStore } from '../../shared/valueStore.ts';
import type { Sketch } from '../picture/pictureParts.ts';

/** The shape being drawn. It changes with every pointer move; the actor gets only the complete shape. */
export const sketchStore = valueStore<Sketch | null>(null);
