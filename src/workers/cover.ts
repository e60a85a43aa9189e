import type { Aoi } from '../geo/aoi.ts';
import { bestCover, type CoverFound } from '../geo/cover/bestCover.ts';
import { coveredShare } from '../geo/cover/cover.ts';
import { unpackedAreas, type PackedAreas } from './packedAreas.ts';

export interface CoverQuestion {
  aoi: Aoi;
  footprints: PackedAreas;
  /** Requested share of the AOI, 0 to 1; null requests the share of each footprint. */
  share: number | null;
}
export interface CoverAnswer {
  /** The share of the AOI that each footprint covers, 0 to 1. */
  shares?: Float64Array<ArrayBuffer>;
  cover?: CoverFound;
}

/** Answers inside the worker: thousands of footprints over an AOI of thousands of vertices take seconds. */
export function coverOf({ aoi, footprints, share }: CoverQuestion): CoverAnswer {
  const areas = unpackedAreas(footprints);
  if (share === null) return { shares: Float64Array.from(areas, (area) => coveredShare(area, aoi)) };
  return { cover: bestCover(areas, aoi, share) };
}
