import type { Aoi } from '../aoi.ts';
import { areaKm2 } from '../area/area.ts';
import type { AreaGeometry } from '../area/areaGeometry.ts';
import { differenceOf, sharedAreaKm2 } from './cover.ts';

/** The fewest footprints found. */
export interface CoverFound {
  /** Indexes in the given list, in the order of choice. */
  places: number[];
  /** Share of the AOI that they cover together, 0 to 1. */
  share: number;
  /** The uncovered part of the AOI; null if there is none. */
  gap: AreaGeometry | null;
  gapKm2: number;
}

/** Conditions on a greedy cover besides its share. */
export interface GreedyTerms {
  /** Gains are divided by the weight of their footprint, e.g. its price; null compares the gains themselves. */
  weights: readonly number[] | null;
  /** Whether these footprints may be taken together. */
  isAllowed: (places: readonly number[]) => boolean;
}
const ANY_TERMS: GreedyTerms = { weights: null, isAllowed: () => true };

/** Gains below this share of the AOI are rounding noise. */
const NOISE = 1e-9;
/** Most candidates for an exhaustive search. */
const TRIED_MAX = 15;
/** Most sets that an exhaustive search tests. */
const TRIALS_MAX = 3000;

/** The part of the AOI that these footprints don't cover. */
function gapOf(
  footprints: readonly AreaGeometry[],
  places: readonly number[],
  aoi: Aoi,
): AreaGeometry | null {
  let gap: AreaGeometry | null = aoi.geometry;
  for (const at of places) {
    if (gap === null) return null;
    gap = differenceOf(gap, footprints[at]!);
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
 * The greedy cover: always adds the footprint with the largest gain. Gains only shrink as footprints are
 * added, so each is measured again only if its last gain is still the largest (lazy greedy, Minoux 1978).
 */
export function greedyCover(
  footprints: readonly AreaGeometry[],
  aoi: Aoi,
  share: number,
  { weights, isAllowed }: GreedyTerms = ANY_TERMS,
): CoverFound {
  const enough = aoi.areaKm2 * (1 - share) + aoi.areaKm2 * NOISE;
  const gains = footprints.map((footprint) => sharedAreaKm2(footprint, aoi.geometry));
  const measuredAt = new Uint32Array(footprints.length);
  const places: number[] = [];
  let gap: AreaGeometry | null = aoi.geometry;
  let gapKm2 = aoi.areaKm2;
  while (gap !== null && gapKm2 > enough) {
    const best = nextBest(footprints, gains, measuredAt, gap, places.length, weights);
    if (best === -1 || gains[best]! <= aoi.areaKm2 * NOISE) break;
    gains[best] = 0;
    if (!isAllowed([...places, best])) continue;
    places.push(best);
    gap = differenceOf(gap, footprints[best]!);
    gapKm2 = gap === null ? 0 : areaKm2(gap);
  }
  return coverOf(footprints, places, aoi);
}

/** The index of the footprint with the largest gain; the first of equal ones. */
function nextBest(
  footprints: readonly AreaGeometry[],
  gains: number[],
  measuredAt: Uint32Array,
  gap: AreaGeometry,
  taken: number,
  weights: readonly number[] | null,
): number {
  const worth = (at: number) => (weights === null ? gains[at]! : gains[at]! / weights[at]!);
  for (;;) {
    let best = -1;
    for (let at = 0; at < gains.length; at++) if (worth(at) > (best === -1 ? 0 : worth(best))) best = at;
    if (best === -1 || measuredAt[best] === taken) return best;
    gains[best] = Math.min(gains[best]!, sharedAreaKm2(footprints[best]!, gap));
    measuredAt[best] = taken;
  }
}

/**
 * Removes footprints covered by the others: the first choices may have become redundant.
 * @param mayGo whether a footprint may be replaced by the others
 */
export function pruned(
  footprints: readonly AreaGeometry[],
  found: CoverFound,
  aoi: Aoi,
  share: number,
  mayGo: (at: number, others: readonly number[]) => boolean = () => true,
): CoverFound {
  let best = found;
  for (const at of found.places) {
    const less = best.places.filter((one) => one !== at);
    if (!mayGo(at, less)) continue;
    const without = coverOf(footprints, less, aoi);
    if (without.share >= share - NOISE) best = without;
  }
  return best;
}

/** Depth-first search for a cover of exactly `size` footprints, skipping sets that can't reach the share. */
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
    // upper bound: the largest remaining footprints without overlaps
    const most = candidates.slice(first, first + open).reduce((sum, { km2 }) => sum + km2, 0);
    if (gap === null || open === 0 || gapKm2 - most > enough) return null;
    for (let next = first; next < candidates.length && budget.left > 0; next++) {
      budget.left--;
      const { at } = candidates[next]!;
      const found = tryFrom(next + 1, [...places, at], differenceOf(gap, footprints[at]!));
      if (found !== null) return found;
    }
    return null;
  };
  return tryFrom(0, [], aoi.geometry);
}

/** A smaller cover, searched if there are few enough candidates. */
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
 * Few footprints that cover a given share of the AOI: the greedy cover without redundant footprints, and the
 * fewest possible for at most 15 candidates. If all together don't reach the share, every footprint that adds
 * something.
 * @param share 0 to 1
 */
export function bestCover(footprints: readonly AreaGeometry[], aoi: Aoi, share: number): CoverFound {
  const greedy = greedyCover(footprints, aoi, share);
  if (greedy.share < share - NOISE) return greedy;
  return fewer(footprints, pruned(footprints, greedy, aoi, share), aoi, share);
}
