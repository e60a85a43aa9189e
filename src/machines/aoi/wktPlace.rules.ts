import type { NoticeText } from '../shared/notice.ts';
import { certainFix, type WktFix } from './wktFix.rules.ts';

/** Where in a WKT text the error is: line and column from 1, end behind the last column of the token. */
export interface WktPlace {
  line: number;
  column: number;
  end: number;
  /** A key of errors.wkt. */
  cause: string;
  token: string;
  /** The one certain way to mend it, if there is one. */
  fix: WktFix | null;
}

const LINE_END = /\r\n|\r|\n/;
/** A bracket or a comma is a token of its own; else everything up to the next of them or a space. */
const TOKEN = /^(?:[^\s,()]+|[,()])/;
/** A point that ends after one number. */
const LONE_NUMBER = /([+-]?\d+(?:\.\d+)?)\s*$/;
/** 1,268: a comma between digits without a space. */
const DECIMAL_COMMA = /[+-]?\d+,\d+\s*$/;

/** The place that the refusal of a WKT text names (GeometryError wktIncorrect); null for every other refusal. */
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

/** A number without its partner is the token to mark, not the comma behind it. */
function loneNumber(text: string, shown: string, place: WktPlace): WktPlace | null {
  const before = shown.slice(0, place.column - 1);
  const number = LONE_NUMBER.exec(before);
  const token = number?.[1];
  if (number === null || token === undefined) return null;
  const column = number.index + 1;
  const end = column + token.length;
  const comma = DECIMAL_COMMA.exec(before);
  // only where the other commas have a space behind them is this one surely none of a list
  if (comma === null || !/,\s/.test(text)) return { ...place, column, end, token, cause: 'latitudeMissing' };
  const write = before.slice(comma.index).trim().replace(',', '.');
  const fix: WktFix = { kind: 'write', line: place.line, column: comma.index + 1, end, write };
  return { ...place, column, end, token, cause: 'decimalComma', fix };
}
