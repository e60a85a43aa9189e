import type { NoticeText } from '../../../machines/shared/notice.ts';
import { formatNumber } from './formats.ts';
import type { Translate } from './language.ts';

/** Enough for coordinates of 1 m and for areas; lines and counts stay whole. */
const DIGITS = 5;

/** The words of a notice or refusal: the server's own, or the catalogue's with its numbers written for the reader. */
export function messageText(t: Translate, message: NoticeText): string {
  if (message.key === undefined) return message.text;
  const params = Object.entries(message.params ?? {}).map(([name, value]) => [
    name,
    // a count chooses the plural, for which it stays a number
    typeof value === 'number' && name !== 'count' ? formatNumber(value, DIGITS) : value,
  ]);
  return t(message.key, Object.fromEntries(params));
}
