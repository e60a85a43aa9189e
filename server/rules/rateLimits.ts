import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { countUse, forgetUses } from '../db/rateWindows.ts';
import { Refusal } from '../refusal.ts';

/** How often something may be tried in a window of time: the one place for these numbers. */
export const RATE_LIMITS = {
  /** Log-ins to one account; a successful one starts anew. */
  loginAccount: { uses: 10, windowMs: 15 * 60_000 },
  /** Log-ins from one client, whatever the account: many people may share an address. */
  loginClient: { uses: 300, windowMs: 15 * 60_000 },
  /** Guesses of the current password by whoever has a session. */
  changePassword: { uses: 10, windowMs: 15 * 60_000 },
} as const;

export type RateLimit = keyof typeof RATE_LIMITS;

/** Addresses are not written down for this. */
function bucketOf(limit: RateLimit, who: string): string {
  return `${limit}:${createHash('sha256').update(who).digest('base64url')}`;
}

/**
 * Counts a use.
 * @throws Refusal 429 when there were too many in this window
 */
export async function takeUse(pool: Pool, limit: RateLimit, who: string, now: Date): Promise<void> {
  const { uses, windowMs } = RATE_LIMITS[limit];
  if ((await countUse(pool, bucketOf(limit, who), windowMs, now)) <= uses) return;
  const left = windowMs - (now.getTime() % windowMs);
  throw new Refusal('tooManyAttempts', { minutes: Math.ceil(left / 60_000) }, { status: 429 });
}

/** Starts a limit anew, e.g. after a successful log-in. */
export async function resetUses(pool: Pool, limit: RateLimit, who: string, now: Date): Promise<void> {
  await forgetUses(pool, bucketOf(limit, who), now);
}
