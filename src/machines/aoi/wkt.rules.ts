import type { NoticeText } from '../shared/notice.ts';

/** The one certain repair of a text: writes `write` in place of the columns from `column` to `end` of the line. */
interface WktFix {
  /** The text of its button is `coordinates.<kind>`. */
  kind: 'write' | 'closeRing' | 'removeRest' | 'removeSrid';
  line: number;
  column: number;
  end: number;
  write: string;
}

/** An error's place in the text, from the scanner. */
interface Place {
  line: number;
  column: number;
  end: number;
  /** A key of errors.wkt. */
  cause: string;
  token: string;
}

const LINE_END = /\r\n|\r|\n/;
const ALLOWED = 'POLYGON';
/** The start of a number: only a bracket before it is missing. */
const NUMBER_START = /^[+-]?[.\d]/;
/** The reference system that PostGIS writes before WGS 84. */
const WGS84_SRID = /^SRID\s*=\s*4326\s*;\s*/i;
/** Characters after the end that have no meaning. */
const MEANINGLESS = /^[\s;)]+$/;

/**
 * What a text certainly lacks: a ring's first point at its end, brackets, or a letter of POLYGON; or superfluous text after
 * its end, or before its start. Null if the text can be meant in more than one way.
 */
function certainFix(text: string, place: Place): WktFix | null {
  const { line, column, cause, token } = place;
  const at = { line, column, end: column };
  const [before, behind] = parted(text, place);
  switch (cause) {
    case 'ringOpen':
      return { ...at, kind: 'closeRing', write: `, ${firstPoint(before)}` };
    case 'bracketExpected':
      return NUMBER_START.test(token) ? { ...at, kind: 'write', write: '(' } : null;
    case 'bracketUnclosed':
      return behind === '' ? { ...at, kind: 'write', write: missingBrackets(before) } : null;
    case 'typeUnknown': {
      const [srid] = WGS84_SRID.exec(behind) ?? [];
      if (srid !== undefined) return { ...at, end: column + srid.length, kind: 'removeSrid', write: '' };
      return isNearly(token.toUpperCase()) ? { ...at, end: place.end, kind: 'write', write: ALLOWED } : null;
    }
    case 'textAfterEnd':
      return MEANINGLESS.test(behind) && !LINE_END.test(behind)
        ? { ...at, end: column + behind.length, kind: 'removeRest', write: '' }
        : null;
    default:
      return null;
  }
}

/** The text before and after the place. */
function parted(text: string, { line, column }: Place): [before: string, behind: string] {
  let start = 0;
  const parts = text.split(/(\r\n|\r|\n)/);
  for (const part of parts.slice(0, (line - 1) * 2)) start += part.length;
  const at = start + column - 1;
  return [text.slice(0, at), text.slice(at).trimEnd()];
}

/** The first point of the text's last ring. */
function firstPoint(before: string): string {
  const [first = ''] = before.slice(before.lastIndexOf('(') + 1).split(',');
  return first.trim().replace(/\s+/g, ' ');
}

function missingBrackets(before: string): string {
  // splitting gives one piece more than there are brackets
  const pieces = (bracket: string) => before.split(bracket).length;
  return ')'.repeat(Math.max(1, pieces('(') - pieces(')')));
}

/** Whether a word differs from POLYGON by one missing, wrong or superfluous letter. */
function isNearly(word: string): boolean {
  const longer = Math.max(word.length, ALLOWED.length);
  if (word === ALLOWED || Math.abs(word.length - ALLOWED.length) > 1) return false;
  let same = 0;
  while (same < longer && word[same] === ALLOWED[same]) same++;
  let end = 0;
  while (end < longer - same && word.at(-1 - end) === ALLOWED.at(-1 - end)) end++;
  return longer - same - end <= 1;
}

/** The text with the fix applied; line ends don't change. */
export function fixedWkt(text: string, fix: WktFix): string {
  const parts = text.split(/(\r\n|\r|\n)/);
  // even indexes are lines, odd ones their ends
  const at = (fix.line - 1) * 2;
  const line = parts[at] ?? '';
  parts[at] = line.slice(0, fix.column - 1) + fix.write + line.slice(fix.end - 1);
  return parts.join('');
}

/** The place of an error in a WKT text: line and column from 1; `end` is the column after the token. */
export interface WktPlace extends Place {
  /** The one certain repair, if there is one. */
  fix: WktFix | null;
}

/** A token is a bracket, a comma, or the text up to the next of these or a space. */
const TOKEN = /^(?:[^\s,()]+|[,()])/;
/** A point that ends after one number. */
const LONE_NUMBER = /([+-]?\d+(?:\.\d+)?)\s*$/;
/** 1,268: a comma between digits without a space. */
const DECIMAL_COMMA = /[+-]?\d+,\d+\s*$/;

/** The place of a WKT error (GeometryError wktIncorrect); null for every other refusal. */
export function wktPlaceOf(text: string, refusal: NoticeText | null): WktPlace | null {
  if (refusal?.key !== 'errors.geometry.wktIncorrect') return null;
  const { line, column, cause } = refusal.params ?? {};
  if (typeof line !== 'number' || typeof column !== 'number' || typeof cause !== 'string') return null;
  const shown = text.split(LINE_END)[line - 1] ?? '';
  const token = TOKEN.exec(shown.slice(column - 1))?.[0] ?? '';
  const place = { line, column, end: column + token.length, cause, token, fix: null };
  const isPointEnd = cause === 'numberExpected' && (token === ',' || token === ')');
  const lone = isPointEnd ? loneNumber(text, shown, place) : null;
  return lone ?? { ...place, fix: certainFix(text, place) };
}

/** A number without its partner is the token to mark, not the comma after it. */
function loneNumber(text: string, shown: string, place: WktPlace): WktPlace | null {
  const before = shown.slice(0, place.column - 1);
  const number = LONE_NUMBER.exec(before);
  const token = number?.[1];
  if (number === null || token === undefined) return null;
  const column = number.index + 1;
  const end = column + token.length;
  const comma = DECIMAL_COMMA.exec(before);
  // it is certainly a decimal comma only if the other commas are followed by a space
  if (comma === null || !/,\s/.test(text)) return { ...place, column, end, token, cause: 'latitudeMissing' };
  const write = before.slice(comma.index).trim().replace(',', '.');
  const fix: WktFix = { kind: 'write', line: place.line, column: comma.index + 1, end, write };
  return { ...place, column, end, token, cause: 'decimalComma', fix };
}
