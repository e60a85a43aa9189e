import { CLOUD, DEFAULT_RANGE_MONTHS, GSD, OFF_NADIR } from './limits.ts';
import type { SearchCondition } from './search.ts';
import { DEFAULT_SENSOR } from './sensors.ts';

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The UTC day some months before another. Capped at the last day of a shorter month (31 May - 3 months = 28 or 29 February). */
export function monthsBefore(day: string, months: number): string {
  const now = new Date(day);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay))));
}

/** The search of the form as it opens (§2 Search panel): optical scenes of the last 3 months, with the limits of §9. */
export function defaultCondition(now: Date): Omit<SearchCondition, 'aoiWkt'> {
  const acquisitionDateTo = dayOf(now);
  return {
    acquisitionDateFrom: monthsBefore(acquisitionDateTo, DEFAULT_RANGE_MONTHS),
    acquisitionDateTo,
    maxCloudCover: CLOUD.searchDefault,
    maxOffNadirAngle: OFF_NADIR.searchDefault,
    sensorType: DEFAULT_SENSOR,
    satList: [],
    gsd: GSD.default,
  };
}
