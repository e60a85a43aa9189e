import { setImmediate } from 'node:timers';

/** Work on the thread that answers calls goes on for so long at a time, ms. */
const SPELL_MS = 8;

/** What waits to go on, in the order of its coming. */
const waiting: (() => void)[] = [];
/** Whether some work has begun in this turn of the loop. */
let hasBegun = false;

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

/**
 * Visits each item, in spells of a few milliseconds; in each turn of the loop one piece of all such work goes on.
 * @throws the signal's reason once aborted
 */
export async function inTurns<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  visit: (item: T, at: number) => void,
): Promise<void> {
  if (hasBegun || waiting.length > 0) await nextTurn(signal);
  else {
    hasBegun = true;
    setImmediate(() => (hasBegun = false));
  }
  let began = performance.now();
  for (const [at, item] of items.entries()) {
    visit(item, at);
    if (performance.now() - began < SPELL_MS) continue;
    await nextTurn(signal);
    began = performance.now();
  }
}
