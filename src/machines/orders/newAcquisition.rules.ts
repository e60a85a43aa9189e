import { CLOUD, OFF_NADIR, sourceOfSatellite } from '../../../contract/limits.ts';
import type { PriceResult, TaskingPriceRequest } from '../../../contract/orders/orders.ts';
import { SENSORS } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { FleetPass, FleetPasses, FleetQuestion } from '../../geo/orbit/fleetPasses.ts';
import type { PassKey } from '../search/search.events.ts';
import { type TaskingStart, windowRefusal } from '../search/taskingStart.rules.ts';
import { dayAfter, utcDayOf } from '../shared/days.ts';
import type { NoticeText } from '../shared/notice.ts';
import {
  bestPass,
  ELEMENTS_OLD_DAYS,
  elementsAgeDays,
  passesWithin,
  passQuestionOf,
} from './passes.rules.ts';
import { newTasking, taskingPriceRequestOf } from './tasking.rules.ts';

/** Default length of the window, days. */
const WINDOW_DAYS = 15;
/** Default off-nadir limit, degrees: images beyond it are rarely wanted. */
const FIRST_OFF_NADIR = 30;

/** The limits of a new acquisition. Days are UTC days, '' when cleared; the angle is in degrees, cloud in percent. */
export interface AcquisitionDraft {
  windowStart: string;
  windowEnd: string;
  maxOffNadirAngle: number;
  maxCloudCover: number;
}

/** The prices by the satellite's code; null where the server gave none. */
export type Prices = Readonly<Record<string, PriceResult | null>>;

export const SORTS = ['finest', 'cheapest', 'mostPasses', 'smallestAngle'] as const;
export type AcquisitionSort = (typeof SORTS)[number];

/** One satellite of the table. */
export interface AcquisitionRow {
  satellite: Satellite;
  lock: Lock | null;
  /** All passes, also those beyond the limit; null if they are not known (yet). */
  passes: readonly FleetPass[] | null;
  /** The number of passes within the limit. */
  within: number;
  best: FleetPass | null;
  /** The epoch of the elements, ms; null without passes. */
  elementsAt: number | null;
  price: PriceResult | null;
}

/** The first day that can be ordered: tomorrow in UTC (decision 30). */
export const firstDay = (now: Date): string => dayAfter(utcDayOf(now), 1);

/** The limits when the panel opens for the first time. */
export function newDraft(now: Date): AcquisitionDraft {
  const windowStart = firstDay(now);
  return {
    windowStart,
    windowEnd: dayAfter(windowStart, WINDOW_DAYS - 1),
    maxOffNadirAngle: FIRST_OFF_NADIR,
    maxCloudCover: CLOUD.taskingDefault,
  };
}

/** The limits when the panel opens again: a window that has begun meanwhile is replaced. */
export function renewedDraft(draft: AcquisitionDraft, now: Date): AcquisitionDraft {
  if (draft.windowStart >= firstDay(now)) return draft;
  const { windowStart, windowEnd } = newDraft(now);
  return { ...draft, windowStart, windowEnd };
}

/** The change that allows every angle. */
export const widest: Partial<AcquisitionDraft> = { maxOffNadirAngle: OFF_NADIR.max };

/** The change that makes the window one week longer. */
export const weekLonger = ({ windowEnd }: AcquisitionDraft): Partial<AcquisitionDraft> => ({
  windowEnd: dayAfter(windowEnd, 7),
});

/** Why a satellite can't be selected: its supplier doesn't accept tasking (§5), or only for optical satellites. */
export type Lock = 'supplier' | 'sensor';
export function lockOf({ code, sensorType }: Satellite): Lock | null {
  if (sourceOfSatellite(code) === null) return 'supplier';
  return SENSORS[sensorType].isTaskable ? null : 'sensor';
}

const offered = (satellites: readonly Satellite[]) => satellites.filter((one) => lockOf(one) === null);

/** The request for the passes of all offered satellites; null without an AOI or an orderable window. */
export function fleetQuestionOf(
  satellites: readonly Satellite[],
  aoi: Aoi | null,
  draft: AcquisitionDraft,
  now: Date,
): FleetQuestion | null {
  if (aoi === null || windowRefusal(draft.windowStart, draft.windowEnd, now) !== null) return null;
  const asked = offered(satellites).flatMap((satellite) => {
    const question = passQuestionOf(satellite, aoi, draft);
    return question === null ? [] : [[satellite.code, question] as const];
  });
  return { aoi, satellites: Object.fromEntries(asked) };
}

/** The tasking form's first values for a satellite. @throws Error if the satellite is locked */
export function startOf(satellite: Satellite, draft: AcquisitionDraft): TaskingStart {
  const sourceCode = sourceOfSatellite(satellite.code);
  if (sourceCode === null) throw new Error(`${satellite.code} can’t be tasked`);
  return { satellite, sourceCode, productMode: 'MONO', ...draft };
}

