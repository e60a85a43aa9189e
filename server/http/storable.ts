/** Characters that PostgreSQL can't store, as JSON escapes: NUL and lone surrogates. */
const MAYBE_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * The fields of a request with text that can't be stored: NUL characters or lone surrogates.
 * @param source the JSON that `value` was read from
 * @returns the names of the outermost fields, 'body' for a text without a name
 */
export function unstorableFields(source: string, value: unknown): string[] {
  // such characters arrive only as escapes: most requests need no check
  if (!MAYBE_UNSTORABLE.test(source)) return [];
  const found = new Set<string>();
  const open: { name: string | null; part: unknown }[] = [{ name: null, part: value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { name, part } = next;
    if (typeof part === 'string' && UNSTORABLE.test(part)) found.add(name ?? 'body');
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, inner] of Object.entries(part)) {
      if (UNSTORABLE.test(key)) found.add(name ?? 'body');
      open.push({ name: name ?? (UNSTORABLE.test(key) ? 'body' : key), part: inner });
    }
  }
  return [...found];
}
