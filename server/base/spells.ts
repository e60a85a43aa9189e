import { setImmediate } from 'node:timers';
import { presentCaller } from './caller.ts';
import { isStranger } from './work.ts';

/** Work on the thread that answers calls goes on for so long at a time, ms. */
const SPELL_MS = 4;

/** Requests of accounts that are being answered, by their caller. */
const present = new Map<string, number>();

/** Counts a request while it is being answered; not a stranger's, who may keep one open at no cost. */
export async function whilePresent<T>(who: string, answer: () => Promise<T>): Promise<T> {
  if (isStranger(who)) return answer();
  present.set(who, (present.get(who) ?? 0) + 1);
  try {
    return await answer();
  } finally {
    const left = present.get(who)! - 1;
    if (left === 0) present.delete(who);
    else present.set(who, left);
  }
}

/** Callers whose last turn is known; with more of them, the oldest turns are forgotten. */
const SERVED_MAX = 10_000;

interface RotationRules {
  /** The caller whose last turn is longest ago goes first, and one without a turn counts from its coming; else they go round. */
  isByTurn: boolean;
  /** While others' requests are being answered, the loop is theirs after each piece, for as long as that took. */
  rests: boolean;
}

/**
 * Lets one piece of work go on at a time, each in a turn of the event loop of its own: one caller's work waits for one piece of each other's,
 * however much theirs is.
 */
function openRotation({ isByTurn, rests }: RotationRules) {
  /** Work that waits to go on, by its caller. */
  const waiting = new Map<string, (() => void)[]>();
  /** The number of each caller's last turn, or of the present one when it came; the oldest first. */
  const served = new Map<string, number>();
  let turns = 0;
  /** Whether a piece has begun and its turn of the loop, or the rest after it, is not over. */
  let isTaken = false;
  let last = '';
  let begunAt = 0;
  /** When the piece was done, if that is known before the next turn of the loop. */
  let doneAt: number | null = null;
  let rest: NodeJS.Timeout | null = null;
  /** A rest that others' work has ended goes on after that. */
  let restUntil = 0;

  const serve = (who: string): void => {
    if (!isByTurn) return;
    served.delete(who);
    served.set(who, ++turns);
    const [oldest] = served.keys();
    if (served.size > SERVED_MAX) served.delete(oldest!);
  };
  const begin = (who: string): void => {
    last = who;
    begunAt = performance.now();
    doneAt = null;
    serve(who);
  };
  const next = (): string => {
    let [best = ''] = waiting.keys();
    const turnOf = (who: string) => served.get(who) ?? 0;
    if (isByTurn) for (const who of waiting.keys()) if (turnOf(who) < turnOf(best)) best = who;
    return best;
  };
  const letOneGoOn = (): void => {
    const who = next();
    const line = waiting.get(who)!;
    const goOn = line.shift()!;
    waiting.delete(who);
    if (line.length > 0) waiting.set(who, line);
    begin(who);
    goOn();
  };
  const end = (): void => {
    const now = performance.now();
    const isAlone = !rests || [...present.keys()].every((who) => who === last || waiting.has(who));
    if (isAlone) return over();
    restUntil = Math.max(restUntil, now + Math.min(SPELL_MS, (doneAt ?? now) - begunAt));
    if (restUntil - now < 1) over();
    else rest = setTimeout(over, restUntil - now);
  };
  const over = (): void => {
    rest = null;
    isTaken = waiting.size > 0;
    if (!isTaken) return;
    setImmediate(letOneGoOn);
    // the piece is done by then
    setImmediate(end);
  };
  /** The rest after a caller's piece is the others': work of theirs doesn't wait for its end. */
  const endRestFor = (who: string): void => {
    if (rest === null || who === last) return;
    clearTimeout(rest);
    over();
  };

  /** Resolves in a later turn of the loop. @throws the signal's reason if it is aborted by then */
  const later = async (who: string, signal?: AbortSignal): Promise<void> => {
    await new Promise<void>((resolve) => {
      const line = waiting.get(who);
      if (line === undefined && !served.has(who)) serve(who);
      if (line === undefined) waiting.set(who, [resolve]);
      else line.push(resolve);
      if (isTaken) endRestFor(who);
      else over();
    });
    signal?.throwIfAborted();
  };

  /** Resolves at once if no piece is at work, else as `later` does. @throws as `later` does */
  const own = async (who: string, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (isTaken) return later(who, signal);
    isTaken = true;
    begin(who);
    // after the present piece, before others' events
    process.nextTick(() => (doneAt ??= performance.now()));
    setImmediate(end);
  };

  return { later, own };
}

/**
 * A rotation for accounts and the server's own work, and one for strangers, who come from any number of addresses: accounts don't wait for
 * them.
 */
function openRotations(rests: boolean) {
  const accounts = openRotation({ isByTurn: true, rests });
  const strangers = openRotation({ isByTurn: false, rests });
  return (who: string) => (isStranger(who) ? strangers : accounts);
}

/** What calls compute goes on in spells; a call that begins doesn't wait for them. */
const spells = openRotations(true);
const beginnings = openRotations(false);

/**
 * Lets a call begin, or go on once its body is there: of those that came together one does in each turn of the loop, and one of strangers.
 * @throws the signal's reason if it is aborted by then
 */
export const toBegin = (who: string, signal?: AbortSignal): Promise<void> => beginnings(who).own(who, signal);

/**
 * Resolves in a later turn of the loop, once it is the caller's turn among all such work.
 * @throws the signal's reason if it is aborted by then
 */
export const nextTurn = (signal?: AbortSignal, { who } = presentCaller()): Promise<void> =>
  spells(who).later(who, signal);

/**
 * Work of several pieces, from now on. Between two of them it waits for its caller's next turn if it has gone on for a few milliseconds.
 * @returns asks for that: null if the spell isn't over. It rejects with the signal's reason if it is aborted by then
 */
export function openSpell(signal = presentCaller().signal): () => Promise<void> | null {
  let began = performance.now();
  return () =>
    performance.now() - began < SPELL_MS
      ? null
      : nextTurn(signal).then(() => {
          began = performance.now();
        });
}

/**
 * Visits each item, in spells of a few milliseconds, by turns of callers.
 * @throws the signal's reason once aborted
 */
export async function inTurns<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  visit: (item: T, at: number) => void,
): Promise<void> {
  const { who } = presentCaller();
  await spells(who).own(who, signal);
  const endOfSpell = openSpell(signal);
  for (const [at, item] of items.entries()) {
    visit(item, at);
    const turn = endOfSpell();
    if (turn !== null) await turn;
  }
}
