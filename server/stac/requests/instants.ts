import { invalid } from './stacError.ts';

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Whether a date exists; PostgreSQL has no year 0. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 100) date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * An RFC 3339 date and time as a text that PostgreSQL reads, cut to its microseconds.
 * @returns null if it is not one
 */
export function instantOf(text: string): string | null {
  const parts = INSTANT.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  // RFC 3339 §5.6 allows the leap second 60
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 60) return null;
  const zone = parts[8]!.toUpperCase();
  if (zone !== 'Z' && (Number(zone.slice(1, 3)) > 23 || Number(zone.slice(4)) > 59)) return null;
  const [date, time] = [text.slice(0, 10), text.slice(11, 19)];
  return `${date}T${time}${parts[7] === undefined ? '' : `.${parts[7].slice(0, 6)}`}${zone}`;
}

/** A date, YYYY-MM-DD; null if it doesn't exist. */
export function dayOf(text: string): string | null {
  const parts = DAY.exec(text);
  return parts && isDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) ? text : null;
}

/** From and to, both included; null is open. */
export interface Interval {
  from: string | null;
  to: string | null;
}

/** The time of an instant with an offset, ms; only for comparing. */
const timeOf = (instant: string): number => Date.parse(instant.replace(/:60/, ':59'));

/**
 * The parameter `datetime` (OGC API Features §7.15.3): an instant, or an interval that may be open at one end.
 * @throws StacError 400
 */
export function intervalOf(text: string): Interval {
  const ends = text.split('/');
  const isOpen = (end: string) => end === '' || end === '..';
  const [from, to] = ends.map((end) => (isOpen(end) && ends.length === 2 ? null : instantOf(end)));
  const isWrong = (end: string, read: string | null | undefined) =>
    read === null && !(ends.length === 2 && isOpen(end));
  if (ends.length > 2 || ends.some((end, at) => isWrong(end, at === 0 ? from : to)))
    throw invalid(
      'datetime must be an RFC 3339 date and time, or two of them with a slash between; .. is an open end',
    );
  if (ends.length === 1) return { from: from ?? null, to: from ?? null };
  if (from === null && to === null) throw invalid('datetime must have a closed end');
  if (from && to && timeOf(from) > timeOf(to)) throw invalid('datetime begins after its end');
  return { from: from ?? null, to: to ?? null };
}
