import { difference } from '@turf/difference';
import type { Aoi } from '../aoi.ts';
import { areaKm2 } from '../area/area.ts';
import type { AreaGeometry } from '../area/areaGeometry.ts';
import { boundsMeet, boundsOf } from '../entry/bbox.ts';
import { clipped } from './clipping.ts';
import { sharedAreaKm2 } from './cover.ts';

/** The fewest footprints that were found. */
export interface CoverFound {
  /** Places in the given list, in the order in which they were taken. */
  places: number[];
  /** Share of the AOI that they cover together, 0..1. */
  share: number;
  /** What of the AOI remains; null for nothing. */
  gap: AreaGeometry | null;
  gapKm2: number;
}

/** Gains below this share of the AOI are noise of the arithmetic. */
const NOISE = 1e-9;
/** So many candidates, at most, for which fewer scenes are looked for by trying. */
const TRIED_MAX = 15;
/** Sets that are looked at, at most, in such a trial. */
const TRIALS_MAX = 3000;

/** What of an area lies outside of a footprint; null for nothing. */
function outsideOf(area: AreaGeometry, footprint: AreaGeometry): AreaGeometry | null {
  if (!boundsMeet(boundsOf(area), boundsOf(footprint))) return area;
  return clipped(difference, [area, footprint], 1);
}

/** What of the AOI these footprints leave. */
function gapOf(
  footprints: readonly AreaGeometry[],
  places: readonly number[],
  aoi: Aoi,
): AreaGeometry | null {
  let gap: AreaGeometry | null = aoi.geometry;
  for (const at of places) {
    if (gap === null) return null;
    gap = outsideOf(gap, footprints[at]!);
  }
  return gap;
}

function coverOf(footprints: readonly AreaGeometry[], places: number[], aoi: Aoi): CoverFound {
  const gap = gapOf(footprints, places, aoi);
  const gapKm2 = gap === null ? 0 : areaKm2(gap);
  const isGap = gapKm2 > aoi.areaKm2 * NOISE;
  return {
    places,
    share: Math.min(1, Math.max(0, 1 - gapKm2 / aoi.areaKm2)),
    gap: isGap ? gap : null,
    gapKm2: isGap ? gapKm2 : 0,
  };
}

/**
 * The greedy cover: always the footprint that adds the most. What one adds only ever shrinks as others are taken, so a
 * footprint is measured again only when what it once added is still the most (lazy greedy, Minoux 1978).
 */
export function greedyCover(footprints: readonly AreaGeometry[], aoi: Aoi, share: number): CoverFound {
  const enough = aoi.areaKm2 * (1 - share) + aoi.areaKm2 * NOISE;
  const gains = footprints.map((footprint) => sharedAreaKm2(footprint, aoi.geometry));
  const measuredAt = new Uint32Array(footprints.length);
  const places: number[] = [];
  let gap: AreaGeometry | null = aoi.geometry;
  let gapKm2 = aoi.areaKm2;
  while (gap !== null && gapKm2 > enough) {
    const best = nextBest(footprints, gains, measuredAt, gap, places.length);
    if (best === -1 || gains[best]! <= aoi.areaKm2 * NOISE) break;
    places.push(best);
    gains[best] = 0;
    gap = outsideOf(gap, footprints[best]!);
    gapKm2 = gap === null ? 0 : areaKm2(gap);
  }
  return coverOf(footprints, places, aoi);
}

/** The place of the footprint that adds the most to what is covered; the first of equal ones. */
function nextBest(
  footprints: readonly AreaGeometry[],
  gains: number[],
  measuredAt: Uint32Array,
  gap: AreaGeometry,
  taken: number,
): number {
  for (;;) {
    let best = -1;
    for (let at = 0; at < gains.length; at++) if (gains[at]! > (best === -1 ? 0 : gains[best]!)) best = at;
    if (best === -1 || measuredAt[best] === taken) return best;
    gains[best] = Math.min(gains[best]!, sharedAreaKm2(footprints[best]!, gap));
    measuredAt[best] = taken;
  }
}

/** The same without what the others cover as well: the first ones may have become needless. */
function pruned(footprints: readonly AreaGeometry[], found: CoverFound, aoi: Aoi, share: number): CoverFound {
  let best = found;
  for (const at of found.places) {
    const less = best.places.filter((one) => one !== at);
    const without = coverOf(footprints, less, aoi);
    if (without.share >= share - NOISE) best = without;
  }
  return best;
}

/** Looks for a cover of exactly `size` footprints: depth first, leaving out what can't reach the share any more. */
function triedCover(
  footprints: readonly AreaGeometry[],
  candidates: readonly { at: number; km2: number }[],
  aoi: Aoi,
  share: number,
  size: number,
  budget: { left: number },
): number[] | null {
  const enough = aoi.areaKm2 * (1 - share) + aoi.areaKm2 * NOISE;
  const tryFrom = (first: number, places: number[], gap: AreaGeometry | null): number[] | null => {
    const gapKm2 = gap === null ? 0 : areaKm2(gap);
    if (gapKm2 <= enough) return places;
    const open = size - places.length;
    // the largest that are left, as if none of them covered the same
    const most = candidates.slice(first, first + open).reduce((sum, { km2 }) => sum + km2, 0);
    if (gap === null || open === 0 || gapKm2 - most > enough) return null;
    for (let next = first; next < candidates.length && budget.left > 0; next++) {
      budget.left--;
      const { at } = candidates[next]!;
      const found = tryFrom(next + 1, [...places, at], outsideOf(gap, footprints[at]!));
      if (found !== null) return found;
    }
    return null;
  };
  return tryFrom(0, [], aoi.geometry);
}

/** Fewer footprints than those found, where few enough come into question to try. */
function fewer(footprints: readonly AreaGeometry[], found: CoverFound, aoi: Aoi, share: number): CoverFound {
  const candidates = footprints
    .map((footprint, at) => ({ at, km2: sharedAreaKm2(footprint, aoi.geometry) }))
    .filter(({ km2 }) => km2 > aoi.areaKm2 * NOISE)
    .sort((a, b) => b.km2 - a.km2);
  if (candidates.length > TRIED_MAX) return found;
  const budget = { left: TRIALS_MAX };
  for (let size = 1; size < found.places.length && budget.left > 0; size++) {
    const places = triedCover(footprints, candidates, aoi, share, size, budget);
    if (places !== null) return coverOf(footprints, places, aoi);
  }
  return found;
}

/**
 * Few footprints that cover the AOI to a wanted share: the greedy cover without what is needless in it, and the fewest of all
 * where at most 15 footprints come into question. When all of them together do not reach the share, those that add something.
 * @param share 0..1
 */
export function bestCover(footprints: readonly AreaGeometry[], aoi: Aoi, share: number): CoverFound {
  const greedy = greedyCover(footprints, aoi, share);
  if (greedy.share < share - NOISE) return greedy;
  return fewer(footprints, pruned(footprints, greedy, aoi, share), aoi, share);
}
