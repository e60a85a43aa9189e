import { SEARCHES_LOADED_MAX } from '../../../contract/limits.ts';
import type { Scene, SearchCondition } from '../../../contract/search.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import { scenesInBox } from '../../geo/area/inBox.ts';
import type { ScenesBoxed } from '../map/map.events.ts';
import type { Cover } from './bestCover.machine.ts';
import { type Clear, clearAt, clearnessOf, clearTogether } from './clear.rules.ts';
import { arrangementOf, newSince, NO_FILTERS, suppliersOf, type ViewOptions } from './results.rules.ts';
import { isSameCondition } from './search.rules.ts';
import { memoBy } from '../../geo/memo.ts';

/** The choice with one scene more or less. */
export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** The choice with more scenes at its end. */
export const joined = (ids: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...ids, ...more]),
];

/** The choice without some. */
export function without(ids: readonly string[], less: readonly string[]): string[] {
  const gone = new Set(less);
  return ids.filter((id) => !gone.has(id));
}

/**
 * Everything of the list between two scenes, both included, in the order of the list.
 * @param from where the range begins; the range is `to` alone when that is not in the list
 */
export function rangeOf(shown: readonly Scene[], from: string | null, to: string): string[] {
  const end = shown.findIndex(({ id }) => id === to);
  if (end === -1) return [];
  const begin = shown.findIndex(({ id }) => id === from);
  const [first, last] = begin === -1 ? [end, end] : [Math.min(begin, end), Math.max(begin, end)];
  return shown.slice(first, last + 1).map(({ id }) => id);
}

/** The IDs as a set, made once for each list. */
export const idSet = memoBy((ids: readonly string[]): ReadonlySet<string> => new Set(ids));

/** The scene `by` places after another in the list; null beyond its ends. */
export function neighbourOf(shown: readonly Scene[], id: string | null, by: 1 | -1): Scene | null {
  const at = shown.findIndex((scene) => scene.id === id);
  return at === -1 ? null : (shown[at + by] ?? null);
}

/** Scenes whose quicklooks together show the AOI as clearly as can be. */
export interface Mosaic {
  /** What is seen of each scene; the first, the clearest, lies on top. */
  parts: readonly { id: string; area: AreaGeometry }[];
  /** Share of the AOI that they cover together, 0..1. */
  share: number;
  /** How much of what they cover is clear, 0..1. */
  clear: number;
  /** The most other footprints that overlap at a place around the AOI. */
  overlap: number;
}
export interface MosaicRequest {
  scenes: readonly Scene[];
  aoi: Aoi;
  /** How much of each scene's part of the AOI is clear, 0..1. */
  clear: readonly number[];
  /** Whether all must come from one supplier, as an order needs it (§5 Orders in general). */
  isOneSupplier: boolean;
}

/** The answer of a search with the user's choices. */
export interface LoadedSet {
  /** The search of the results, with its AOI; null before the first results, and where its AOI is unknown. */
  requested: { condition: SearchCondition | null; aoi: Aoi } | null;
  scenes: readonly Scene[];
  /** Scenes that matched, also beyond the cap. */
  numberMatched: number;
  /** Scenes of the reply that could not be read. */
  leftOut: number;
  /** Share of the AOI that each scene covers, 0..1; null until it is measured. */
  shares: Float64Array | null;
  /** How much of the AOI is clear in each scene; null until something is known. */
  clear: Clear | null;
  /** The scenes that a refresh is compared with: those of the saved search, or the ones before. */
  baseline: ReadonlySet<string> | null;
  newIds: ReadonlySet<string>;
  viewOptions: ViewOptions;
  /** Product IDs, in the order of choosing. Filters leave the choice alone. */
  chosen: readonly string[];
  /** Where a range of the choice begins. */
  anchor: string | null;
  /** The choice's share and gap, while the choice is a best cover. */
  cover: Cover | null;
  /** Product ID of the scene whose details are open. */
  details: string | null;
  /** The mosaic of the scenes in sight; null until it is known, and if none of them meets the AOI. */
  mosaic: Mosaic | null;
}
/** The answer of a search. */
export interface Found {
  /** Null for a saved search without one. */
  condition: SearchCondition | null;
  /** The AOI of the search; null where a saved one can't be read. */
  aoi: Aoi | null;
  scenes: Scene[];
  numberMatched: number;
  leftOut?: number | undefined;
}
/** What changes the choice. */
export type ChoiceEvent =
  | { type: 'scene.toggled'; id: string }
  /** Chooses everything of the list between two scenes, or from the last one that was chosen. */
  | { type: 'choice.extended'; id: string; from?: string }
  /** Chooses all that are in sight, or takes them out. */
  | { type: 'shown.toggled' }
  | ScenesBoxed
  | { type: 'choice.cleared' };

