import { EXPORT_RECORDS_MAX, type ProductLevel, type ProductMode } from '../../../contract/limits.ts';
import { priceOfOrder, type Tariff } from '../../../contract/orders/tariff.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { sharedAreaKm2, shareOf, unionShare } from '../../geo/cover/cover.ts';
import { utcDayOf } from '../shared/days.ts';
import { type Clear, clearAt } from './clear.rules.ts';
import { memoBy } from '../../geo/memo.ts';

/** Areas by AOI, then by scene: each is measured when its row first becomes visible, or all of them in a worker. */
const areas = new WeakMap<Aoi, WeakMap<Scene, number>>();

function areasIn(aoi: Aoi): WeakMap<Scene, number> {
  const known = areas.get(aoi) ?? new WeakMap<Scene, number>();
  areas.set(aoi, known);
  return known;
}

/** Stores the areas that a worker has measured, km². */
export function noteAreas(scenes: readonly Scene[], aoi: Aoi, measured: ArrayLike<number>): void {
  const known = areasIn(aoi);
  scenes.forEach((scene, at) => known.set(scene, measured[at]!));
}

/** Whether all of these have been measured, so that reading their areas costs no time. */
export const areMeasured = (scenes: readonly Scene[], aoi: Aoi): boolean => {
  const known = areasIn(aoi);
  return scenes.every((scene) => known.has(scene));
};

/** The area of the AOI that a scene covers, km²: the delivered area of a clipped scene. */
export function coveredKm2(scene: Scene, aoi: Aoi): number {
  const known = areasIn(aoi);
  const areaKm2 = known.get(scene) ?? sharedAreaKm2(scene.geometry, aoi.geometry, aoi.bbox);
  known.set(scene, areaKm2);
  return areaKm2;
}

/** The share of the AOI that a scene covers, 0..1. */
export function shareOfScene(scene: Scene, aoi: Aoi): number {
  return shareOf(coveredKm2(scene, aoi), aoi.areaKm2);
}

/** The suppliers of scenes, by name; null, for scenes without one, comes last. */
export function suppliersOf(scenes: readonly Scene[]): (string | null)[] {
  const all = new Set(scenes.map(({ properties }) => properties.supplier));
  const named = [...all].filter((supplier) => supplier !== null).sort();
  return all.has(null) ? [...named, null] : named;
}

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
 * The price of the order form for these scenes, clipped to the AOI: the initial one at level L1 (decision 150).
 * @returns null for scenes that can't be ordered together
 */
