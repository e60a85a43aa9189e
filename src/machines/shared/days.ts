import { DEFAULT_RANGE_MONTHS, USAGE_DAYS } from '../../../contract/limits.ts';

const DAY_MS = 86_400_000;

/** The UTC day of an instant, YYYY-MM-DD (decision 30). */
export function utcDayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The UTC day some months before another. Capped at the last day of a shorter month (31 May - 3 months = 28 or 29 February). */
function monthsBefore(day: string, months: number): string {
  const now = new Date(day);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utcDayOf(new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay))));
}

/** §9 Default date range: the last 3 months up to today, as UTC days. */
export function defaultRange(now: Date): { dateFrom: string; dateTo: string } {
  const dateTo = utcDayOf(now);
  return { dateFrom: monthsBefore(dateTo, DEFAULT_RANGE_MONTHS), dateTo };
}

/** Ranges up to today that are one press away. */
export const RANGE_PRESETS = ['days30', 'months3', 'year1'] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** The first day of a preset. @param today the last one */
export function presetStart(preset: RangePreset, today: string): string {
  if (preset === 'days30') return utcDayOf(new Date(Date.parse(today) - 29 * DAY_MS));
  return monthsBefore(today, preset === 'months3' ? DEFAULT_RANGE_MONTHS : 12);
}

/** The preset that a range is; null if it is none. */
export const presetOf = (from: string, to: string, today: string): RangePreset | null =>
  to === today ? (RANGE_PRESETS.find((preset) => presetStart(preset, today) === from) ?? null) : null;

/** How many days a range has, both ends included. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** Two UTC days, inclusive. */
export interface UsageRange {
  t1: string;
  t2: string;
}

/** §7 /api/usage/daily: the last 14 days, including today. */
export function usageDays(now: Date): UsageRange {
  return { t1: utcDayOf(new Date(now.getTime() - (USAGE_DAYS - 1) * DAY_MS)), t2: utcDayOf(now) };
}
