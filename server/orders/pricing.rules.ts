import type { ProductLevel } from '../../contract/limits.ts';
import {
  supplierNames,
  type ScenePriceRequest,
  type TaskingPriceRequest,
} from '../../contract/orders/orders.ts';
import { billedKm2, finalPriceCents } from '../../contract/orders/price.ts';
import { orderDiscount, priceOfOrder } from '../../contract/orders/tariff.ts';
import type { Aoi } from '../../src/geo/aoi.ts';
import { areaKm2 } from '../../src/geo/area/area.ts';
import { billedArea } from '../../src/geo/area/billedArea.ts';
import type { StoredScene } from '../search/scenes.ts';
import { Refusal } from '../base/refusal.ts';
import { knownScenes, named } from '../search/knownScenes.rules.ts';
import { TARIFF, taskingMinimumOf, taskingUnitPriceOf } from './tariff.rules.ts';

/**
 * The scenes of an order in the requested order, without duplicates.
 * @throws Refusal if one is not in the archive, or they have different suppliers (§5 Orders in general)
 */
export function orderScenes<T extends StoredScene>(productIds: readonly string[], found: readonly T[]): T[] {
  const byId = new Map(found.map((scene) => [scene.facts.productId, scene]));
  const wanted = [...new Set(productIds)];
  if (wanted.length === 0) throw new Refusal('nothingSelected');
  knownScenes(wanted, found);
  const suppliers = supplierNames(found.map((scene) => scene.facts.supplier));
  if (suppliers.length > 1) throw new Refusal('severalSuppliers', { suppliers: suppliers.join(', ') });
  return wanted.flatMap((productId) => byId.get(productId) ?? []);
}

/** @param covered the km² of the AOI that each scene covers @throws Refusal if one covers nothing of it */
export function refuseElsewhere(scenes: readonly StoredScene[], covered: readonly number[]): void {
  const empty = scenes.filter((_, at) => covered[at]! <= 0).map(({ facts }) => facts.productId);
  if (empty.length > 0) throw new Refusal('productElsewhere', { products: named(empty) });
}

function pricedScenes(
  scenes: readonly StoredScene[],
  areas: readonly number[],
  level: ProductLevel,
  utype: number,
) {
  const delivered = scenes.map(({ facts }, at) => ({ ...facts, areaKm2: areas[at]! }));
  return priceOfOrder(TARIFF, utype, delivered, level);
}

/**
 * The price of an archive order (decisions 5 and 6). Valuation area: the sum over the scenes of the
 * footprint's intersection with the AOI (with clipping) or of the whole footprint, each at least the tariff's
 * minimum.
 * @param areas the km² that are delivered of each scene
 * @returns areas in km² to 0.01 km², unitPrice in $/km², finalPrice in integer cents, a line for each scene
 */
export function priceOfScenes(
  scenes: readonly StoredScene[],
  areas: readonly number[],
  aoi: Aoi,
  request: Pick<ScenePriceRequest, 'productLevel'>,
  utype: number,
) {
  return {
    ...pricedScenes(scenes, areas, request.productLevel, utype),
    aoiArea: billedKm2(aoi.areaKm2),
    minimumArea: TARIFF.minimumKm2,
  };
}

/**
 * What the form would say of some scenes, clipped to an area at level L1.
 * @param areas the km² that are delivered of each scene
 * @returns integer cents, or null if they can't be ordered together
 */
export function estimateOf(
  scenes: readonly StoredScene[],
  areas: readonly number[],
  utype: number,
): number | null {
  if (scenes.length === 0 || areas.some((km2) => km2 <= 0)) return null;
  if (supplierNames(scenes.map(({ facts }) => facts.supplier)).length > 1) return null;
  return pricedScenes(scenes, areas, 'L1', utype).finalPrice;
}

/**
 * The price of a tasking order (decision 6). Valuation area: the AOI (with clipping) or its bounding box, at
 * least the source's minimum.
 * @returns areas in km² to 0.01 km², unitPrice in $/km² to 1e-4, finalPrice in integer cents
 */
export function priceOfTasking(
  aoi: Aoi,
  request: Pick<
    TaskingPriceRequest,
    'sourceCode' | 'resolution' | 'productMode' | 'productLevel' | 'cropByAoi'
  >,
  utype: number,
) {
  const minimumArea = taskingMinimumOf(request.sourceCode);
  const area = billedKm2(areaKm2(billedArea(aoi.geometry, request.cropByAoi)));
  const quote = {
    unitPrice: taskingUnitPriceOf(request),
    valuationArea: Math.max(area, minimumArea),
    discount: orderDiscount(TARIFF, area, utype),
  };
  return {
    ...quote,
    aoiArea: billedKm2(aoi.areaKm2),
    finalPrice: finalPriceCents(quote, request.productLevel),
    minimumArea,
  };
}
