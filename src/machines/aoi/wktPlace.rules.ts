import type { NoticeText } from '../shared/notice.ts';
import { certainFix, type WktFix } from './wktFix.rules.ts';

/** The place of an error in a WKT text: line and column from 1; `end` is the column after the token. */
export interface WktPlace {
  line: number;
  column: number;
  end: number;
  /** A key of errors.wkt. */
  cause: string;
  token: string;
  /** The one certain repair, if there is one. */
  fix: WktFix | null;
}

const LINE_END = /\r\n|\r|\n/;
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
