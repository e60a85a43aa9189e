import type { NoticeText } from '../../../machines/shared/notice.ts';
import { formatNumber } from './formats.ts';
import type { Translate } from './language.ts';

/** Enough decimals for coordinates to 1 m and for areas; counts are whole. */
const DIGITS = 5;

/**
 * The words of a message in the language on the screen, with its numbers formatted for it. A key that the catalogue does
 * not know, from a newer server, is shown by the text that came with it.
 */
export function messageText(t: Translate, message: NoticeText): string {
  if (message.key === undefined) return message.text;
  const params = Object.entries(message.params ?? {}).map(([name, value]) => [
    name,
    // a count chooses the plural, for which it stays a number
    typeof value === 'number' && name !== 'count' ? formatNumber(value, DIGITS) : value,
  ]);
  const words = t(message.key, Object.fromEntries(params));
  return words === message.key ? (message.text ?? words) : words;
}
