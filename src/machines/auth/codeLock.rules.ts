import { CODE_LOCK_MS } from '../../../contract/limits.ts';

/**
 * The end of the lock that this browser has stored, ms since 1970 UTC: null if it has passed, and at most one whole
 * lock from now, even if the browser's clock was changed meanwhile.
 */
export function heldLock(kept: number | null, now: number): number | null {
  if (kept === null || !Number.isFinite(kept) || kept <= now) return null;
  return Math.min(kept, now + CODE_LOCK_MS);
}

/** Whole seconds until the lock opens, at least 1 while it is closed. */
export function secondsLeft(lockedUntil: number, now: number): number {
  return Math.max(1, Math.ceil((lockedUntil - now) / 1000));
}

/** Seconds before the end at which the time left is announced again. */
const MARKS = [30, 10] as const;

/**
 * Announces the lock to screen readers: the time at its start, at 30 and 10 seconds and at its
 * end, not every second.
 * @param said the seconds announced last; null before the first announcement
 * @param left whole seconds until the lock opens; 0 if it is open
 * @returns the seconds to announce; unchanged if there is nothing new
 */
export function secondsToSay(message: number | null, left: number): number | null {
  if (left === 0) return message === null ? null : 0;
  if (message === null || left > message) return left;
  return MARKS.some((mark) => message > mark && left <= mark) ? left : message;
}
