import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';

export type Axis = 'latitude' | 'longitude';

const LIMITS: Readonly<Record<Axis, number>> = { latitude: LATITUDE_MAX, longitude: LONGITUDE_MAX };
/** Letters of each axis: positive, negative. Capitals only, because a lower-case s means seconds. */
const LETTERS: Readonly<Record<Axis, string>> = { latitude: 'NS', longitude: 'EW' };

const WHOLE = String.raw`(\d{1,3})`;
const LAST = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
const DEGREE = String.raw`\s*(?:°|º|deg|d)\s*`;
const MINUTE = String.raw`\s*(?:′|’|'|m)\s*`;
const MINUTE_END = String.raw`\s*(?:′|’|'|m)`;
const SECOND = String.raw`\s*(?:″|”|"|′′|’’|''|s)`;

/** Accepted notations; only the last number may have decimals. */
const STYLES: readonly RegExp[] = [
  String.raw`${LAST}(?:\s*(?:°|º|deg|d))?`,
  `${WHOLE}${DEGREE}${LAST}(?:${MINUTE_END})?`,
  `${WHOLE}${DEGREE}${WHOLE}${MINUTE}${LAST}(?:${SECOND})?`,
  String.raw`${WHOLE}\s*:\s*${LAST}`,
  String.raw`${WHOLE}\s*:\s*${WHOLE}\s*:\s*${LAST}`,
  String.raw`${WHOLE}\s+${LAST}`,
  String.raw`${WHOLE}\s+${WHOLE}\s+${LAST}`,
].map((style) => new RegExp(`^${style}$`));

/**
 * Reads a latitude or longitude: decimal degrees, or degrees, minutes and seconds (1°17′24″N, 1 17 24 N,
 * 1:17:24, 103d51m), decimal point or comma, and a sign or capital letter before or after, not both.
 * @returns NaN if it is invalid or out of the axis's range
 */
export function readDegrees(text: string, axis: Axis): number {
  const parts = /^([+\-−]|[NSEW])?\s*(.*?)\s*([NSEW])?$/s.exec(text.trim().slice(0, 64));
  const [, before, numbers = '', behind] = parts ?? [];
  if (before !== undefined && behind !== undefined) return Number.NaN;
  const mark = before ?? behind ?? '+';
  if (/[NSEW]/.test(mark) && !LETTERS[axis].includes(mark)) return Number.NaN;
  const match = STYLES.map((style) => style.exec(numbers)).find((found) => found !== null);
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = (match ?? [])
    .slice(1)
    .map((number) => Number(number.replace(',', '.')));
  if (minutes >= 60 || seconds >= 60) return Number.NaN;
  const value = degrees + minutes / 60 + seconds / 3600;
  if (!(value <= LIMITS[axis])) return Number.NaN;
  return '-−SW'.includes(mark) ? -value + 0 : value;
}
