import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';
import { valueStore } from '../../shared/valueStore.ts';

/**
 * The line that is being measured, with the pointer's place as its last vertex. It changes with every movement of the
 * pointer, so it is no event: the map's actor gets the line when it is complete.
 */
export const measuredLine = valueStore<MeasuredLine | null>(null);
