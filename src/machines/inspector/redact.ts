/** A JSON value, which can be posted to any page. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Replaces secret text. */
export const HIDDEN = '‹secret›';
const HIDDEN_FILE = '‹file›';
export const HIDDEN_EMAIL = '‹e-mail›';

/**
 * The contract's secret fields: passwords, verify codes, tokens, share keys, signed links, and URLs that may
 * contain a map service's key.
 */
const SECRET_NAMES = new Set([
  'upass',
  'opwd',
  'npwd',
  'npwdr',
  'vcode',
  'token',
  'skey',
  'downloadurl',
  'quicklookurl',
  'tiles',
  'authorization',
  'cookie',
]);
/** Parts of names that secret fields are likely to have. */
const SECRET_PART = /passw|passphrase|secret|token|credential|apikey|api_key|captcha|verifycode/i;
/** Fields with these names hold files of any shape: tests and drops pass plain objects. */
export const FILE_NAMES = new Set(['file', 'files', 'blob']);
const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/gu;
/** URL queries may contain tokens, signatures and keys. */
const QUERY = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s?#]*|\/[^\s?#]*)\?[^\s#]*/gi;
/** Parts of our own URLs that give access to a file or a shared search. */
const OPENING_PATH =
  /(\/web\/(?:delivery\/[^/\s]+|exportfile|imageryexport|usersearchrecord\/view\/share)\/)[^/\s]+/g;

/** An API key, whatever field it stands in. */
const API_KEY = /\bgt_(?:live|test)_\w{30,}/g;

/** Maximum list entries or object names in a copy; results have thousands of scenes. */
const ENTRIES_MAX = 40;
const TEXT_MAX = 2000;
const DEPTH_MAX = 12;
/** A number or a list counts as so many characters. */
const VALUE_SIZE = 8;

export const isSecretName = (name: string) => SECRET_NAMES.has(name.toLowerCase()) || SECRET_PART.test(name);

function redactedText(text: string): string {
  // drop a word that is cut in two: half a link or email address would not be recognised
  return withoutSecrets(text.length > TEXT_MAX ? text.slice(0, TEXT_MAX).replace(/\S*$/u, '…') : text);
}

/** A text without access links, keys, queries and email addresses. */
export function withoutSecrets(copy: string): string {
  const cut = copy.includes('/web/') ? copy.replace(OPENING_PATH, `$1${HIDDEN}`) : copy;
  const keyless = cut.includes('gt_') ? cut.replace(API_KEY, HIDDEN) : cut;
  const bare = keyless.includes('?') ? keyless.replace(QUERY, `$1?${HIDDEN}`) : keyless;
  return bare.includes('@') ? bare.replace(EMAIL, HIDDEN_EMAIL) : bare;
}

/** The replacement under a secret name; empty values stay, because rules depend on them. */
function hidden(value: unknown): Json {
  if (value === null || value === undefined || value === '') return value ?? null;
  if (Array.isArray(value) && value.length === 0) return [];
  return HIDDEN;
}

export const isFile = (value: object) =>
  (typeof Blob !== 'undefined' && value instanceof Blob) ||
  value instanceof ArrayBuffer ||
  (typeof FileList !== 'undefined' && value instanceof FileList);

/** An actor is replaced by its name, because it has its own facts. */
export function actorName(value: object): string | null {
  if (!('sessionId' in value && 'send' in value && typeof value.send === 'function')) return null;
  return `‹actor ${String(value.sessionId)}›`;
}

/** Where a value stands, and how much may be copied yet. */
interface Place {
  above: readonly object[];
  budget: { left: number };
}

function redactedEntries(value: object, depth: number, at: Place): Json {
  const names = Object.keys(value);
  const copy: [string, Json][] = names.slice(0, ENTRIES_MAX).map((name) => {
    const inner: unknown = Reflect.get(value, name);
    at.budget.left -= name.length;
    if (isSecretName(name)) return [redactedText(name), hidden(inner)];
    if (FILE_NAMES.has(name.toLowerCase()) && typeof inner === 'object')
      return [name, inner === null ? null : HIDDEN_FILE];
    return [redactedText(name), redacted(inner, depth + 1, at)];
  });
  if (names.length > ENTRIES_MAX) copy.push(['…', `${names.length - ENTRIES_MAX} more`]);
  return Object.fromEntries(copy);
}

function redactedList(value: readonly unknown[], depth: number, at: Place): Json {
  const copy = value.slice(0, ENTRIES_MAX).map((one) => redacted(one, depth + 1, at));
  return value.length > ENTRIES_MAX ? [...copy, `… ${value.length - ENTRIES_MAX} more`] : copy;
}

function redactedObject(value: object, depth: number, { above, budget }: Place): Json {
  if (isFile(value)) return HIDDEN_FILE;
  const actor = actorName(value);
  if (actor !== null) return actor;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '‹no date›' : value.toISOString();
  if (ArrayBuffer.isView(value)) return `‹${value.constructor.name}, ${value.byteLength} bytes›`;
  if (above.includes(value)) return '‹itself›';
  if (depth >= DEPTH_MAX) return '‹deeper›';
  const path = { above: [...above, value], budget };
  if (Array.isArray(value)) return redactedList(value, depth, path);
  if (value instanceof Set) return redactedList([...value], depth, path);
  // map keys may be of any type, so entries become pairs; a secret key hides its value
  if (value instanceof Map)
    return redactedList(
      [...value].map(([key, inner]: [unknown, unknown]) => [
        key,
        typeof key === 'string' && isSecretName(key) ? hidden(inner) : inner,
      ]),
      depth,
      path,
    );
  const own = redactedEntries(value, depth, path);
  return value instanceof Error
    ? { name: value.name, message: redactedText(value.message), ...(own as object) }
    : own;
}

function redacted(value: unknown, depth: number, at: Place): Json {
  if (at.budget.left <= 0) return '‹more›';
  at.budget.left -= typeof value === 'string' ? Math.min(value.length, TEXT_MAX) : VALUE_SIZE;
  switch (typeof value) {
    case 'string':
      return redactedText(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'bigint':
      return `${value}n`;
    case 'undefined':
      return null;
    case 'object':
      return value === null ? null : redactedObject(value, depth, at);
    default:
      return `‹${typeof value}›`;
  }
}

/**
 * A copy of an event or a context that may leave its page: JSON values, bounded in size, without passwords,
 * tokens, verify codes, email addresses, access links and files.
 * @param most about how many characters the copy has at most
 */
export function redact(value: unknown, most = Infinity): Json {
  return redacted(value, 0, { above: [], budget: { left: most } });
}
