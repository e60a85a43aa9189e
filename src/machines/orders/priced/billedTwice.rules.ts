import type { PriceResult } from '../../../../contract/orders/orders.ts';
import type { Scene } from '../../../../contract/search.ts';
import { aoiOf, type Aoi } from '../../../geo/aoi.ts';
import { boundsOf, rectangleOfBbox } from '../../../geo/entry/bbox.ts';
import { overlapOf, type Overlap } from '../../search/results/prices.rules.ts';
import { shareTogether } from '../../search/unitedShare.rules.ts';

/** A rectangle around whole scenes. */
function around(scenes: readonly Scene[]): Aoi {
  const bounds = scenes.map(({ geometry }) => boundsOf(geometry));
  return aoiOf(
    rectangleOfBbox({
      minLongitude: Math.min(...bounds.map(([west]) => west)),
      minLatitude: Math.min(...bounds.map(([, south]) => south)),
      maxLongitude: Math.max(...bounds.map(([, , east]) => east)),
      maxLatitude: Math.max(...bounds.map(([, , , north]) => north)),
    }),
  );
}

/**
 * The overlap of the scenes of an order that its price has twice: over the AOI, or of whole scenes.
 * @returns null if there is none, the price is unknown, or there are too many scenes to unite at once
 */
export function billedTwice(
  scenes: readonly Scene[],
  aoi: Aoi,
  isClipped: boolean,
  price: PriceResult | null,
): Overlap | null {
  if (price === null || scenes.length < 2) return null;
  const delivered = isClipped ? aoi : around(scenes);
  const share = shareTogether(scenes, delivered);
  if (share === null) return null;
  const estimate = { cents: price.finalPrice, billedKm2: price.valuationArea };
  return overlapOf(scenes, delivered, share * delivered.areaKm2, estimate, price.minimumArea ?? 0);
}

/** Less than this share of the AOI may be missing, as the share is shown in whole percent. */
const WHOLE = 0.995;

/** Whether scenes cover the AOI, as far as its share is shown; false if that can't be measured. */
export const coversWhole = (scenes: readonly Scene[], aoi: Aoi): boolean =>
  (shareTogether(scenes, aoi) ?? 0) >= WHOLE;
