import type * as z from 'zod/mini';
import { fitsExactly } from './quickCheck.ts';

/** Number of list elements checked without a break; a few milliseconds of scenes at most. */
const SLICE = 250;
/** Longest uninterrupted work, ms. */
const SPELL_MS = 8;

/** Yields to other tasks, such as input and frames. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** The list that makes a reply long, and its name. */
function longListOf(reply: object): { name: string; list: readonly unknown[] } | null {
  for (const [name, list] of Object.entries(reply))
    if (Array.isArray(list) && list.length > SLICE) return { name, list };
  return null;
}

/** The parsed reply; null if it violates the schema. */
function checked<T>(schema: z.ZodMiniType<T>, reply: unknown): { data: T } | null {
  if (fitsExactly(schema, reply)) return { data: reply as T };
  const parsed = schema.safeParse(reply);
  return parsed.success ? { data: parsed.data } : null;
}

/**
 * Parses a reply by the contract's schema; null if it doesn't fit. A long list (§7 search: thousands of
 * scenes) is parsed in slices to keep the page responsive, each as a whole reply; this is equivalent, because
 * no schema has a rule for a list as a whole.
 * @param reply fresh from JSON; returned itself if the schema drops nothing
 * @throws the signal's reason if aborted in between
 */
export async function checkReply<T>(
  schema: z.ZodMiniType<T>,
  reply: unknown,
  signal: AbortSignal | undefined,
): Promise<{ data: T } | null> {
  const long = typeof reply === 'object' && reply !== null ? longListOf(reply) : null;
  if (long === null || typeof reply !== 'object') return checked(schema, reply);
  const { name, list } = long;
  const elements: unknown[] = [];
  // yield first: parsing the JSON text was a long task itself
  let since = -Infinity;
  for (let from = 0; ; from += SLICE) {
    if (performance.now() - since > SPELL_MS) {
      await turn();
      signal?.throwIfAborted();
      since = performance.now();
    }
    const slice = checked(schema, { ...reply, [name]: list.slice(from, from + SLICE) });
    if (slice === null) return null;
    const { data } = slice;
    const found: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
    // the schema drops lists that the contract doesn't define
    if (!Array.isArray(found) || typeof data !== 'object' || data === null) return { data };
    for (const element of found) elements.push(element);
    if (from + SLICE < list.length) continue;
    await turn();
    signal?.throwIfAborted();
    return { data: Object.assign(data, { [name]: elements }) };
  }
}
