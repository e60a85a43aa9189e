import { setImmediate } from 'node:timers';
import { presentCaller } from './caller.ts';

/** Work on the thread that answers calls goes on for so long at a time, ms. */
const SPELL_MS = 8;

/**
 * Lets one piece of work go on in each turn of the event loop, callers in the order of their last turns: one caller's work waits for one
 * piece of each other's, however much theirs is.
 */
function openRotation() {
  /** Work that waits to go on, by its caller. */
  const waiting = new Map<string, (() => void)[]>();
  /** Whether a piece has begun in this turn of the loop. */
  let hasBegun = false;

  const letOneGoOn = (): void => {
    const [next] = waiting;
    if (next === undefined) return;
    const [who, line] = next;
    waiting.delete(who);
    const goOn = line.shift();
    if (line.length > 0) waiting.set(who, line);
    goOn?.();
    if (waiting.size > 0) setImmediate(letOneGoOn);
  };

  /** Resolves in a later turn of the loop. @throws the signal's reason if it is aborted by then */
  const next = async (who: string, signal?: AbortSignal): Promise<void> => {
    await new Promise<void>((resolve) => {
      if (waiting.size === 0) setImmediate(letOneGoOn);
      const line = waiting.get(who);
      if (line === undefined) waiting.set(who, [resolve]);
      else line.push(resolve);
    });
    signal?.throwIfAborted();
  };

  /** Resolves at once for the first piece in a turn of the loop, else as `next` does. @throws as `next` does */
  const own = async (who: string, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (hasBegun || waiting.size > 0) return next(who, signal);
    hasBegun = true;
    setImmediate(() => (hasBegun = false));
  };

  return { next, own };
}

/** What calls compute goes on in spells; a call that begins doesn't wait for them. */
const spells = openRotation();
const beginnings = openRotation();

/**
 * Lets a call begin, or go on once its body is there: of those that came together one does in each turn of the loop.
 * @throws the signal's reason if it is aborted by then
 */
export const toBegin = (who: string, signal?: AbortSignal): Promise<void> => beginnings.own(who, signal);

/**
 * Resolves in a later turn of the loop, for one piece of all such work in each.
 * @throws the signal's reason if it is aborted by then
 */
export const nextTurn = (signal?: AbortSignal, { who } = presentCaller()): Promise<void> =>
  spells.next(who, signal);

/**
 * Visits each item, in spells of a few milliseconds; in each turn of the loop one piece of all such work goes on.
 * @throws the signal's reason once aborted
 */
export async function inTurns<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  visit: (item: T, at: number) => void,
): Promise<void> {
  await spells.own(presentCaller().who, signal);
  let began = performance.now();
  for (const [at, item] of items.entries()) {
    visit(item, at);
    if (performance.now() - began < SPELL_MS) continue;
    await nextTurn(signal);
    began = performance.now();
  }
}
