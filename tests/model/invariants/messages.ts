import { PLURAL, textsOf } from '../../unit/shared/catalogue.ts';

const keysOf = (language: 'en' | 'zh') =>
  new Set([...textsOf(language).keys()].flatMap((key) => [key, key.replace(PLURAL, '')]));
const [english, chinese] = [keysOf('en'), keysOf('zh')];
/** A message's key: a group and a name. */
const KEY = /^[a-z]\w*(?:\.\w+)+$/;

const known = new WeakMap<object, string[]>();
/** The keys of messages in a value that a language lacks. */
export function textlessKeys(value: unknown): string[] {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return [];
  const found = known.get(value);
  if (found !== undefined) return found;
  // a value that contains itself is walked once
  known.set(value, []);
  // a message of the server brings its text, which is shown if the key is unknown
  const isOwn = 'key' in value && !('text' in value);
  const own = isOwn && typeof value.key === 'string' && KEY.test(value.key) ? [value.key] : [];
  const unknown = [
    ...own.filter((key) => !english.has(key) || !chinese.has(key)),
    ...Object.values(value).flatMap(textlessKeys),
  ];
  known.set(value, unknown);
  return unknown;
}
