import { defaultCondition } from '../../../contract/defaultSearch.ts';
import { areaCapKm2, CLOUD, GSD, OFF_NADIR, type ProductMode } from '../../../contract/limits.ts';
import type { Place } from '../../../contract/places.ts';
import { supplierNames } from '../../../contract/orders/orders.ts';
import type { Relaxable, Relaxation, Scene, SearchCondition } from '../../../contract/search.ts';
import { SENSORS, type SensorType } from '../../../contract/sensors.ts';
import type { OfferedSample, Satellite } from '../../../contract/settings.ts';
import { type Aoi, aoiOf, type AreaGeometry } from '../../geo/aoi.ts';
import { rectangleAround } from '../../geo/entry/center.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { AoiRecalled } from '../aoi/aoi.machine.ts';
import type { NoticeText } from '../shared/notice.ts';

/** A search without the form: its area, and the fields of the form that it changes. */
export interface DirectSearch {
  area: AoiRecalled;
  patch: Partial<SearchDraft>;
}

const directSearch = (geometry: AreaGeometry, name: string, patch: DirectSearch['patch']): DirectSearch => ({
  area: { type: 'aoi.recalled', aoi: aoiOf(geometry), source: { kind: 'saved', name } },
  patch,
});

/** Width and height of the area around a place, km. */
const SURROUNDINGS_KM = 10;
/** Closer to a pole, degrees, such an area goes around the globe. */
const LAST_LATITUDE = 89.9;

/** The search of the surroundings of a place, as the form is. */
export function searchAround({ name, bbox: [west, south, east, north] }: Place): DirectSearch {
  const middle = (west + (east < west ? east + 360 : east)) / 2;
  const area = rectangleAround({
    longitude: middle > 180 ? middle - 360 : middle,
    latitude: Math.min(LAST_LATITUDE, Math.max(-LAST_LATITUDE, (south + north) / 2)),
    widthKm: SURROUNDINGS_KM,
    heightKm: SURROUNDINGS_KM,
  });
  return directSearch(area, name, {});
}

/**
 * The search that finds a sample: its outline, the days on which it was taken, and any resolution, because the samples
 * are coarser than the slider's 2 m.
 * @param place the name of its area
 * @throws GeometryError if its outline is invalid
 */
export function searchOfSample(sample: OfferedSample, place: string): DirectSearch {
  return directSearch(readAreaWkt(sample.aoiWkt, ['POLYGON', 'MULTIPOLYGON']), place, {
    dateFrom: sample.acquisitionDateFrom,
    dateTo: sample.acquisitionDateTo,
    maxCloudCover: CLOUD.searchDefault,
    maxOffNadirAngle: SENSORS[sample.sensorType].offNadirUsual,
    sensorType: sample.sensorType,
    gsd: null,
    satList: [],
    productMode: null,
  });
}

/**
 * The search form (§2 Search panel). Dates are UTC days; '' when cleared. gsd in metres, null for any; angles in
 * degrees.
 */
export interface SearchDraft {
  dateFrom: string;
  dateTo: string;
  maxCloudCover: number;
  maxOffNadirAngle: number;
  sensorType: SensorType;
  gsd: number | null;
  satList: string[];
  productMode: ProductMode | null;
}

/** The form as it opens (§2 Search panel), for a day in UTC. */
export function defaultDraft(now: Date): SearchDraft {
  const { acquisitionDateFrom, acquisitionDateTo, gsd, satList, ...limits } = defaultCondition(now);
  return {
    dateFrom: acquisitionDateFrom,
    dateTo: acquisitionDateTo,
    ...limits,
    gsd: gsd ?? null,
    satList,
    productMode: null,
  };
}

/** Why a search can't start; the key of the catalogue. */
type SearchRefusal =
  | 'errors.aoiMissing'
  | 'errors.areaOverLimit'
  | 'errors.datesMissing'
  | 'errors.datesReversed';

/** §5 Search, in its order: AOI, area limit, dates. */
export function searchRefusal(draft: SearchDraft, aoi: Aoi | null, utype: number): NoticeText | null {
  const message = (key: SearchRefusal, params?: Record<string, number>): NoticeText =>
    params ? { key, params } : { key };
  if (aoi === null) return message('errors.aoiMissing');
  const limit = areaCapKm2(utype);
  if (aoi.areaKm2 > limit) return message('errors.areaOverLimit', { limit });
  if (draft.dateFrom === '' || draft.dateTo === '') return message('errors.datesMissing');
  if (draft.dateFrom > draft.dateTo) return message('errors.datesReversed');
  return null;
}

/** §3 Search condition; resolution, satellites and product mode only for sensor types that have them. */
export function conditionOf(draft: SearchDraft, aoi: Aoi): SearchCondition {
  const { hasResolution, hasSatellites, hasProductModes } = SENSORS[draft.sensorType];
  return {
    aoiWkt: aoi.wkt,
    acquisitionDateFrom: draft.dateFrom,
    acquisitionDateTo: draft.dateTo,
    maxCloudCover: draft.maxCloudCover,
    maxOffNadirAngle: draft.maxOffNadirAngle,
    sensorType: draft.sensorType,
    satList: hasSatellites ? draft.satList : [],
    ...(hasResolution && draft.gsd !== null ? { gsd: draft.gsd } : {}),
    ...(hasProductModes && draft.productMode !== null ? { productMode: draft.productMode } : {}),
  };
}

/** The form of a condition; defaults replace the fields that the condition lacks. */
export function draftOf(condition: SearchCondition, defaults: SearchDraft): SearchDraft {
  const { acquisitionDateFrom, acquisitionDateTo, maxCloudCover, maxOffNadirAngle, sensorType } = condition;
  return {
    dateFrom: acquisitionDateFrom,
    dateTo: acquisitionDateTo,
    maxCloudCover,
    maxOffNadirAngle,
    sensorType,
    gsd: SENSORS[sensorType].hasResolution ? (condition.gsd ?? null) : defaults.gsd,
    satList: [...condition.satList],
    productMode: condition.productMode ?? null,
  };
}

