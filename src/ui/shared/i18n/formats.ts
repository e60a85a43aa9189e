import { UNKNOWN } from '../../../../contract/calls/envelope.ts';
import { dollarsOf } from '../../../../contract/orders/money.ts';
import { shownLocale } from './language.ts';

export { UNKNOWN };

/* Numbers and dates in the language on the screen (docs/design.md, Numbers and dates). Dates are UTC days
   (decision 30). */

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Caches one Intl object per locale and number of digits, because creating them is slow. */
function fixed(value: number, digits: number, atMost = digits): string {
  const locale = shownLocale();
  const key = `${locale} ${digits} ${atMost}`;
  const format =
    numberFormats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: atMost });
  numberFormats.set(key, format);
  return format.format(value);
}

/** A space at which no line breaks. */
const NBSP = '\u00a0';

/** A number and its unit, on one line. */
export const withUnit = (number: string, unit: string): string => `${number}${NBSP}${unit}`;

/** Sentences in one line; after a full-width stop comes no space. */
export const inOneLine = (...sentences: (string | false)[]): string =>
  sentences.filter(Boolean).join(' ').replaceAll('。 ', '。');

/** 1234.5 → '1,234.5', with at most `digits` decimals. */
export function formatNumber(value: number, digits = 2): string {
  return fixed(value, 0, digits);
}

/** 0.5 → '0.50' for digits 2. */
export function formatFixed(value: number, digits: number): string {
  return fixed(value, digits);
}

/** km² → '708.99 km²'. */
export function formatArea(km2: number): string {
  return withUnit(fixed(km2, 2), 'km²');
}

/** A measured length in metres → '12.4 m', '850 m', '22.37 km'. */
export function formatLength(metres: number): string {
  if (metres >= 999.5) return withUnit(fixed(metres / 1000, 2), 'km');
  return withUnit(fixed(metres, metres < 99.95 ? 1 : 0), 'm');
}

/** A measured area in km² → '480.5 m²', '12,350 m²', '708.99 km²'. */
export function formatMeasuredArea(km2: number): string {
  const squareMetres = km2 * 1e6;
  if (squareMetres >= 999_999.5) return formatArea(km2);
  return withUnit(fixed(squareMetres, squareMetres < 999.95 ? 1 : 0), 'm²');
}

/** Metres of ground sample distance → '0.5 m'. */
export function formatGsd(metres: number): string {
  return withUnit(fixed(metres, 0, 2), 'm');
}

/** Bytes → '408 B', '850 KB', '12.4 MB', '1.2 GB', in steps of 1000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e3) return withUnit(fixed(bytes, 0), 'B');
  const [unit, size] =
    bytes < 1e6 ? (['KB', 1e3] as const) : bytes < 1e9 ? (['MB', 1e6] as const) : (['GB', 1e9] as const);
  return withUnit(fixed(bytes / size, 0, bytes < 1e6 ? 0 : 1), unit);
}

/** Cents → '$6,317.10'. Always dollars (§9). */
export function formatMoney(cents: number): string {
  return `${cents < 0 ? '−' : ''}$${fixed(dollarsOf(Math.abs(cents)), 2)}`;
}

/** Percent, for messages that have the sign: 36.6 → '37'; '100' only from 99.95 on, '<1' below 1, '0' only for nothing. */
export function formatShare(percent: number): string {
  if (percent > 0 && percent < 1) return '<1';
  return fixed(percent < 99.95 ? Math.min(99, percent) : percent, 0);
}

/** The same with its sign: 3 → '3%'; with decimals, if any are given, 3.25 → '3.3%'. */
export function formatPercent(percent: number, digits = 0): string {
  return `${digits === 0 ? formatShare(percent) : fixed(percent, 0, digits)}%`;
}

/** 8.4 → '8.4°'. */
export function formatDegrees(degrees: number, digits = 1): string {
  return `${fixed(degrees, 0, digits)}°`;
}

/** Change in percent → '0.00%', '+0.12%', '−3.40%'. */
export function formatChange(percent: number): string {
  const size = fixed(Math.abs(percent), 2);
  const sign = Number(Math.abs(percent).toFixed(2)) === 0 ? '' : percent < 0 ? '−' : '+';
  return `${sign}${size}%`;
}

/** 103.85 → '103.85° E' for digits 2; longitudes beyond 180° wrap around. */
export function formatLongitude(degrees: number, digits: number): string {
  const east = ((((degrees + 180) % 360) + 360) % 360) - 180;
  return `${fixed(Math.abs(east), digits)}° ${east < 0 ? 'W' : 'E'}`;
}

