import { monthsBefore } from '../../../contract/defaultSearch.ts';
import { DEFAULT_RANGE_MONTHS, USAGE_DAYS } from '../../../contract/limits.ts';

const DAY_MS = 86_400_000;

/** The UTC day of an instant, YYYY-MM-DD (decision 30). */
export function utcDayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The UTC day some days after another. */
export const dayAfter = (day: string, days: number): string =>
  utcDayOf(new Date(Date.parse(day) + days * DAY_MS));

/** UTC days as YYYY-MM-DD, both included; '' if empty. */
export interface DayRange {
  from: string;
  to: string;
}

const RANGES = {
  days30: (today: string) => ({ from: dayAfter(today, -29), to: today }),
  months3: (today: string) => ({ from: monthsBefore(today, DEFAULT_RANGE_MONTHS), to: today }),
  year1: (today: string) => ({ from: monthsBefore(today, 12), to: today }),
  next7: (today: string) => ({ from: dayAfter(today, 1), to: dayAfter(today, 7) }),
  next15: (today: string) => ({ from: dayAfter(today, 1), to: dayAfter(today, 15) }),
  next30: (today: string) => ({ from: dayAfter(today, 1), to: dayAfter(today, 30) }),
};
export type RangePreset = keyof typeof RANGES;

/** Ranges that are one press away: up to today, and from tomorrow on. */
export const PAST_RANGES = ['days30', 'months3', 'year1'] as const;
export const COMING_RANGES = ['next7', 'next15', 'next30'] as const;

/** The days of a preset. */
export const presetRange = (preset: RangePreset, today: string): DayRange => RANGES[preset](today);

/** The preset that a range is; null if it is none. */
export function presetOf({ from, to }: DayRange, today: string): RangePreset | null {
  const presets = [...PAST_RANGES, ...COMING_RANGES];
  return (
    presets.find((preset) => {
      const range = presetRange(preset, today);
      return range.from === from && range.to === to;
    }) ?? null
  );
}

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
