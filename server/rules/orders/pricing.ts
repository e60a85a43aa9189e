import type { PriceResult, ScenePriceRequest, TaskingPriceRequest } from '../../../contract/orders.ts';
import { areaCapKm2 } from '../../../contract/limits.ts';
import { finalPriceCents } from '../../../contract/price.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { billedArea } from '../../../src/geo/area/billedArea.ts';
import { intersectionOf } from '../../../src/geo/cover/cover.ts';
import type { StoredScene } from '../../db/search/scenes.ts';
import { Refusal } from '../../http/refusal.ts';
import { aoiOfWkt } from '../search/area.ts';
import { knownScenes, named } from '../search/knownScenes.ts';
import { discountOf, MINIMUM_AREA_KM2, taskingMinimumOf, taskingUnitPriceOf, unitPriceOf } from './tariff.ts';

/** Areas to the square metre, unit prices to 1e-4 $, like contract/price.ts: what is shown is billed. */
const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/**
 * The AOI of an order, checked again on the server (the caps are in §5 Search).
 * @throws Refusal with the catalogue's message
 */
export function orderAoi(wkt: string, utype: number): Aoi {
  const aoi = aoiOfWkt(wkt);
  const limit = areaCapKm2(utype);
  if (aoi.areaKm2 > limit) throw new Refusal('areaOverLimit', { limit });
  return aoi;
}

/**
 * The scenes of an order in the requested order, without duplicates.
 * @throws Refusal if one is not in the archive, or they have different suppliers (§5 Orders in general)
 */
export function orderScenes<T extends StoredScene>(productIds: readonly string[], found: readonly T[]): T[] {
  const byId = new Map(found.map((scene) => [scene.facts.productId, scene]));
  const wanted = [...new Set(productIds)];
  if (wanted.length === 0) throw new Refusal('nothingChosen');
  knownScenes(wanted, found);
  if (new Set(found.map((scene) => scene.facts.supplier)).size > 1) throw new Refusal('severalSuppliers');
  return wanted.flatMap((productId) => byId.get(productId) ?? []);
}

/** The delivered and billed area of one scene, km². */
function deliveredArea(scene: StoredScene, aoi: Aoi, cropByAoi: boolean): number {
  if (!cropByAoi) return areaKm2(scene.geometry);
  const common = intersectionOf(scene.geometry, aoi.geometry);
  return common === null ? 0 : areaKm2(common);
}

/**
 * The price of an archive order (decisions 5 and 6). Valuation area: the sum over the scenes of the
 * footprint's intersection with the AOI (with clipping) or of the whole footprint, at least the tariff's
 * minimum. Unit price: the scenes' unit prices, weighted by area.
 * @returns areas in km² to the square metre, unitPrice in $/km² to 1e-4, finalPrice in integer cents
 * @throws Refusal if a clipped scene doesn't intersect the AOI
 */
export function priceOfScenes(
  scenes: readonly StoredScene[],
  aoi: Aoi,
  request: Pick<ScenePriceRequest, 'cropByAoi' | 'productLevel'>,
  utype: number,
): PriceResult {
  const parts = scenes.map((scene) => ({
    productId: scene.facts.productId,
    area: deliveredArea(scene, aoi, request.cropByAoi),
    price: unitPriceOf(scene.facts),
  }));
  const empty = parts.filter((part) => part.area <= 0).map((part) => part.productId);
  if (empty.length > 0) throw new Refusal('productElsewhere', { products: named(empty) });
  const total = parts.reduce((sum, part) => sum + part.area, 0);
  const weighted = parts.reduce((sum, part) => sum + part.area * part.price, 0);
  const quote = {
    unitPrice: rounded(weighted / total, 4),
    valuationArea: rounded(Math.max(total, MINIMUM_AREA_KM2), 6),
    discount: discountOf(total, utype),
  };
  return {
    ...quote,
    aoiArea: rounded(aoi.areaKm2, 6),
    finalPrice: finalPriceCents(quote, request.productLevel),
    minimumArea: MINIMUM_AREA_KM2,
  };
}

/**
 * The price of a tasking order (decision 6). Valuation area: the AOI (with clipping) or its bounding box, at
 * least the source's minimum.
 * @returns areas in km² to the square metre, unitPrice in $/km² to 1e-4, finalPrice in integer cents
 */
export function priceOfTasking(
  aoi: Aoi,
  request: Pick<
    TaskingPriceRequest,
    'sourceCode' | 'resolution' | 'productMode' | 'productLevel' | 'cropByAoi'
  >,
  utype: number,
): PriceResult {
  const minimumArea = taskingMinimumOf(request.sourceCode);
  const area = areaKm2(billedArea(aoi.geometry, request.cropByAoi));
  const quote = {
    unitPrice: taskingUnitPriceOf(request),
    valuationArea: rounded(Math.max(area, minimumArea), 6),
    discount: discountOf(area, utype),
  };
  return {
    ...quote,
    aoiArea: rounded(aoi.areaKm2, 6),
    finalPrice: finalPriceCents(quote, request.productLevel),
    minimumArea,
  };
}
