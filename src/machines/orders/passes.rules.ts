import type { SensorType } from '../../../contract/limits.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import type { Pass } from '../../geo/orbit/passes.ts';
import type { TaskingDraft } from './tasking.rules.ts';

const DAY_MS = 86_400_000;
/** Passes are foretold for so many days of a window. */
export const PASS_DAYS_MAX = 366;
/** Elements older than this are said to be so, days. */
export const ELEMENTS_OLD_DAYS = 14;

/** When could it be taken? What the worker is asked. */
export interface PassQuestion {
  tle: { line1: string; line2: string };
  sensorType: SensorType;
  swathKm: number;
  area: AreaGeometry;
  /** Instants, ms; the end is not included. */
  from: number;
  to: number;
}

/** What the worker answers. */
export interface FoundPasses {
  passes: Pass[];
  /** The instant that the elements are stated for, ms. */
  elementsAt: number;
  /** Not every pass of the window is among them: it is longer, or has more, than is foretold. */
  isCut: boolean;
}

/** Width of a strip where the settings do not say it, km. */
const SWATH_KM = 15;

/** The question that a form asks; null while its window is not one, or where the satellite's elements are not known. */
export function passQuestionOf(
  satellite: Satellite,
  aoi: Aoi,
  draft: Pick<TaskingDraft, 'windowStart' | 'windowEnd'>,
): PassQuestion | null {
  const { windowStart, windowEnd } = draft;
  if (satellite.tle === undefined || windowStart === '' || windowEnd < windowStart) return null;
  return {
    tle: satellite.tle,
    sensorType: satellite.sensorType,
    swathKm: satellite.swathKm ?? SWATH_KM,
    area: aoi.geometry,
    from: Date.parse(`${windowStart}T00:00:00Z`),
    to: Date.parse(`${windowEnd}T00:00:00Z`) + DAY_MS,
  };
}

/** The passes whose angle to some part of the area is within the limit, degrees. */
export function passesWithin(passes: readonly Pass[], offNadirMax: number): Pass[] {
  return passes.filter((pass) => pass.offNadirDeg <= offNadirMax);
}

/** The pass that looks down most steeply on the middle of the area; null without one within the limit. */
export function bestPass(passes: readonly Pass[], offNadirMax: number): Pass | null {
  return passesWithin(passes, offNadirMax).reduce<Pass | null>(
    (best, pass) => (best === null || pass.centreOffNadirDeg < best.centreOffNadirDeg ? pass : best),
    null,
  );
}

/** Age of elements at an instant in whole days. */
export function elementsAgeDays(elementsAt: number, now: Date): number {
  return Math.floor((now.getTime() - elementsAt) / DAY_MS);
}
