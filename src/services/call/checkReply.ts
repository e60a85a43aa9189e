import type * as z from 'zod/mini';
import { fitsExactly } from './quickCheck.ts';
import { fieldsOf, fitted, type Read } from './reading.ts';

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

/** A reply in the shape of the contract, and how many rows of its list were left out because they could not be read. */
export interface Checked<T> {
  data: T;
  leftOut: number;
}

function parsed<T>(schema: z.ZodMiniType<T>, reply: unknown): { data: T } | null {
  const { success, data } = schema.safeParse(reply);
  return success ? { data } : null;
}

/** The parsed reply; null if it violates the schema, as it is or as another back end's reply is read. */
function checked<T>(schema: z.ZodMiniType<T>, reply: unknown, read: Read | undefined): Checked<T> | null {
  if (fitsExactly(schema, reply)) return { data: reply as T, leftOut: 0 };
  const { reply: found, leftOut } = read?.(fieldsOf(reply)) ?? { reply, leftOut: 0 };
  const fit = read === undefined ? parsed(schema, found) : fitted(schema, found);
  return fit && { data: fit.data, leftOut };
}

/**
 * Parses a reply by the contract's schema; null if it doesn't fit. A long list (§7 search: thousands of
 * scenes) is parsed in slices to keep the page responsive, each as a whole reply; this is equivalent, because
 * no schema has a rule for a list as a whole. Only readers of pages have one, and take their list whole.
 * @param reply fresh from JSON; returned itself if the schema drops nothing
 * @param read how a reply is read that doesn't have the contract's shape
 * @throws the signal's reason if aborted in between
 */
export async function checkReply<T>(
  schema: z.ZodMiniType<T>,
  reply: unknown,
  signal: AbortSignal | undefined,
  read?: Read,
): Promise<Checked<T> | null> {
  const isSliced = read === undefined || read.isSliced === true;
  const long = isSliced && typeof reply === 'object' && reply !== null ? longListOf(reply) : null;
  if (long === null || typeof reply !== 'object') return checked(schema, reply, read);
  const { name, list } = long;
  const elements: unknown[] = [];
  let leftOut = 0;
  // yield first: parsing the JSON text was a long task itself
  let since = -Infinity;
  for (let from = 0; ; from += SLICE) {
    if (performance.now() - since > SPELL_MS) {
      await turn();
      signal?.throwIfAborted();
      since = performance.now();
    }
    const slice = checked(schema, { ...reply, [name]: list.slice(from, from + SLICE) }, read);
    if (slice === null) return null;
    const { data } = slice;
    leftOut += slice.leftOut;
    const found: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
    // the schema drops lists that the contract doesn't define
    if (!Array.isArray(found) || typeof data !== 'object' || data === null) return { data, leftOut };
    for (const element of found) elements.push(element);
    if (from + SLICE < list.length) continue;
    await turn();
    signal?.throwIfAborted();
    return { data: Object.assign(data, { [name]: elements }), leftOut };
  }
}
