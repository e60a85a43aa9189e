import type { ImageStyle } from '../../../raster/delivered/drawTile.ts';
import { valueStore } from '../../shared/valueStore.ts';

/** The style of the delivered image while a handle is dragged; the actor gets only the final value. */
export const slidingStyle = valueStore<Partial<ImageStyle> | null>(null);
