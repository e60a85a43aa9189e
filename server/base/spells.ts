import { setImmediate } from 'node:timers';
import { presentCaller } from './caller.ts';

/** Work on the thread that answers calls goes on for so long at a time, ms. */
const SPELL_MS = 8;

/** What waits to go on, by the caller it is done for; callers in the order of their last turns. */
const waiting = new Map<string, (() => void)[]>();
/** Whether some work has begun in this turn of the loop. */
let hasBegun = false;

function letOneGoOn(): void {
  const [next] = waiting;
  if (next === undefined) return;
  const [who, line] = next;
  waiting.delete(who);
  const goOn = line.shift();
  if (line.length > 0) waiting.set(who, line);
  goOn?.();
  if (waiting.size > 0) setImmediate(letOneGoOn);
}

/**
 * Resolves in a later turn of the loop, for one piece of work in each turn, by turns of callers: what comes between, like the next call,
 * waits for one spell, however many calls are worked on, and one caller's work for one spell of each other.
 * @throws the signal's reason if it is aborted by then
 */
export async function nextTurn(signal?: AbortSignal, who = presentCaller().who): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.size === 0) setImmediate(letOneGoOn);
    const line = waiting.get(who);
    if (line === undefined) waiting.set(who, [resolve]);
    else line.push(resolve);
  });
  signal?.throwIfAborted();
}

/** Resolves at once for the first work in a turn of the loop, else as `nextTurn` does. @throws as `nextTurn` does */
export async function ownTurn(signal?: AbortSignal, who?: string): Promise<void> {
  if (hasBegun || waiting.size > 0) return nextTurn(signal, who);
  hasBegun = true;
  setImmediate(() => (hasBegun = false));
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
  await ownTurn(signal);
  let began = performance.now();
  for (const [at, item] of items.entries()) {
    visit(item, at);
    if (performance.now() - began < SPELL_MS) continue;
    await nextTurn(signal);
    began = performance.now();
  }
}
