import { DEFAULT_RANGE_MONTHS } from '../../contract/limits.ts';

/** The UTC day of an instant, YYYY-MM-DD (decision 30). */
export function utcDayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/**
 * §9 Default date range: the last 3 months up to today, as UTC days. Where the earlier month is shorter, its last day
 * stands in (31 May - 3 months = 28 or 29 February).
 */
export function defaultRange(now: Date): { dateFrom: string; dateTo: string } {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth() - DEFAULT_RANGE_MONTHS;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const from = new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)));
  return { dateFrom: utcDayOf(from), dateTo: utcDayOf(now) };
}
