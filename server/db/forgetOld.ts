import type { Pool } from 'pg';
import { forgetOldKeyCalls } from './accounts/apiKeys.ts';
import { forgetOldKeys } from './orders/idempotency.ts';
import { forgetOldClients } from './accounts/knownClients.ts';
import { forgetOldUses } from './accounts/rateWindows.ts';
import { forgetOldSessions } from './accounts/sessions.ts';
import { forgetOldNews } from './watches/news.ts';
import { forgetOldCodes } from './accounts/verifyCodes.ts';

/**
 * Deletes obsolete rows: ended sessions and codes, closed rate windows, clients not seen for long, and keys
 * closed long ago. Nothing else relies on it, so once an hour is enough.
 */
export async function forgetOld(pool: Pool, now: Date): Promise<void> {
  await forgetOldSessions(pool, now);
  await forgetOldCodes(pool, now);
  await forgetOldUses(pool, now);
  await forgetOldClients(pool, now);
  await forgetOldKeys(pool, now);
  await forgetOldKeyCalls(pool, now);
  await forgetOldNews(pool, now);
}
