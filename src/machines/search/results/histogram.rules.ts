import type { Scene } from '../../../../contract/search.ts';
import { utcDayOf } from '../../shared/days.ts';
import { dayOf } from './results.rules.ts';

const DAY_MS = 86_400_000;
/** The most bars that are distinguishable in the panel's width. */
const BINS_MAX = 46;

/** Some UTC days, both included, and how many scenes were taken in them. */
export interface DateBin {
  from: string;
  to: string;
  count: number;
}

const dayNumber = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
const dayAt = (number: number) => utcDayOf(new Date(number * DAY_MS));

/** The index of a day's bin; -1 outside of all bins. */
export function binOf(bins: readonly DateBin[], day: string): number {
  return bins.findIndex(({ from, to }) => day >= from && day <= to);
}

/**
 * How many scenes were taken when, in bins of equally many days (the last one may be shorter).
 * @param from first UTC day of the search
 * @param to last UTC day of the search
 */
export function dateBins(scenes: readonly Scene[], from: string, to: string): DateBin[] {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (!(first <= last)) return [];
  const width = Math.ceil((last - first + 1) / BINS_MAX);
  const counts = new Uint32Array(Math.ceil((last - first + 1) / width));
  const known = new Map<string, number>();
  for (const scene of scenes) {
    const day = dayOf(scene);
    const at = known.get(day) ?? Math.floor((dayNumber(day) - first) / width);
    known.set(day, at);
    if (at >= 0 && at < counts.length) counts[at] = counts[at]! + 1;
  }
  return Array.from(counts, (count, at) => ({
    from: dayAt(first + at * width),
    to: dayAt(Math.min(last, first + (at + 1) * width - 1)),
    count,
  }));
}