/** −1.3 → '1.3° S' for digits 1. */
export function formatLatitude(degrees: number, digits: number): string {
  return `${fixed(Math.abs(degrees), digits)}° ${degrees < 0 ? 'S' : 'N'}`;
}

/** Longitude and latitude in degrees → '1.2864° N 103.9021° E'. */
export function formatCoordinates(longitude: number, latitude: number): string {
  const north = latitude < 0 ? 'S' : 'N';
  const east = longitude < 0 ? 'W' : 'E';
  return `${fixed(Math.abs(latitude), 4)}° ${north} ${fixed(Math.abs(longitude), 4)}° ${east}`;
}

const DAY = { day: 'numeric', month: 'short' } as const;
const DATE = { ...DAY, year: 'numeric' } as const;

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = shownLocale();
  const key = `${locale} ${Object.entries(parts).join(' ')}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  dateFormats.set(key, format);
  return format;
}

const isYearFirst = (): boolean => dateFormat(DATE).formatToParts()[0]?.type === 'year';

/** Takes YYYY-MM, YYYY-MM-DD or an ISO 8601 time, and shows these parts of its UTC day. */
function formatDayParts(text: string | null, parts: Intl.DateTimeFormatOptions): string {
  if (isUnknown(text)) return UNKNOWN;
  // Intl abbreviates September to four letters in en-GB, other months to three; a day stays on one line
  return dateFormat(parts).format(new Date(text)).replace('Sept', 'Sep').replaceAll(' ', NBSP);
}

/** '2026-11-14' → '14 Nov 2026', '2026年11月14日'. */
export function formatDate(text: string | null): string {
  return formatDayParts(text, DATE);
}

/** '2026-11-14' → '14 Nov', '11月14日'. */
export function formatDayOfYear(text: string | null): string {
  return formatDayParts(text, DAY);
}

/** '2026-11' or a date in it → 'Nov', '11月'; with its year 'Nov 2026', '2026年11月'. */
export function formatMonth(text: string, withYear = false): string {
  return formatDayParts(text, { month: 'short', ...(withYear && { year: 'numeric' }) });
}

/** '2026-11' or a date in it → 'November 2026', '2026年11月'. */
export function formatMonthOfYear(text: string): string {
  return formatDayParts(text, { month: 'long', year: 'numeric' });
}

/**
 * '20 Aug – 20 Nov', '8月20日–11月20日'; with years if they differ, or with one year if requested; a single day is shown as that day.
 * @param isNarrow on a short line: '8/20–11/20' in Chinese, where the signs take more room than English months
 */
export function formatDateRange(from: string, to: string, withYear = false, isNarrow = false): string {
  const yearFirst = isYearFirst();
  const month = isNarrow && yearFirst ? 'numeric' : 'short';
  const day = (text: string, hasYear: boolean) => formatDayParts(text, { ...(hasYear ? DATE : DAY), month });
  if (from.slice(0, 10) === to.slice(0, 10)) return day(from, withYear);
  const differ = new Date(from).getUTCFullYear() !== new Date(to).getUTCFullYear();
  const first = day(from, differ || (withYear && yearFirst));
  const last = day(to, differ || (withYear && !yearFirst));
  return `${first}${yearFirst ? '–' : `${NBSP}– `}${last}`;
}

const isUnknown = (text: string | null): text is null | '' => text === null || text === '';
/** A day without a time: YYYY-MM-DD. */
const isDay = (text: string): boolean => text.length === 10;

/** An ISO 8601 time → '03:22', in UTC; '' for a day. */
export function formatClock(text: string | null): string {
  return isUnknown(text) || isDay(text) ? '' : new Date(text).toISOString().slice(11, 16);
}

/** An ISO 8601 time → '03:22 UTC'; '' for a day. */
export function formatTime(text: string | null): string {
  const clock = formatClock(text);
  return clock && withUnit(clock, 'UTC');
}

/** An ISO 8601 time → '2026-11-14 03:22:05 UTC'; a day stays one. */
export function formatTimestamp(text: string | null): string {
  if (isUnknown(text)) return UNKNOWN;
  if (isDay(text)) return text;
  const iso = new Date(text).toISOString();
  return withUnit(`${iso.slice(0, 10)} ${iso.slice(11, 19)}`, 'UTC');
}

/**
 * An ISO 8601 time → '14 Nov 2026 03:22 UTC', '2026-11-14 03:22 UTC', which is shorter than the day with its signs; a day →
 * '14 Nov 2026', '2026年11月14日'.
 */
export function formatMinute(text: string | null): string {
  const time = formatTime(text);
  if (text === null || time === '') return formatDate(text);
  return `${isYearFirst() ? new Date(text).toISOString().slice(0, 10) : formatDate(text)} ${time}`;
}
