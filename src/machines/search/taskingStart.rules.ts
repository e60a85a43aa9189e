import { sourceOfSatellite, type ProductMode, type SourceCode } from '../../../contract/limits.ts';
import { SENSORS } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { utcDayOf } from '../shared/days.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { SearchDraft } from './search.rules.ts';

/** The first values of the tasking form, from the search or the plan of a new acquisition. Days are UTC days. */
export interface TaskingStart {
  satellite: Satellite;
  sourceCode: SourceCode;
  windowStart: string;
  windowEnd: string;
  productMode: ProductMode;
  /** Percent; the form's default if absent. */
  maxCloudCover?: number;
  /** Degrees; the form's default if absent. */
  maxOffNadirAngle?: number;
}

type Searched = Pick<SearchDraft, 'productMode' | 'satList' | 'sensorType' | 'dateFrom' | 'dateTo'>;

/** Satellites and product mode, if the sensor type has them (§2 Search panel). */
function requestedOf(draft: Searched): { codes: readonly string[]; productMode: ProductMode | null } {
  const { hasSatellites, hasProductModes } = SENSORS[draft.sensorType];
  return {
    codes: hasSatellites ? draft.satList : [],
    productMode: hasProductModes ? draft.productMode : null,
  };
}

/** Why a window can't be ordered: §5, dates required, the start in the future (in UTC, decision 30), its end not before. */
export function windowRefusal(from: string, to: string, now: Date): NoticeText | null {
  if (from === '' || to === '') return { key: 'errors.datesMissing' };
  if (from <= utcDayOf(now)) return { key: 'errors.startNotFuture' };
  if (from > to) return { key: 'errors.datesReversed' };
  return null;
}

/** The satellite of a code with its source; null if it can't be tasked or is no longer known. */
function taskedOf(
  code: string | undefined,
  satellites: readonly Satellite[],
): Pick<TaskingStart, 'satellite' | 'sourceCode'> | null {
  const satellite = satellites.find((one) => one.code === code);
  const sourceCode = satellite && sourceOfSatellite(satellite.code);
  return satellite && sourceCode ? { satellite, sourceCode } : null;
}

/** §5 Tasking from search, in its order: AOI, TRISTEREO, one satellite, its prefix, dates, the start in the future. */
export function taskingRefusal(
  draft: Searched,
  aoi: Aoi | null,
  satellites: readonly Satellite[],
  now: Date,
): NoticeText | null {
  const { codes, productMode } = requestedOf(draft);
  if (aoi === null) return { key: 'errors.aoiMissing' };
  if (productMode === 'TRISTEREO') return { key: 'errors.tristereo' };
  const [code, ...others] = codes;
  if (code === undefined || others.length > 0) return { key: 'errors.oneSatellite' };
  if (taskedOf(code, satellites) === null) return { key: 'errors.satelliteUnsupported' };
  return windowRefusal(draft.dateFrom, draft.dateTo, now);
}

/** What the plan of a new acquisition takes over from a search that can't be tasked yet. */
export interface PlanStart {
  /** The code of the satellite to start with. */
  code?: string;
  /** A window that can be ordered; UTC days. */
  window?: Pick<TaskingStart, 'windowStart' | 'windowEnd'>;
}

/** The one satellite of the search if it can be tasked, and its dates if they can be ordered. */
export function planStartOf(draft: Searched, satellites: readonly Satellite[], now: Date): PlanStart {
  const { codes } = requestedOf(draft);
  const { dateFrom: windowStart, dateTo: windowEnd } = draft;
  const tasked = codes.length === 1 ? taskedOf(codes[0], satellites) : null;
  return {
    ...(tasked && { code: tasked.satellite.code }),
    ...(windowRefusal(windowStart, windowEnd, now) === null && { window: { windowStart, windowEnd } }),
  };
}

/** The first values of the form. @throws Error if `taskingRefusal` refuses */
export function taskingStartOf(draft: Searched, satellites: readonly Satellite[]): TaskingStart {
  const { codes, productMode } = requestedOf(draft);
  const tasked = taskedOf(codes[0], satellites);
  if (tasked === null) throw new Error('no satellite that can be tasked');
  return {
    ...tasked,
    windowStart: draft.dateFrom,
    windowEnd: draft.dateTo,
    productMode: productMode ?? 'MONO',
  };
}