/** Whether two conditions are equal. */
export function isSameCondition(a: SearchCondition | null, b: SearchCondition | null): boolean {
  // two searches whose conditions are not known are two
  if (a === null || b === null) return false;
  const text = (one: SearchCondition) =>
    JSON.stringify([
      one.aoiWkt,
      one.acquisitionDateFrom,
      one.acquisitionDateTo,
      one.maxCloudCover,
      one.maxOffNadirAngle,
      one.sensorType,
      one.satList,
      one.gsd ?? null,
      one.productMode ?? null,
    ]);
  return text(a) === text(b);
}

/** Why a search found nothing, and the relaxations that bring scenes, the best first. */
export type Explanation =
  /** The archive has no scenes of the place. */
  | { cause: 'none' }
  | {
      /** only: one condition alone · anyOf: each of several · pair: two together · several: more than two. */
      cause: 'only' | 'anyOf' | 'pair' | 'several';
      relaxations: readonly [Relaxation, ...Relaxation[]];
    };

/** What the counts of relaxed searches explain; null if they explain nothing. */
export function explanationOf(relaxations: readonly Relaxation[]): Explanation | null {
  // another sensor makes other images: the last that is proposed
  const [best, ...others] = relaxations
    .filter(({ numberMatched }) => numberMatched > 0)
    .sort(
      (a, b) =>
        Number(a.filter === 'sensor') - Number(b.filter === 'sensor') || b.numberMatched - a.numberMatched,
    );
  if (best === undefined)
    return relaxations.some(({ filter }) => filter === 'all') ? { cause: 'none' } : null;
  const cause =
    best.filter === 'all'
      ? 'several'
      : best.also !== undefined
        ? 'pair'
        : others.length > 0
          ? 'anyOf'
          : 'only';
  return { cause, relaxations: [best, ...others] };
}

/** The conditions that are the cause. */
export function warnedBy(why: Explanation | null): ReadonlySet<Relaxable> {
  if (why === null || why.cause === 'none') return new Set();
  const [best] = why.relaxations;
  if (why.cause === 'anyOf')
    return new Set(why.relaxations.map(({ filter }) => filter).filter((filter) => filter !== 'sensor'));
  return new Set(best.also === undefined ? [best.filter] : [best.filter, best.also]);
}

/** The form's fields that a relaxation changes. */
export function relaxed({ change }: Relaxation): Partial<SearchDraft> {
  const { acquisitionDateFrom, acquisitionDateTo, ...same } = change;
  return {
    ...same,
    ...(acquisitionDateFrom === undefined ? {} : { dateFrom: acquisitionDateFrom }),
    ...(acquisitionDateTo === undefined ? {} : { dateTo: acquisitionDateTo }),
  } as Partial<SearchDraft>;
}

/** The satellites that the resolution slider is about. */
export function opticalSatellites(satellites: readonly Satellite[]): Satellite[] {
  return satellites.filter((one) => SENSORS[one.sensorType].hasResolution);
}

/**
 * §5 Search: the resolution slider restricts selectable satellites to those with gsd at most the chosen value.
 * @param gsd metres; null for any
 */
export function selectableSatellites(satellites: readonly Satellite[], gsd: number | null): Satellite[] {
  // the slider counts in tenths: 0.30000000000000004 must still admit 0.3
  const most = gsd === null ? Infinity : gsd + GSD.step / 1000;
  return opticalSatellites(satellites).filter((one) => one.gsd <= most);
}

/**
 * The satellites of some scenes, for a back end that lists none: each with the finest resolution of its scenes.
 * @param sensorType of scenes that name none
 */
export function satellitesIn(scenes: readonly Scene[], sensorType: SensorType): Satellite[] {
  const byCode = new Map<string, Satellite>();
  for (const { properties } of scenes) {
    const { satCode: code, satellite: name, gsd } = properties;
    if (code === null || gsd === null || gsd >= (byCode.get(code)?.gsd ?? Infinity)) continue;
    byCode.set(code, { code, name: name ?? code, gsd, sensorType: properties.sensorType ?? sensorType });
  }
  return [...byCode.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The off-nadir angle up to which the draft's sensor type usually looks, if its limit is below. */
export function usualAngle({ sensorType, maxOffNadirAngle }: SearchDraft): number | null {
  const { offNadirUsual } = SENSORS[sensorType];
  return offNadirUsual > Math.max(maxOffNadirAngle, OFF_NADIR.searchDefault) ? offNadirUsual : null;
}

/** The draft with a change made; satellites that the resolution no longer admits are dropped. */
export function changed(
  draft: SearchDraft,
  patch: Partial<SearchDraft>,
  satellites: readonly Satellite[],
): SearchDraft {
  const next = { ...draft, ...patch };
  if (patch.gsd === undefined) return next;
  const allowed = new Set(selectableSatellites(satellites, next.gsd).map((one) => one.code));
  return { ...next, satList: next.satList.filter((code) => allowed.has(code)) };
}

/** §5 Orders in general: the chosen scenes, or why they can't be ordered together. */
export function orderRefusal(chosen: readonly Scene[]): NoticeText | null {
  if (chosen.length === 0) return { key: 'errors.nothingSelected' };
  const suppliers = supplierNames(chosen.map((scene) => scene.properties.supplier));
  if (suppliers.length > 1)
    return { key: 'errors.severalSuppliers', params: { suppliers: suppliers.join(', ') } };
  return null;
}