export const NOTHING: ReadonlySet<string> = new Set();
/** Nothing chosen, open or measured. */
export const FRESH = {
  chosen: [],
  anchor: null,
  cover: null,
  details: null,
  mosaic: null,
  shares: null,
  clear: null,
} as const;

/** The scenes in sight, in the order of the list. */
export const shownOf = (set: LoadedSet): readonly Scene[] => arrangementOf(set, set.viewOptions).scenes;

/** The scenes by product ID. */
export const byId = memoBy(
  (scenes: readonly Scene[]) => new Map(scenes.map((scene) => [scene.id, scene] as const)),
);
/** The scenes of the mosaic, the clearest first. */
export const mosaicScenes = ({ mosaic, scenes }: Pick<LoadedSet, 'mosaic' | 'scenes'>): Scene[] =>
  (mosaic?.parts ?? []).flatMap(({ id }) => byId(scenes).get(id) ?? []);

export const holdsScene = ({ scenes }: LoadedSet, id: string): boolean =>
  scenes.some((scene) => scene.id === id);

/** The chosen scenes in the order of the list; those that filters hide come last. */
export function chosenOf(set: LoadedSet): Scene[] {
  const ids = idSet(set.chosen);
  const shown = shownOf(set).filter(({ id }) => ids.has(id));
  const seen = new Set(shown);
  return [...shown, ...set.scenes.filter((scene) => ids.has(scene.id) && !seen.has(scene))];
}

/** Percent of what the chosen scenes cover of the AOI that is clear; null if it is not known of all of them. */
export function clearOfChosen({ chosen, scenes, clear, shares }: LoadedSet): number | null {
  if (clear === null || shares === null || chosen.length === 0) return null;
  const ids = idSet(chosen);
  const places = [...scenes.keys()].filter((at) => ids.has(scenes[at]!.id));
  const percents = places.map((at) => clearAt(clear, at));
  return clearTogether(
    percents,
    Array.from(places, (at) => shares[at]!),
  );
}

/** `clearnessOf` the scenes in sight. */
export function clearOfShown(set: LoadedSet): number[] {
  const { clear, scenes } = set;
  const clearness = clearnessOf(scenes, clear);
  const places = new Map(scenes.map((scene, at) => [scene, at]));
  return shownOf(set).map((scene) => clearness[places.get(scene)!]!);
}

/** @throws Error before the first results */
export function requestedOf({ requested }: LoadedSet): NonNullable<LoadedSet['requested']> {
  if (requested === null) throw new Error('results without a search');
  return requested;
}

function toggledShown(set: LoadedSet): string[] {
  const ids = shownOf(set).map(({ id }) => id);
  const has = idSet(set.chosen);
  return ids.every((id) => has.has(id)) ? without(set.chosen, ids) : joined(set.chosen, ids);
}

function chosenAfter(set: LoadedSet, event: ChoiceEvent): readonly string[] {
  switch (event.type) {
    case 'scene.toggled':
      return toggled(set.chosen, event.id);
    case 'choice.extended':
      return joined(set.chosen, rangeOf(shownOf(set), event.from ?? set.anchor, event.id));
    case 'shown.toggled':
      return toggledShown(set);
    case 'scenes.boxed':
      return joined(
        set.chosen,
        scenesInBox(shownOf(set), event.bbox).map(({ id }) => id),
      );
    case 'choice.cleared':
      return [];
  }
}

/** The suppliers of the chosen scenes, computed once for each choice: every row asks. */
const chosenSuppliers = memoBy((scenes: readonly Scene[]) =>
  memoBy((chosen: readonly string[]) => {
    const ids = idSet(chosen);
    return suppliersOf(scenes.filter(({ id }) => ids.has(id)));
  }),
);

/**
 * Whether an unselected scene is from another supplier than the selected ones, so that they can't be ordered
 * together.
 */
export function isOtherSupplier(set: LoadedSet, id: string, supplier: string | null): boolean {
  const [first, ...more] = chosenSuppliers(set.scenes)(set.chosen);
  return first !== undefined && more.length === 0 && first !== supplier && !idSet(set.chosen).has(id);
}

