import type { ProductLevel, ProductMode, Projection, SourceCode } from '../limits.ts';
import { PROJECTIONS } from '../limits.ts';

/**
 * The properties of a product that the order forms show and the server delivers (decision 165). Levels differ in
 * price (contract/orders/price.ts) and projection.
 */

/** The GeoTIFF of each delivered image of the simulated supplier; alpha is 0 outside the ordered area. */
export const DELIVERED_IMAGE = { bands: 4, bitsPerBand: 8, longestSide: 1024 } as const;

/** The steps of an order from "to be processed" to "completed". */
export const DELIVERY_STEPS = 5;

/** §4: an L1 level forces LAT_LON. */
export function projectionsOf(level: ProductLevel): readonly Projection[] {
  return level === 'L1' ? ['LAT_LON'] : PROJECTIONS;
}

/** Number of images of a mode, and its factor of the unit price. TRISTEREO is not supported (§5). */
export const MODES: Readonly<Record<ProductMode, { images: number; priceFactor: number }>> = {
  MONO: { images: 1, priceFactor: 1 },
  STEREO: { images: 2, priceFactor: 1.9 },
  TRISTEREO: { images: 3, priceFactor: 2.7 },
};

/** Minimum billed area of new images by source, km². */
export const TASKING_MINIMUM_KM2: Readonly<Record<SourceCode, number>> = { S: 100, C: 100, CA: 64, A: 50 };