export function estimateOf(
  scenes: readonly Scene[],
  aoi: Aoi,
  { tariff, utype }: Pricing,
  level: ProductLevel = 'L1',
): Estimate | null {
  if (scenes.length === 0 || scenes.length > EXPORT_RECORDS_MAX || suppliersOf(scenes).length > 1)
    return null;
  const delivered = scenes.map((scene) => ({ ...scene.properties, areaKm2: coveredKm2(scene, aoi) }));
  if (delivered.some(({ areaKm2 }) => areaKm2 <= 0)) return null;
  const { finalPrice, valuationArea } = priceOfOrder(tariff, utype, delivered, level);
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
 * @returns null if nothing is paid twice: below 0.01 km², or within the minimum area of each scene
 */
export function overlapOf(
  scenes: readonly Scene[],
  aoi: Aoi,
  togetherKm2: number,
  estimate: Estimate,
  minimumKm2: number,
): Overlap | null {
  const covered = scenes.map((scene) => coveredKm2(scene, aoi));
  const areaKm2 = covered.reduce((sum, km2) => sum + km2, 0) - togetherKm2;
  // what a scene has within its minimum costs nothing more
  const beyondMinimum = covered.reduce((sum, km2) => sum + Math.max(0, km2 - minimumKm2), 0);
  const paidKm2 = Math.min(areaKm2, beyondMinimum);
  if (areaKm2 < 0.01 || paidKm2 <= 0) return null;
  return { areaKm2, cents: Math.round((estimate.cents * paidKm2) / estimate.billedKm2) };
}

/** The sort keys of the list; each has its natural order, which can be reversed. */
export const SORTS = ['date', 'cloud', 'clear', 'offNadir', 'gsd', 'share'] as const;
export type SortBy = (typeof SORTS)[number];
export const GROUPINGS = ['none', 'day', 'satellite', 'supplier'] as const;
type GroupBy = (typeof GROUPINGS)[number];
/** The scene fields that footprints can be coloured by. */
export const COLOURINGS = ['none', 'date', 'cloud', 'clear', 'offNadir', 'gsd', 'satellite'] as const;
export type ColourBy = (typeof COLOURINGS)[number];

/** The filters that hide scenes of the loaded set. null, '', 0 and [] hide none. */
export interface SceneFilters {
  /** Percent. */
  maxCloudCover: number | null;
  /** Degrees. */
  maxOffNadirAngle: number | null;
  /** Metres. */
  maxGsd: number | null;
  /** Names of satellites, as the scenes have them. */
  satellites: readonly string[];
  /** The only supplier in sight. */
  supplier: string | null;
  productMode: ProductMode | null;
  /** UTC days, both included. */
  dateFrom: string;
  dateTo: string;
  /** Percent of the AOI. */
  minShare: number;
  /** Percent of what the scene covers of the AOI. */
  minClear: number;
  onlyNew: boolean;
}
export const NO_FILTERS: SceneFilters = {
  maxCloudCover: null,
  maxOffNadirAngle: null,
  maxGsd: null,
  satellites: [],
  supplier: null,
  productMode: null,
  dateFrom: '',
  dateTo: '',
  minShare: 0,
  minClear: 0,
  onlyNew: false,
};

/** How the loaded set is shown. */
export interface ViewOptions {
  sort: SortBy;
  isReversed: boolean;
  group: GroupBy;
  filters: SceneFilters;
  colour: ColourBy;
}
export const DEFAULT_VIEW_OPTIONS: ViewOptions = {
  sort: 'date',
  isReversed: false,
  group: 'none',
  filters: NO_FILTERS,
  colour: 'none',
};

/** A group of the list; a list without groups is one group with the key ''. */
interface SceneGroup {
  /** A UTC day, the name of a satellite or a supplier, or '' for an unknown one. */
  key: string;
  scenes: readonly Scene[];
}
/** The loaded set as the list shows it. */
export interface Arrangement {
  /** In the order of the list. */
  scenes: readonly Scene[];
  groups: readonly SceneGroup[];
}

/** The scenes with the values that were computed for them. */
export interface Loaded {
  scenes: readonly Scene[];
  /** How much of the AOI each scene covers, 0..1, by its place in `scenes`; null until it is measured. */
  shares: Float64Array | null;
  /** How much of the AOI is clear in each scene; null until something is known. */
  clear: Clear | null;
  newIds: ReadonlySet<string>;
}

/** The number of active filters, for the badge of the button. */
export function filterCount(filters: SceneFilters): number {
  const { dateFrom, dateTo } = filters;
  return [
    filters.maxCloudCover !== null,
    filters.maxOffNadirAngle !== null,
    filters.maxGsd !== null,
    filters.satellites.length > 0,
    filters.supplier !== null,
    filters.productMode !== null,
    dateFrom !== '' || dateTo !== '',
    filters.minShare > 0,
    filters.minClear > 0,
    filters.onlyNew,
  ].filter(Boolean).length;
}

/** The UTC day of a scene, YYYY-MM-DD (decision 30); '' if it is not known. */
export function dayOf(scene: Scene): string {
  const { acquisitionDate } = scene.properties;
  if (acquisitionDate === null) return '';
  return acquisitionDate.endsWith('Z') ? acquisitionDate.slice(0, 10) : utcDayOf(new Date(acquisitionDate));
}

const noMore = (value: number | null, most: number | null) =>
  most === null || value === null || value <= most;

/**
 * Whether a scene passes the filters. As in the search (record 021), unknown values pass the limits of cloud,
 * angle, resolution and clear share, but not the filters of satellite, supplier and product mode.
 * @param share of the AOI, 0..1; null while it is not measured
 * @param clear percent; null if it is not known
 */
function matchesFilters(
  scene: Scene,
  filters: SceneFilters,
  { share, clear, isNew }: { share: number | null; clear: number | null; isNew: boolean },
): boolean {
  const { cloudCover, offNadirAngle, gsd, satellite, supplier, productMode } = scene.properties;
  if (!noMore(cloudCover, filters.maxCloudCover) || !noMore(gsd, filters.maxGsd)) return false;
  if (!noMore(offNadirAngle, filters.maxOffNadirAngle) || (filters.onlyNew && !isNew)) return false;
  if (filters.satellites.length > 0 && (satellite === null || !filters.satellites.includes(satellite)))
    return false;
  if (filters.supplier !== null && supplier !== filters.supplier) return false;
  if (filters.productMode !== null && productMode !== filters.productMode) return false;
  if (share !== null && share * 100 < filters.minShare) return false;
  if (clear !== null && clear < filters.minClear) return false;
  if (filters.dateFrom === '' && filters.dateTo === '') return true;
  const day = dayOf(scene);
  return day >= filters.dateFrom && (filters.dateTo === '' || day <= filters.dateTo);
}

/** When a scene was taken, ms since 1970 UTC; null if that is not known. */
export const timeOf = memoBy(({ properties: { acquisitionDate } }: Scene): number | null =>
  acquisitionDate === null ? null : Date.parse(acquisitionDate),
);

/** The sort value, smallest first; null if unknown, which sorts last. */
function rankOf(scene: Scene, sort: SortBy, share: number | null, clear: number | null): number | null {
  switch (sort) {
    case 'date': {
      const time = timeOf(scene);
      return time === null ? null : -time;
    }
    case 'cloud':
      return scene.properties.cloudCover;
    case 'clear':
      return clear === null ? null : -clear;
    case 'offNadir':
      return scene.properties.offNadirAngle;
    case 'gsd':
      return scene.properties.gsd;
    case 'share':
      return share === null ? null : -share;
  }
}

/** Indices into the loaded set in the order of the list; equal ones stay newest first, unknown ones come last. */
function sorted(places: number[], loaded: Loaded, { sort, isReversed }: ViewOptions): number[] {
  const direction = isReversed ? -1 : 1;
  const ranks = new Float64Array(loaded.scenes.length);
  for (const at of places) {
    const rank = rankOf(loaded.scenes[at]!, sort, loaded.shares?.[at] ?? null, clearAt(loaded.clear, at));
    ranks[at] = rank === null ? Infinity : rank * direction;
  }
  // equal ones stay as the reply has them, newest first (decision 3); so do those that are not known, as no
  // number is no difference
  return places.sort((a, b) => ranks[a]! - ranks[b]!);
}

function grouped(scenes: readonly Scene[], { group, sort, isReversed }: ViewOptions): SceneGroup[] {
  if (group === 'none') return [{ key: '', scenes }];
  const byKey = new Map<string, Scene[]>();
  for (const scene of scenes) {
    const key = group === 'day' ? dayOf(scene) : (scene.properties[group] ?? '');
    const members = byKey.get(key);
    if (members === undefined) byKey.set(key, [scene]);
    else members.push(scene);
  }
  const oldestFirst = group !== 'day' || (sort === 'date' && isReversed);
  // days newest first unless the list is reversed; satellites and suppliers by name, unknown ones last
  const compare = (a: string, b: string) =>
    a === '' || b === '' ? (a === '' ? 1 : -1) : a < b === oldestFirst ? -1 : 1;
  return [...byKey].sort(([a], [b]) => compare(a, b)).map(([key, members]) => ({ key, scenes: members }));
}

/** What the filters know of a scene beside its facts. */
const knownOf = ({ scenes, shares, clear, newIds }: Loaded, at: number) => ({
  share: shares?.[at] ?? null,
  clear: clearAt(clear, at),
  isNew: newIds.has(scenes[at]!.id),
});

/** The loaded set, filtered, sorted and grouped. 5,000 scenes take some milliseconds. */
export function arranged(loaded: Loaded, viewOptions: ViewOptions): Arrangement {
  const { scenes } = loaded;
  const places: number[] = [];
  scenes.forEach((scene, at) => {
    if (matchesFilters(scene, viewOptions.filters, knownOf(loaded, at))) places.push(at);
  });
  const order = sorted(places, loaded, viewOptions).map((at) => scenes[at]!);
  const groups = grouped(order, viewOptions);
  return { groups, scenes: viewOptions.group === 'none' ? order : groups.flatMap((group) => group.scenes) };
}

/** The scenes that all filters but that of the days leave, unsorted. */
export function datelessScenes(loaded: Loaded, filters: SceneFilters): Scene[] {
  const others = { ...filters, dateFrom: '', dateTo: '' };
  return loaded.scenes.filter((scene, at) => matchesFilters(scene, others, knownOf(loaded, at)));
}

/** Names of the satellites that the scenes have, sorted. */
export function satellitesOf(scenes: readonly Scene[]): string[] {
  return [...new Set(scenes.flatMap(({ properties }) => properties.satellite ?? []))].sort();
}

/** Which of the scenes a saved search did not hold. */
export function newSince(savedIds: ReadonlySet<string>, scenes: readonly Scene[]): Set<string> {
  return new Set(scenes.flatMap(({ id }) => (savedIds.has(id) ? [] : [id])));
}

let last: { loaded: Loaded; viewOptions: ViewOptions; made: Arrangement } | null = null;

/** `arranged`, computed once for each loaded set and its view options: machine and views call it often. */
export function arrangementOf(set: Loaded, viewOptions: ViewOptions): Arrangement {
  const { scenes, shares, clear, newIds } = set;
  const isKnown =
    last !== null &&
    last.viewOptions === viewOptions &&
    last.loaded.scenes === scenes &&
    last.loaded.newIds === newIds &&
    // new shares change only a list that sorts or filters by them
    (last.loaded.shares === shares || !(viewOptions.sort === 'share' || viewOptions.filters.minShare > 0)) &&
    (last.loaded.clear === clear || !(viewOptions.sort === 'clear' || viewOptions.filters.minClear > 0));
  if (last === null || !isKnown) {
    const loaded = { scenes, shares, clear, newIds };
    last = { loaded, viewOptions, made: arranged(loaded, viewOptions) };
  }
  return last.made;
}

const DAY_MS = 86_400_000;
/** The most bars that are distinguishable in the panel's width. */
const BINS_MAX = 46;

/** Some UTC days, both included, and how many scenes were taken in them. */
export interface DateBin {
  from: string;
  to: string;
  count: number;
}

const dayNumber = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
const dayAt = (number: number) => utcDayOf(new Date(number * DAY_MS));

/** The index of a day's bin; -1 outside of all bins. */
export function binOf(bins: readonly DateBin[], day: string): number {
  return bins.findIndex(({ from, to }) => day >= from && day <= to);
}

/**
 * How many scenes were taken when, in bins of equally many days (the last one may be shorter).
 * @param from first UTC day of the search
 * @param to last UTC day of the search
 */
export function dateBins(scenes: readonly Scene[], from: string, to: string): DateBin[] {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (!(first <= last)) return [];
  const width = Math.ceil((last - first + 1) / BINS_MAX);
  const counts = new Uint32Array(Math.ceil((last - first + 1) / width));
  const known = new Map<string, number>();
  for (const scene of scenes) {
    const day = dayOf(scene);
    const at = known.get(day) ?? Math.floor((dayNumber(day) - first) / width);
    known.set(day, at);
    if (at >= 0 && at < counts.length) counts[at] = counts[at]! + 1;
  }
  return Array.from(counts, (count, at) => ({
    from: dayAt(first + at * width),
    to: dayAt(Math.min(last, first + (at + 1) * width - 1)),
    count,
  }));
}

/** More footprints take over 50 ms to unite; more scenes are not measured at all. */
const UNITED_MAX = 24;
const MEASURED_MAX = 2000;

/** The share of the AOI that the scenes cover together, 0..1; null if there are too many to unite at once. */
export function shareTogether(scenes: readonly Scene[], aoi: Aoi): number | null {
  if (scenes.length > MEASURED_MAX) return null;
  if (scenes.some((scene) => shareOfScene(scene, aoi) === 1)) return 1;
  // scenes that miss the AOI add nothing
  const meeting = scenes.filter((scene) => shareOfScene(scene, aoi) > 0);
  if (meeting.length > UNITED_MAX) return null;
  return unionShare(
    meeting.map(({ geometry }) => geometry),
    aoi,
  );
}
