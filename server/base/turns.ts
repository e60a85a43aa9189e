import { inTime, type Caller } from './caller.ts';
import { Refusal } from './refusal.ts';

/** How much work of one kind there may be (decision 197). */
export interface TurnLimits {
  /** In progress, of all callers together. */
  atOnce: number;
  /** In progress beyond these, of callers with nothing in progress who have had less than the others lately. */
  light?: number;
  /** In progress, of one caller. */
  each: number;
  /** Waiting, of one caller. */
  waitingEach: number;
  /** Waiting, of all callers together. */
  waiting: number;
  /** Waiting is no part of a call's time: a picture is wanted as long as its page is there. */
  waitsLong?: boolean;
}

/** A caller's place among the work of one kind. */
interface Place {
  /** Waits until it is this one's turn. @throws the signal's reason if aborted before */
  turn(signal?: AbortSignal, isLater?: boolean): Promise<void>;
  /** Ends the work, or gives up waiting; call it exactly once. */
  leave(): void;
}

/** Work of one kind, shared out between callers. */
export interface Turns {
  /** Gets in line. @throws Refusal 429 if too many of this caller wait, 503 if too many of all do */
  enter(who: string): Place;
  /** Does work when it is the caller's turn, until the time of the call is over. @throws as `enter` and `Place.turn` do, and the work's own error */
  run<T>(caller: Caller, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  load(): { running: number; waiting: number };
}

/** The work of one caller. */
interface Line {
  inside: number;
  running: number;
  /** Functions that start waiting work, oldest first. */
  starters: Set<() => void>;
  /** Of work that waits behind the other. */
  later: Set<() => void>;
  /** When the last one who was refused is to try again. */
  retryAt: number;
}

/** The work that a caller had counts half after so long, ms. */
const HALF_LIFE_MS = 1_000;
/** After so long it counts no more, ms. */
const FORGOTTEN_MS = 10_000;

/** How often it is looked who has had less than the others, ms. */
const LOOK_MS = 20;

/** How much work each caller had lately. */
function openUse(now: () => number) {
  /** The last that had some come last. */
  const uses = new Map<string, { ms: number; at: number }>();
  const sum = { ms: 0, at: 0 };
  const left = ({ ms, at }: { ms: number; at: number }) => ms * 2 ** ((at - now()) / HALF_LIFE_MS);
  const of = (who: string): number => {
    const use = uses.get(who);
    return use === undefined ? 0 : left(use);
  };
  return {
    of,
    add(who: string, ms: number): void {
      const [own, all] = [of(who) + ms, left(sum) + ms];
      uses.delete(who);
      uses.set(who, { ms: own, at: now() });
      Object.assign(sum, { ms: all, at: now() });
      for (const [one, { at }] of uses) {
        if (now() - at < FORGOTTEN_MS) break;
        uses.delete(one);
      }
    },
    /** Whether a caller had less than those who had some had on average. @param moreMs that is in progress */
    isLess: (who: string, moreMs: number): boolean => of(who) * uses.size < left(sum) + moreMs,
  };
}

/** Of work that has not been measured yet, ms. */
const FIRST_PACE_MS = 1000;
/** Weight of the newest measurement. */
const NEWEST = 0.1;
const RETRY_SECONDS_MAX = 60;

/**
 * Refuses for now. Everyone who is refused gets a later time than the one before, so that they don't come back together.
 * @param apartMs time between two turns
 */
function busy(key: 'accountBusy' | 'serverBusy', line: Pick<Line, 'retryAt'>, now: number, apartMs: number) {
  line.retryAt = Math.max(line.retryAt, now) + apartMs;
  const seconds = Math.min(RETRY_SECONDS_MAX, Math.max(1, Math.ceil((line.retryAt - now) / 1000)));
  const status = key === 'accountBusy' ? 429 : 503;
  return new Refusal(key, { count: seconds }, { status, retryAfter: seconds });
}

/**
 * Shares out the places for work of one kind: a free one goes to the caller with the least work in progress, of
 * those to the one who had the least lately, of those to the one who was served longest ago.
 * @param now ms
 */
export function openTurns(limits: TurnLimits, now: () => number = () => performance.now()): Turns {
  /** In the order of their last turns. */
  const lines = new Map<string, Line>();
  const all = { inside: 0, running: 0, retryAt: 0 };
  /** Sum of when what is in progress began. */
  let begunSum = 0;
  const use = openUse(now);
  let paceMs = FIRST_PACE_MS;

  // a new address has had nothing: strangers are served in the order of their turns
  const usedBy = (who: string): number => (limits.light === undefined ? 0 : use.of(who));

  const next = () => {
    let best: { who: string; line: Line; used: number } | null = null;
    for (const [who, line] of lines) {
      if (line.starters.size + line.later.size === 0 || line.running >= limits.each) continue;
      const used = usedBy(who);
      const isLess = best === null || line.running < best.line.running;
      if (isLess || (line.running === best!.line.running && used < best!.used)) best = { who, line, used };
    }
    return best;
  };
  const hasLight = ({ who, line }: { who: string; line: Line }): boolean =>
    line.running === 0 && use.isLess(who, all.running * now() - begunSum);
  /** While somebody waits who may get the place beyond the others' as theirs goes on. */
  let looking: NodeJS.Timeout | undefined;

  const startDue = (): void => {
    clearTimeout(looking);
    while (all.running < limits.atOnce + (limits.light ?? 0)) {
      const due = next();
      if (due === null) return;
      const { who, line } = due;
      if (all.running >= limits.atOnce && !hasLight(due)) {
        looking = setTimeout(startDue, LOOK_MS).unref();
        return;
      }
      lines.delete(who);
      lines.set(who, line);
      const [start] = line.starters.size > 0 ? line.starters : line.later;
      start?.();
    }
  };

  const turnIn = (
    line: Line,
    starters: Line['starters'],
    onStart: () => void,
    signal?: AbortSignal,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const giveUp = () => {
        starters.delete(start);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        starters.delete(start);
        line.running++;
        all.running++;
        onStart();
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      starters.add(start);
      startDue();
    });

  const enter = (who: string): Place => {
    const line = lines.get(who) ?? {
      inside: 0,
      running: 0,
      starters: new Set(),
      later: new Set(),
      retryAt: 0,
    };
    if (line.inside >= limits.each + limits.waitingEach)
      throw busy('accountBusy', line, now(), paceMs / limits.each);
    if (all.inside >= limits.atOnce + limits.waiting)
      throw busy('serverBusy', all, now(), paceMs / limits.atOnce);
    lines.set(who, line);
    line.inside++;
    all.inside++;
    let begunAt: number | null = null;
    const begin = () => {
      begunAt = now();
      begunSum += begunAt;
      use.add(who, 0);
    };
    return {
      turn: (signal, isLater = false) => turnIn(line, isLater ? line.later : line.starters, begin, signal),
      leave() {
        line.inside--;
        all.inside--;
        if (begunAt !== null) {
          const workedMs = now() - begunAt;
          paceMs += (workedMs - paceMs) * NEWEST;
          begunSum -= begunAt;
          use.add(who, workedMs);
          line.running--;
          all.running--;
        }
        if (line.inside === 0) lines.delete(who);
        startDue();
      },
    };
  };

  return {
    enter,
    async run(caller, work) {
      const place = enter(caller.who);
      const turn = (signal: AbortSignal | undefined) => place.turn(signal, caller.isLater);
      try {
        if (limits.waitsLong) {
          await turn(caller.signal);
          return await inTime(caller, work);
        }
        return await inTime(caller, async (signal) => {
          await turn(signal);
          return work(signal);
        });
      } finally {
        place.leave();
      }
    },
    load: () => ({ running: all.running, waiting: all.inside - all.running }),
  };
}