/** The price requests that the form would make, by the satellite's code. */
export function priceRequestsOf(
  satellites: readonly Satellite[],
  aoi: Aoi,
  draft: AcquisitionDraft,
  utype: number,
): Record<string, TaskingPriceRequest> {
  return Object.fromEntries(
    offered(satellites).map((satellite) => [
      satellite.code,
      taskingPriceRequestOf(newTasking(startOf(satellite, draft)), { aoi, utype }),
    ]),
  );
}

const ORDERS: Record<AcquisitionSort, (row: AcquisitionRow) => number> = {
  finest: ({ satellite }) => satellite.gsd,
  cheapest: ({ price }) => price?.unitPrice ?? Infinity,
  mostPasses: ({ within }) => -within,
  smallestAngle: ({ best }) => best?.centreOffNadirDeg ?? Infinity,
};

// two unknown figures are equal: Infinity - Infinity is not a number
const compared = (one: number, other: number): number => (one === other ? 0 : one - other);

/** The rows: locked satellites last, equal ones in the order of the settings. */
export function rowsOf(
  satellites: readonly Satellite[],
  found: FleetPasses | null,
  prices: Prices | null,
  { maxOffNadirAngle }: Pick<AcquisitionDraft, 'maxOffNadirAngle'>,
  sort: AcquisitionSort,
): AcquisitionRow[] {
  const rows = satellites.map((satellite): AcquisitionRow => {
    const mine = found?.[satellite.code] ?? null;
    const passes = mine?.passes ?? [];
    return {
      satellite,
      lock: lockOf(satellite),
      passes: mine?.passes ?? null,
      within: passesWithin(passes, maxOffNadirAngle).length,
      best: bestPass(passes, maxOffNadirAngle),
      elementsAt: mine?.elementsAt ?? null,
      price: prices?.[satellite.code] ?? null,
    };
  });
  const isLocked = (row: AcquisitionRow) => Number(row.lock !== null);
  return rows.sort(
    (one, other) => isLocked(one) - isLocked(other) || compared(ORDERS[sort](one), ORDERS[sort](other)),
  );
}

/** Whether the elements are too old to predict the minute of a pass; simulated ones don't age. */
export function hasOldElements(
  { satellite, elementsAt }: Pick<AcquisitionRow, 'satellite' | 'elementsAt'>,
  now: Date,
): boolean {
  return (
    satellite.simulated !== true &&
    elementsAt !== null &&
    elementsAgeDays(elementsAt, now) > ELEMENTS_OLD_DAYS
  );
}

/** Passes within the limit and beyond it, of all satellites. */
export function countsOf(rows: readonly AcquisitionRow[]): { within: number; beyond: number } {
  const within = rows.reduce((sum, row) => sum + row.within, 0);
  return { within, beyond: rows.reduce((sum, { passes }) => sum + (passes?.length ?? 0), 0) - within };
}

/** The row with the best pass of all; null if there is none within the limit. */
export function bestRow(rows: readonly AcquisitionRow[]): AcquisitionRow | null {
  return rows.reduce<AcquisitionRow | null>((best, row) => {
    const angle = row.best?.centreOffNadirDeg ?? Infinity;
    return angle < (best?.best?.centreOffNadirDeg ?? Infinity) ? row : best;
  }, null);
}

/**
 * The pass on the map: the hovered one, else the fixed one, else the best of the selected satellite, else the best
 * of all.
 */
export function shownPass(
  rows: readonly AcquisitionRow[],
  { chosen, fixed, pointed }: { chosen: string | null; fixed: PassKey | null; pointed: PassKey | null },
): { row: AcquisitionRow; pass: FleetPass } | null {
  const rowOf = (code: string) => rows.find(({ satellite }) => satellite.code === code);
  for (const key of [pointed, fixed]) {
    const row = key === null ? undefined : rowOf(key.code);
    const pass = row?.passes?.find(({ at }) => at === key?.at);
    if (row && pass) return { row, pass };
  }
  const row = chosen === null ? bestRow(rows) : rowOf(chosen);
  return row?.best ? { row, pass: row.best } : null;
}

/** Why the form can't be opened yet; null if it can. */
export function waitsFor(
  aoi: Aoi | null,
  draft: AcquisitionDraft,
  row: AcquisitionRow | null,
  now: Date,
): NoticeText | null {
  if (aoi === null) return { key: 'errors.aoiMissing' };
  const refusal = windowRefusal(draft.windowStart, draft.windowEnd, now);
  if (refusal !== null) return refusal;
  if (row === null) return { key: 'acquisition.selectOne' };
  // missing elements only leave the passes unknown; they are no refusal
  if (row.passes !== null && row.within === 0)
    return { key: 'acquisition.noPass', params: { name: row.satellite.name } };
  return null;
}
