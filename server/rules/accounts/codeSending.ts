import { normalEmail } from '../../db/accounts/accounts.ts';
import { insertMailJob } from '../../db/mail/mailJobs.ts';
import type { CallContext, Deps } from '../../http/handler.ts';
import { makeFirstDecoy } from './codes.ts';
import { takeCodePause, takeUse } from './rateLimits.ts';

/**
 * Has a verify code sent (§7, decision 12). Whether the address has an account is not looked at here: the same work is
 * done, and the same said, for every address (decision 14).
 * @throws Refusal 429 when the client or the address had too many, or one a moment ago
 */
export async function sendCode(
  { db, clock, codeSecret }: Pick<Deps, 'db' | 'clock' | 'codeSecret'>,
  kind: 'registerCode' | 'resetCode',
  typed: string,
  { client, language }: Pick<CallContext, 'client' | 'language'>,
): Promise<void> {
  const now = clock.now();
  const email = normalEmail(typed);
  await takeUse(db.pool, 'codeClient', client, now);
  await takeCodePause(db.pool, email, now);
  await takeUse(db.pool, 'codeAddress', email, now);
  const purpose = kind === 'registerCode' ? 'register' : 'reset';
  await makeFirstDecoy(db.pool, codeSecret, { purpose, email }, now);
  await insertMailJob(db.pool, { kind, email, language }, now);
}
