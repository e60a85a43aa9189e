import { CODE_LOCK_MS } from '../../contract/limits.ts';

/**
 * The end of the lock that a browser has kept, in ms since 1970 UTC, as far as it holds now: null when it is over, and
 * never further away than a whole lock, whatever the browser's clock did meanwhile.
 */
export function heldLock(kept: number | null, now: number): number | null {
  if (kept === null || !Number.isFinite(kept) || kept <= now) return null;
  return Math.min(kept, now + CODE_LOCK_MS);
}

/** Whole seconds until the lock opens, at least 1 while it holds. */
export function secondsLeft(lockedUntil: number, now: number): number {
  return Math.max(1, Math.ceil((lockedUntil - now) / 1000));
}
