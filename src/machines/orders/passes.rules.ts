import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { Pass } from '../../geo/orbit/passes.ts';
import type { TaskingDraft } from './tasking.rules.ts';
import type { PassQuestion } from '../../geo/orbit/passSearch.ts';

const DAY_MS = 86_400_000;

/** Orbit elements older than this get a note, days. */
export const ELEMENTS_OLD_DAYS = 14;

/** The width of a strip if the settings don't name it, km. */
const SWATH_KM = 15;

/** The question of a form; null if its window is invalid or the satellite has no orbit elements. */
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

/** Whether two questions of one form are the same: only the window can differ. */
export function isSameQuestion(one: PassQuestion | null, other: PassQuestion | null): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}

/** The passes with an off-nadir angle to some part of the area within the limit, degrees. */
export function passesWithin<P extends Pass>(passes: readonly P[], offNadirMax: number): P[] {
  return passes.filter((pass) => pass.offNadirDeg <= offNadirMax);
}

/** The pass with the smallest off-nadir angle to the middle of the area; null if none is within the limit. */
export function bestPass<P extends Pass>(passes: readonly P[], offNadirMax: number): P | null {
  return passesWithin(passes, offNadirMax).reduce<P | null>(
    (best, pass) => (best === null || pass.centreOffNadirDeg < best.centreOffNadirDeg ? pass : best),
    null,
  );
}

/** The age of orbit elements in whole days. */
export function elementsAgeDays(elementsAt: number, now: Date): number {
  return Math.floor((now.getTime() - elementsAt) / DAY_MS);
}
