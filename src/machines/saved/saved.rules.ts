import type { Id } from '../../../contract/calls/envelope.ts';
import type {
  AoiFacts,
  RecalledDump,
  SavedAoi,
  SavedSearch,
  SaveSearchRequest,
} from '../../../contract/saved.ts';
import { aoiOf, type Aoi } from '../../geo/aoi.ts';
import { areaKm2 } from '../../geo/area/area.ts';
import { nullIfInvalid } from '../../geo/geometryError.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { AoiRecalled } from '../aoi/aoi.machine.ts';
import type { SearchRecalled, SaveSearchFormRequested } from '../search/search.events.ts';
import { memoLast } from '../../geo/memo.ts';

/**
 * A saved area (§3 Saved AOI), checked and measured; null for invalid WKT. Guard and action read the same one, and its vertices
 * are checked once.
 */
export const readSavedArea = memoLast((geom: string): Aoi | null =>
  nullIfInvalid(() => aoiOf(readAreaWkt(geom, ['POLYGON', 'MULTIPOLYGON']))),
);

/** The size of a saved area, km², without the checks of an AOI; null for invalid WKT. */
export function savedAreaKm2(geom: string): number | null {
  return nullIfInvalid(() => areaKm2(readAreaWkt(geom, ['POLYGON', 'MULTIPOLYGON'])));
}

/** The body that saves a search (decision 8): of its scenes the ids suffice, the server knows the rest. */
export function saveSearchRequestOf(
  name: string,
  search: Omit<SaveSearchFormRequested, 'type'>,
): SaveSearchRequest {
  return {
    name: name.trim(),
    aoiGeom: search.aoi.wkt,
    dumpJson: {
      condition: search.condition,
      result: search.scenes.map(({ id }) => ({ id })),
      resultStatus: { numberMatched: search.numberMatched },
    },
  };
}

/** The two facts that bring a search back; without the first where its area can't be read. */
export interface SearchRecall<Area = AoiRecalled> {
  area: Area;
  search: SearchRecalled;
}

/** §2 My search list, restore results: a saved search as it comes back. */
export function restoredOf(
  saved: Pick<SavedSearch, 'name' | 'aoiGeom' | 'isOutline'>,
  dump: RecalledDump,
): SearchRecall<AoiRecalled | null> {
  const { leftOut, result, resultStatus } = dump;
  const unread = leftOut ?? 0;
  const whole = dump.condition?.aoiWkt ?? '';
  const [first, second] = saved.isOutline === true ? [whole, saved.aoiGeom] : [saved.aoiGeom, whole];
  const aoi = readSavedArea(first) ?? readSavedArea(second);
  return {
    area: aoi && { type: 'aoi.recalled', aoi, source: { kind: 'saved', name: saved.name } },
    search: {
      type: 'search.recalled',
      condition: aoi && dump.condition,
      aoi,
      scenes: result,
      numberMatched: (resultStatus.numberMatched ?? result.length + unread) - unread,
      leftOut,
      newIds: [],
    },
  };
}

/** The same for a search that is shared or watched, whose area is known. @returns null where it can't be read */
export function recallOf(...search: Parameters<typeof restoredOf>): SearchRecall | null {
  const { area, search: recalled } = restoredOf(...search);
  return area && { area, search: recalled };
}

/** The orders of My AOI. */
export const AOI_SORTS = ['new', 'newest', 'price', 'name'] as const;
export type AoiSort = (typeof AOI_SORTS)[number];

/** Smaller comes first; areas of which it isn't known come last. */
const SORT_KEYS: Record<Exclude<AoiSort, 'name'>, (facts: AoiFacts) => number> = {
  new: ({ newCount }) => -newCount,
  newest: ({ newest }) => -Date.parse(newest?.scene.properties.acquisitionDate ?? ''),
  price: ({ cover }) => cover?.finalPrice ?? Number.NaN,
};

/** Saved areas in an order: most new scenes, newest clear scene, lowest price or name first; equal ones as they are. */
export function sortedAois(
  items: readonly SavedAoi[],
  sort: AoiSort,
  facts: ReadonlyMap<Id, AoiFacts>,
): SavedAoi[] {
  if (sort === 'name')
    return items.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const keyOf = ({ id }: SavedAoi): number => {
    const known = facts.get(id);
    const key = known === undefined ? Number.NaN : SORT_KEYS[sort](known);
    return Number.isNaN(key) ? Number.MAX_VALUE : key;
  };
  return items.toSorted((a, b) => keyOf(a) - keyOf(b));
}
