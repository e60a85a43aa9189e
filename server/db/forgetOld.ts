import type { Pool } from 'pg';
import { forgetOldKeys } from './orders/idempotency.ts';
import { forgetOldClients } from './accounts/knownClients.ts';
import { forgetOldUses } from './accounts/rateWindows.ts';
import { forgetOldSessions } from './accounts/sessions.ts';
import { forgetOldCodes } from './accounts/verifyCodes.ts';

/**
 * Forgets every row that has no meaning any more: ended sessions and codes, closed windows of limits, clients not
 * seen for long, keys that no retry comes for. Once an hour is often enough: nothing else relies on it.
 */
export async function forgetOld(pool: Pool, now: Date): Promise<void> {
  await forgetOldSessions(pool, now);
  await forgetOldCodes(pool, now);
  await forgetOldUses(pool, now);
  await forgetOldClients(pool, now);
  await forgetOldKeys(pool, now);
}
