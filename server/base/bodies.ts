import { TooLate, within } from './clock.ts';
import { Refusal } from './refusal.ts';
import { callerIn, type ServerContext } from './request.ts';
import type { AllTurns, Work } from './work.ts';

/** A body of no size has so long to arrive, ms. */
const LEAST_MS = 5_000;
/** The slowest line that is waited for, bytes a millisecond: 0.5 Mbit/s. */
const LEAST_BYTES_PER_MS = 64;
/** Larger bodies are read by few calls at a time, which keep them to their end. */
const LARGE_BYTES = 1024 * 1024;

/** A body that has been read, not decoded yet. `leave` ends the call that has it. */
export interface Body {
  bytes: ArrayBuffer;
  /** How much longer it was on its way than a small one may be, ms: that is not the call's time. */
  lateMs: number;
  leave: () => void;
}

export const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

/**
 * Reads the body of a call. Bodies that are still arriving have limits of their own, one for callers with an account and one for
 * the others, so that a slow sender delays nobody else.
 * @param who the caller's name among those who take turns
 * @throws Refusal 408 if it doesn't arrive in time, 429 or 503 if too many are on their way
 */
export async function readBody(
  c: ServerContext,
  turns: AllTurns,
  { who, isAnonymous }: { who: string; isAnonymous: boolean },
): Promise<Body> {
  const caller = callerIn(c, who);
  const isLarge = caller.bytes > LARGE_BYTES;
  const work: Work = isLarge ? 'largeBodies' : isAnonymous ? 'anonymousBodies' : 'bodies';
  const place = turns[work].enter(who);
  try {
    await place.turn(caller.signal);
    const began = performance.now();
    const bytes = await within(LEAST_MS + caller.bytes / LEAST_BYTES_PER_MS, c.req.arrayBuffer());
    const lateMs = Math.max(0, performance.now() - began - LEAST_MS);
    if (isLarge) return { bytes, lateMs, leave: place.leave };
    place.leave();
    return { bytes, lateMs, leave: () => undefined };
  } catch (error) {
    place.leave();
    throw error instanceof TooLate ? new Refusal('bodyLate', {}, { status: 408 }) : error;
  }
}