/** The choice after an event. A best cover that the user changes is no longer one. */
export function choiceAfter(
  set: LoadedSet,
  event: ChoiceEvent,
): Pick<LoadedSet, 'chosen' | 'anchor' | 'cover'> {
  const anchor = 'id' in event ? event.id : event.type === 'choice.cleared' ? null : set.anchor;
  return { chosen: chosenAfter(set, event), anchor, cover: null };
}

/**
 * The set with the answer of a search. The same search again keeps choice and view options, and scenes that were
 * missing before are new. A search for the days that a filter asks for keeps choice and view options too; another search
 * resets the choice and the filters.
 */
export function loadedOf(
  set: LoadedSet,
  { condition, aoi, scenes, numberMatched, leftOut = 0 }: Found,
): LoadedSet {
  const base = { ...set, ...FRESH, requested: aoi && { condition, aoi }, scenes, numberMatched, leftOut };
  const isAgain = set.requested !== null && isSameCondition(set.requested.condition, condition);
  const known = new Set(scenes.map(({ id }) => id));
  const kept = (ids: readonly string[]) => ids.filter((id) => known.has(id));
  const choice = {
    chosen: kept(set.chosen),
    details: scenes.find(({ id }) => id === set.details)?.id ?? null,
  };
  if (isSameCondition(widened(set), condition))
    return { ...base, ...choice, baseline: null, newIds: NOTHING };
  if (!isAgain || set.baseline === null)
    return {
      ...base,
      baseline: null,
      newIds: NOTHING,
      viewOptions: { ...set.viewOptions, filters: NO_FILTERS },
    };
  return { ...base, ...choice, newIds: newSince(set.baseline, scenes) };
}

/** The search for the days that the filter asks for; null if it asks for none. */
function widened({ requested, viewOptions: { filters } }: LoadedSet): SearchCondition | null {
  if (!requested?.condition || filters.dateFrom === '' || filters.dateTo === '') return null;
  const { dateFrom: acquisitionDateFrom, dateTo: acquisitionDateTo } = filters;
  return { ...requested.condition, acquisitionDateFrom, acquisitionDateTo };
}

/** The sets with one added, newest first; it replaces a set of the same condition. */
function withFormer(
  former: readonly LoadedSet[],
  set: LoadedSet,
  current: SearchCondition | null,
): LoadedSet[] {
  const others = [set, ...former].filter(
    ({ requested, scenes }) =>
      requested !== null && scenes.length > 0 && !isSameCondition(requested.condition, current),
  );
  return others.slice(0, SEARCHES_LOADED_MAX);
}

/** A loaded set and those of earlier searches, for back and forward. */
export interface LoadedSets extends LoadedSet {
  former: readonly LoadedSet[];
}

const setIn = ({ former: _, ...set }: LoadedSets): LoadedSet => set;

/** The sets after another search: the current one becomes an earlier one. */
export function nextSets(sets: LoadedSets, next: LoadedSet, condition: SearchCondition | null): LoadedSets {
  return { ...next, former: withFormer(sets.former, setIn(sets), condition) };
}

/** The earlier set of a condition; null if it is the current one or not loaded. */
export function formerOf({ former, requested }: LoadedSets, condition: SearchCondition | undefined) {
  if (condition === undefined) return null;
  if (requested !== null && isSameCondition(requested.condition, condition)) return null;
  return (
    former.find((set) => set.requested !== null && isSameCondition(set.requested.condition, condition)) ??
    null
  );
}

/**
 * The scenes of a set that an address names: the selected ones and the one with open details. Scenes that the set
 * lacks are omitted.
 */
export function withNamed(set: LoadedSet, scenes: readonly string[], details: string | null): LoadedSet {
  const known = new Set(set.scenes.map(({ id }) => id));
  return {
    ...set,
    chosen: scenes.filter((id) => known.has(id)),
    details: details !== null && known.has(details) ? details : null,
  };
}

/** The set with the results of a saved search; a refresh is compared with them. */
export function recalledOf(set: LoadedSet, found: Found, newIds: readonly string[]): LoadedSet {
  const fresh = new Set(newIds);
  const old = found.scenes.filter(({ id }) => !fresh.has(id)).map(({ id }) => id);
  return { ...loadedOf({ ...set, requested: null }, found), baseline: new Set(old), newIds: fresh };
}
