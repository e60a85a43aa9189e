import type * as z from 'zod/mini';

/** Elements of a list that are checked in one go: some 5 ms of scenes. */
const SLICE = 250;

/** Lets everything else that waits have its turn: input, frames. */
function turn(): Promise<void> {
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

/**
 * Checks a reply against the contract's schema, null when it does not fit. A long list beside the envelope (§7 search: up
 * to thousands of scenes) is checked in slices, each as a reply of its own by the whole schema, with a turn for the page in
 * between: the same verdict as all at once, as no schema of a reply has a rule for a list as a whole.
 * @throws what the signal says, when it is aborted in between
 */
export async function checkReply<T>(
  schema: z.ZodMiniType<T>,
  reply: unknown,
  signal: AbortSignal | undefined,
): Promise<{ data: T } | null> {
  const long = typeof reply === 'object' && reply !== null ? longListOf(reply) : null;
  if (long === null || typeof reply !== 'object') {
    const checked = schema.safeParse(reply);
    return checked.success ? { data: checked.data } : null;
  }
  const { name, list } = long;
  const elements: unknown[] = [];
  for (let from = 0; ; from += SLICE) {
    await turn();
    signal?.throwIfAborted();
    const checked = schema.safeParse({ ...reply, [name]: list.slice(from, from + SLICE) });
    if (!checked.success) return null;
    const { data } = checked;
    const found: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
    // a list that the contract does not know is not in what it lets through
    if (!Array.isArray(found) || typeof data !== 'object' || data === null) return { data };
    elements.push(...found);
    if (from + SLICE < list.length) continue;
    await turn();
    signal?.throwIfAborted();
    return { data: Object.assign(data, { [name]: elements }) };
  }
}
