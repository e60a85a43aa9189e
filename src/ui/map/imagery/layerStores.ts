import { valueStore } from '../../shared/valueStore.ts';

/** Id of the imagery layer hovered or focused in the panel; its extent is drawn on the map. */
export const hoveredLayer = valueStore<number | null>(null);

/** Value of the opacity slider during a drag, percent; the actor gets only the final value. */
export const slidingOpacity = valueStore<{ id: number; opacity: number } | null>(null);
