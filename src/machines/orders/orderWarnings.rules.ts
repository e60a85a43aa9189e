import type { PriceResult } from '../../../contract/orders/orders.ts';
import { deliveredPixel } from '../../../contract/orders/product.ts';
import type { Scene } from '../../../contract/search.ts';
import { type Aoi, aoiOf } from '../../geo/aoi.ts';
import { boundsOf, rectangleOfBbox } from '../../geo/entry/bbox.ts';
import { orderedBounds } from '../../geo/entry/eastward.ts';
import { type Overlap, overlapOf, shareTogether } from '../search/results.rules.ts';
import type { ProductDraft } from './product.rules.ts';

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
  if (price === null || price.valuationArea === null || scenes.length < 2) return null;
  const delivered = isClipped ? aoi : around(scenes);
  const share = shareTogether(scenes, delivered);
  if (share === null) return null;
  const estimate = { cents: price.finalPrice, billedKm2: price.valuationArea };
  return overlapOf(scenes, delivered, share * delivered.areaKm2, estimate, price.minimumArea ?? 0);
}

/** What a form knows of the images that it orders. */
export interface OrderedImages {
  aoi: Aoi;
  /** Of a scene order; a new acquisition has none yet. */
  scenes?: readonly Scene[] | undefined;
  /** The most pixels of a simulated image; undefined if the back end doesn't limit them. */
  deliveryPixels?: number | undefined;
}

/** Pixels that are coarser than the sensor's. */
export interface CoarserPixels {
  /** Finest and coarsest delivered size, metres; null if it depends on a scene that is not acquired yet. */
  delivered: readonly [number, number] | null;
  /** Finest and coarsest size of the sensors, metres. */
  own: readonly [number, number];
  megapixels: number;
}

const rangeOf = (values: readonly number[]): readonly [number, number] => [
  Math.min(...values),
  Math.max(...values),
];

/**
 * The pixel sizes of the simulated images of an order that don't get the sensor's, because their area is beyond the
 * size limit (deliveredPixel); null if all get it.
 */
export function coarserPixels(
  { aoi, scenes, deliveryPixels }: OrderedImages,
  draft: Pick<ProductDraft, 'cropByAoi'> & { resolution?: number },
): CoarserPixels | null {
  if (deliveryPixels === undefined) return null;
  const megapixels = deliveryPixels / 1e6;
  if (scenes === undefined) {
    const resolution = draft.resolution ?? 1;
    const own = [resolution, resolution] as const;
    // a whole new scene is larger than the limit
    if (!draft.cropByAoi) return { delivered: null, own, megapixels };
    const bounds = orderedBounds(aoi.geometry, null);
    const pixel = bounds && deliveredPixel(resolution, bounds, deliveryPixels);
    return pixel === null || pixel <= resolution ? null : { delivered: [pixel, pixel], own, megapixels };
  }
  const coarser = scenes.flatMap(({ geometry, properties: { gsd, simulated } }) => {
    const bounds = simulated ? orderedBounds(geometry, draft.cropByAoi ? aoi.geometry : null) : null;
    if (bounds === null) return [];
    const pixel = deliveredPixel(gsd, bounds, deliveryPixels);
    const own = gsd ?? pixel;
    return pixel > own ? [{ own, pixel }] : [];
  });
  if (coarser.length === 0) return null;
  return {
    delivered: rangeOf(coarser.map(({ pixel }) => pixel)),
    own: rangeOf(coarser.map(({ own }) => own)),
    megapixels,
  };
}
