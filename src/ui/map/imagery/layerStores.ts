import { valueStore } from '../../shared/valueStore.ts';

/** The imagery layer that the pointer or the keyboard is on, by id; null for none. The map draws what it covers. */
export const hoveredLayer = valueStore<number | null>(null);

/** The opacity slider that is being dragged, percent; null while none is. The actor hears where the drag ends. */
export const slidingOpacity = valueStore<{ id: number; opacity: number } | null>(null);
