import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';
import { valueStore } from '../../shared/valueStore.ts';

/**
 * The line being measured, with the pointer's position as its last vertex. It changes with every pointer
 * move, so it bypasses the map's actor, which gets only the complete line.
 */
export const measuredLine = valueStore<MeasuredLine | null>(null);
