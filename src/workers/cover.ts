import { EXPORT_RECORDS_MAX } from '../../contract/limits.ts';
import { listPriceOf, priceOfOrder, type PricedScene, type Tariff } from '../../contract/orders/tariff.ts';
import type { Aoi } from '../geo/aoi.ts';
import type { AreaGeometry } from '../geo/area/areaGeometry.ts';
import type { CoverFound } from '../geo/cover/bestCover.ts';
import { sharedAreaKm2 } from '../geo/cover/cover.ts';
import { coverWithin } from '../geo/cover/coverWithin.ts';
import { mosaicOf, type MosaicFound, type MosaicTerms } from '../geo/cover/mosaic.ts';
import { unpackedAreas, type PackedAreas } from './packedAreas.ts';

/** The budget of a cover, for an order clipped to the AOI at level L1. */
interface CoverBudget {
  cents: number;
  tariff: Tariff;
  utype: number;
  /** For each footprint. */
  scenes: readonly PricedScene[];
}
export interface CoverWish {
  /** Requested share of the AOI, 0 to 1. */
  share: number;
  /** A supplier's number for each footprint, if one supplier must deliver them all; else null. */
  suppliers: readonly number[] | null;
  /** Null without a limit. */
  budget: CoverBudget | null;
  /** How much of each footprint is clear, 0 to 1; null or absent if all count alike. */
  clear?: readonly number[] | null | undefined;
}
export interface CoverQuestion {
  aoi: Aoi;
  footprints: PackedAreas;
  /** Null requests the area of each footprint. */
  wish: CoverWish | null;
  /** Requests a mosaic instead. */
  mosaic?: MosaicTerms;
}
export interface CoverAnswer {
  /** The area that each footprint shares with the AOI, km². */
  areas?: Float64Array<ArrayBuffer>;
  cover?: CoverFound;
  /** Null if no footprint meets the AOI. */
  mosaic?: MosaicFound | null;
}

/** Answers inside the worker: thousands of footprints over an AOI of thousands of vertices take seconds. */
export function coverOf({ aoi, footprints, wish, mosaic }: CoverQuestion): CoverAnswer {
  const areas = unpackedAreas(footprints);
  if (mosaic !== undefined) return { mosaic: mosaicOf(areas, aoi, mosaic) };
  const shared = (area: AreaGeometry) => sharedAreaKm2(area, aoi.geometry, aoi.bbox);
  if (wish === null) return { areas: Float64Array.from(areas, shared) };
  const { share, suppliers: groups, budget, clear } = wish;
  const isFew = (places: readonly number[]) => places.length <= EXPORT_RECORDS_MAX;
  if (budget === null)
    return { cover: coverWithin(areas, aoi, share, { groups, clear, weights: null, isAllowed: isFew }) };
  const { cents, tariff, utype } = budget;
  const scenes = areas.map((area, at) => ({
    ...budget.scenes[at]!,
    productId: String(at),
    areaKm2: shared(area),
  }));
  const ordered = (places: readonly number[]) => places.map((at) => scenes[at]!);
  return {
    cover: coverWithin(areas, aoi, share, {
      groups,
      clear,
      // footprints that miss the AOI cost nothing and gain nothing
      weights: scenes.map((scene) =>
        Math.max(listPriceOf(tariff, scene) * Math.max(scene.areaKm2, tariff.minimumKm2), Number.MIN_VALUE),
      ),
      isAllowed: (places) =>
        places.length === 0 ||
        (isFew(places) && priceOfOrder(tariff, utype, ordered(places), 'L1').finalPrice <= cents),
    }),
  };
}
