import { valueStore } from '../../shared/valueStore.ts';

/** The imagery layer under the pointer or with the focus in the panel, by id; its extent is drawn on the map. */
export const hoveredLayer = valueStore<number | null>(null);

/** The opacity slider that is being dragged, percent; the actor gets the final value. */
export const slidingOpacity = valueStore<{ id: number; opacity: number } | null>(null);
