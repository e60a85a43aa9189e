import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { countUse, forgetUses, returnUse, takePausedUse } from './rateWindows.queries.ts';
import { Refusal } from '../base/refusal.ts';
import { CODE_PAUSE_MS, RATE_LIMITS } from '../base/limits.ts';

export type RateLimit = keyof typeof RATE_LIMITS;

/** Hashes the address, so that it isn't stored. */
function bucketOf(limit: string, who: string): string {
  return `${limit}:${createHash('sha256').update(who).digest('base64url')}`;
}

/**
 * Counts a use.
 * @throws Refusal 429 if there were too many in this window
 */
export async function takeUse(pool: Pool, limit: RateLimit, who: string, now: Date): Promise<void> {
  const { uses, windowMs } = RATE_LIMITS[limit];
  if ((await countUse(pool, bucketOf(limit, who), windowMs, now)) <= uses) return;
  const leftMs = windowMs - (now.getTime() % windowMs);
  throw new Refusal(
    'tooManyAttempts',
    { count: Math.ceil(leftMs / 60_000) },
    { status: 429, retryAfter: Math.ceil(leftMs / 1000) },
  );
}

/**
 * Returns a use that was counted at `now` but doesn't fall under the limit. In a full window it
 * makes room for one more.
 */
export async function giveUseBack(pool: Pool, limit: RateLimit, who: string, now: Date): Promise<void> {
  await returnUse(pool, bucketOf(limit, who), RATE_LIMITS[limit].windowMs, now);
}

/** Resets a limit, e.g. after a successful log-in. */
export async function resetUses(pool: Pool, limit: RateLimit, who: string): Promise<void> {
  await forgetUses(pool, bucketOf(limit, who));
}

/**
 * Enforces the pause between two codes to one address (§4).
 * @throws Refusal 429 with the seconds left, if the pause has not ended
 */
export async function takeCodePause(pool: Pool, address: string, now: Date): Promise<void> {
  const takenAt = await takePausedUse(pool, bucketOf('codePause', address), CODE_PAUSE_MS, now);
  if (takenAt === null) return;
  const left = takenAt.getTime() + CODE_PAUSE_MS - now.getTime();
  const seconds = Math.max(1, Math.ceil(left / 1000));
  throw new Refusal('codeTooSoon', {}, { status: 429, retryAfter: seconds });
}
