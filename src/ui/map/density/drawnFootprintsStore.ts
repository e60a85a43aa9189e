import type { DrawnFootprints } from '../../../machines/map/footprints.rules.ts';
import { valueStore } from '../../shared/valueStore.ts';

/** How the footprints are currently drawn; the automatic view depends on the map and the results. */
export const drawnFootprintsStore = valueStore<DrawnFootprints>('outlines');
