import type { NoticeText } from '../../../machines/shared/notice.ts';
import { formatNumber } from './formats.ts';
import type { Translate } from './language.ts';

/** Enough decimals for coordinates to 1 m and for areas; counts are integers. */
const DIGITS = 5;

/**
 * The text of a message in the language on the screen, with formatted numbers. For an unknown key, from a
 * newer server, it is the text that the server sent.
 */
export function messageText(t: Translate, message: NoticeText): string {
  if (message.key === undefined) return message.text;
  const params = Object.entries(message.params ?? {}).map(([name, value]) => [
    name,
    // `count` must stay a number because it selects the plural
    typeof value === 'number' && name !== 'count' ? formatNumber(value, DIGITS) : value,
  ]);
  const words = t(message.key, Object.fromEntries(params));
  return words === message.key ? (message.text ?? words) : words;
}
