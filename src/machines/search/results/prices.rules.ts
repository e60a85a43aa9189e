import { EXPORT_RECORDS_MAX } from '../../../../contract/limits.ts';
import type { Scene } from '../../../../contract/search.ts';
import { priceOfOrder, type Tariff } from '../../../../contract/orders/tariff.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { areMeasured, coveredKm2 } from './coverage.rules.ts';
import { suppliersOf } from './suppliers.rules.ts';

/** The basis of estimated prices; the user's type decides the discount. */
export interface Pricing {
  tariff: Tariff;
  utype: number;
}

/** The estimated price of an order. */
export interface Estimate {
  /** Integer cents. */
  cents: number;
  billedKm2: number;
}

/**
 * The initial price of the order form for these scenes: clipped to the AOI, at level L1 (decision 150).
 * @returns null for scenes that can't be ordered together
 */
export function estimateOf(scenes: readonly Scene[], aoi: Aoi, { tariff, utype }: Pricing): Estimate | null {
  if (scenes.length === 0 || scenes.length > EXPORT_RECORDS_MAX || suppliersOf(scenes).length > 1)
    return null;
  const delivered = scenes.map((scene) => ({ ...scene.properties, areaKm2: coveredKm2(scene, aoi) }));
  if (delivered.some(({ areaKm2 }) => areaKm2 <= 0)) return null;
  const { finalPrice, valuationArea } = priceOfOrder(tariff, utype, delivered, 'L1');
  return { cents: finalPrice, billedKm2: valuationArea };
}

/** The same, or null if the scenes aren't measured yet: measuring many at once takes too long. */
export function readyEstimateOf(scenes: readonly Scene[], aoi: Aoi, pricing: Pricing): Estimate | null {
  return scenes.length <= EXPORT_RECORDS_MAX && areMeasured(scenes, aoi)
    ? estimateOf(scenes, aoi, pricing)
    : null;
}

/** The area of the AOI that several scenes share, so that it is billed more than once; and its cost. */
export interface Overlap {
  areaKm2: number;
  cents: number;
}

/**
 * Overlap that is billed more than once.
 * @param togetherKm2 the area of the AOI that the scenes cover together
 * @returns null if nothing is paid twice: below 0.01 km², or within the minimum area of an order
 */
export function overlapOf(
  scenes: readonly Scene[],
  aoi: Aoi,
  togetherKm2: number,
  estimate: Estimate,
  minimumKm2: number,
): Overlap | null {
  const sumKm2 = scenes.reduce((sum, scene) => sum + coveredKm2(scene, aoi), 0);
  const areaKm2 = sumKm2 - togetherKm2;
  const paidKm2 = sumKm2 - Math.max(togetherKm2, minimumKm2);
  if (areaKm2 < 0.01 || paidKm2 <= 0) return null;
  return { areaKm2, cents: Math.round((estimate.cents * paidKm2) / sumKm2) };
}
