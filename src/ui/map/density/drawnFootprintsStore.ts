import type { DrawnFootprints } from '../../../machines/map/footprints.rules.ts';
import { valueStore } from '../../shared/valueStore.ts';

/** How the footprints are drawn now; in the automatic view it follows the map and the results. */
export const drawnFootprintsStore = valueStore<DrawnFootprints>('outlines');
