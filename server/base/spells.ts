/** Work on the thread that answers calls goes on for so long at a time, ms. */
export const SPELL_MS = 8;

/** What waits to go on, in the order of its coming. */
const waiting: (() => void)[] = [];

function letOneGoOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}

/**
 * Resolves in a later turn of the loop, for one piece of work in each turn: what comes between, like the next call, waits for one spell,
 * however many calls are worked on.
 * @throws the signal's reason if it is aborted by then
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
  });
  signal?.throwIfAborted();
}
