import { DEFAULT_RANGE_MONTHS, USAGE_DAYS } from '../../../contract/limits.ts';

const DAY_MS = 86_400_000;

/** The UTC day of an instant, YYYY-MM-DD (decision 30). */
export function utcDayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/**
 * §9 Default date range: the last 3 months up to today, as UTC days. Capped at the last day of a shorter
 * month (31 May - 3 months = 28 or 29 February).
 */
export function defaultRange(now: Date): { dateFrom: string; dateTo: string } {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth() - DEFAULT_RANGE_MONTHS;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const from = new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)));
  return { dateFrom: utcDayOf(from), dateTo: utcDayOf(now) };
}

/** Two UTC days, inclusive. */
export interface UsageRange {
  t1: string;
  t2: string;
}

/** §7 /api/usage/daily: the last 14 days, including today. */
export function usageDays(now: Date): UsageRange {
  return { t1: utcDayOf(new Date(now.getTime() - (USAGE_DAYS - 1) * DAY_MS)), t2: utcDayOf(now) };
}
