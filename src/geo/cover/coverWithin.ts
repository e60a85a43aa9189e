import type { Aoi } from '../aoi.ts';
import type { AreaGeometry } from '../area/areaGeometry.ts';
import { bestCover, greedyCover, pruned, type CoverFound, type GreedyTerms } from './bestCover.ts';

/** Conditions on a cover, so that it can be ordered. */
export interface CoverTerms extends GreedyTerms {
  /** The group of each footprint, e.g. its supplier: a cover has footprints of one group only. Null allows all. */
  groups: readonly number[] | null;
  /**
   * How much of each footprint is clear, 0 to 1: area under cloud gains nothing, so that clear footprints are taken
   * first, and cloudy ones only for what no clear one covers. Null: all count alike.
   */
  clear?: readonly number[] | null | undefined;
}

/** The least clear share that counts: a footprint under cloud still covers what no other does. */
const LEAST_CLEAR = 0.01;
/** Shares closer than this are equal. */
const NOISE = 1e-9;

function coverOfGroup(
  footprints: readonly AreaGeometry[],
  group: readonly number[],
  aoi: Aoi,
  share: number,
  terms: CoverTerms,
): CoverFound {
  const areas = group.map((at) => footprints[at]!);
  const globally = (places: readonly number[]) => places.map((place) => group[place]!);
  const isAllowed = (places: readonly number[]) => terms.isAllowed(globally(places));
  const placed = (found: CoverFound): CoverFound => ({ ...found, places: globally(found.places) });
  const { clear, weights: costs } = terms;
  if (clear) {
    const weights = group.map((at) => (costs?.[at] ?? 1) / Math.max(clear[at]!, LEAST_CLEAR));
    const found = greedyCover(areas, aoi, share, { weights, isAllowed });
    const isWorst = (at: number, others: readonly number[]) =>
      others.every((other) => clear[group[other]!]! >= clear[group[at]!]!);
    return placed(found.share < share - NOISE ? found : pruned(areas, found, aoi, share, isWorst));
  }
  const free = bestCover(areas, aoi, share);
  if (isAllowed(free.places)) return placed(free);
  // by gain, and by gain per weight: neither order always finds the better cover
  const weights = terms.weights && group.map((at) => terms.weights![at]!);
  const [plain, weighed] = [null, weights].map((by) =>
    greedyCover(areas, aoi, share, { weights: by, isAllowed }),
  );
  return placed(isBetter(weighed!, plain!, share) ? weighed! : plain!);
}

/** A cover that reaches the share is better, then the one with fewer footprints; below the share, the larger one. */
function isBetter(a: CoverFound, b: CoverFound, share: number): boolean {
  const [reachesA, reachesB] = [a.share >= share - NOISE, b.share >= share - NOISE];
  if (reachesA !== reachesB) return reachesA;
  if (reachesA && a.places.length !== b.places.length) return a.places.length < b.places.length;
  return a.share > b.share + NOISE;
}

/**
 * The best cover within the terms: from the group that reaches the share with the fewest footprints, or else covers
 * most. Empty if not even one footprint is allowed.
 * @param share 0 to 1
 */
export function coverWithin(
  footprints: readonly AreaGeometry[],
  aoi: Aoi,
  share: number,
  terms: CoverTerms,
): CoverFound {
  const groups = new Map<number, number[]>();
  footprints.forEach((_, at) => {
    const key = terms.groups?.[at] ?? 0;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [at]);
    else group.push(at);
  });
  return [...groups.values()]
    .map((group) => coverOfGroup(footprints, group, aoi, share, terms))
    .reduce((best, found) => (isBetter(found, best, share) ? found : best));
}
