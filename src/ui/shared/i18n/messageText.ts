import type { NoticeText } from '../../../machines/shared/notice.ts';
import { formatNumber } from './formats.ts';
import type { Translate } from './language.ts';

/** Enough for coordinates of 1 m and for areas; lines and counts stay whole. */
const DIGITS = 5;

/** The words of a notice or refusal: the server's own, or the catalogue's with its numbers written for the reader. */
export function saidText(t: Translate, said: NoticeText): string {
  if (said.key === undefined) return said.text;
  const params = Object.entries(said.params ?? {}).map(([name, value]) => [
    name,
    // a count chooses the plural, for which it stays a number
    typeof value === 'number' && name !== 'count' ? formatNumber(value, DIGITS) : value,
  ]);
  return t(said.key, Object.fromEntries(params));
}
