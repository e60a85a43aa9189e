import type * as z from 'zod/mini';
import { fitsExactly } from './quickCheck.ts';

/** Elements of a list that are checked in one go: some milliseconds of scenes at most. */
const SLICE = 250;
/** Longest uninterrupted work, ms. */
const SPELL_MS = 8;

/** Yields to other tasks: input, frames. */
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

/** The name of the list that makes a reply long. */
function longListOf(reply: object): { name: string; list: readonly unknown[] } | null {
  for (const [name, list] of Object.entries(reply))
    if (Array.isArray(list) && list.length > SLICE) return { name, list };
  return null;
}

/** What the schema gives back for a reply, null when it does not fit. */
function checked<T>(schema: z.ZodMiniType<T>, reply: unknown): { data: T } | null {
  if (fitsExactly(schema, reply)) return { data: reply as T };
  const parsed = schema.safeParse(reply);
  return parsed.success ? { data: parsed.data } : null;
}

/**
 * Checks a reply against the contract's schema, null when it does not fit. A long list beside the envelope (§7 search: up
 * to thousands of scenes) is checked in slices, each as a reply of its own by the whole schema, and the page has its turn
 * whenever that took some time: the same verdict as all at once, as no schema of a reply has a rule for a list as a whole.
 * @param reply fresh from JSON: it becomes what is given back where nothing of it has to go
 * @throws what the signal says, when it is aborted in between
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
  // the reading of the text was one task, and as long as the reply
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
    // a list that the contract does not know is not in what it lets through
    if (!Array.isArray(found) || typeof data !== 'object' || data === null) return { data };
    for (const element of found) elements.push(element);
    if (from + SLICE < list.length) continue;
    await turn();
    signal?.throwIfAborted();
    return { data: Object.assign(data, { [name]: elements }) };
  }
}
