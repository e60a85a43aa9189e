import { accountAddress } from './accounts.queries.ts';
import { insertMailJob } from '../mail/mailQueue.ts';
import type { CallContext, Deps } from './handler.ts';
import { makeFirstDecoy } from './codes.rules.ts';
import { countedAs, requesterOf } from './counted.rules.ts';
import { takeCodePause, takeUse } from './rateLimits.rules.ts';

/**
 * Queues a verify code (§7, decision 12). It doesn't check whether the address has an account: the same work is
 * done, with the same reply, for every address (decision 14).
 * @throws Refusal 429 if the client or the address had too many, or one too recently
 */
export async function sendCode(
  { db, clock, codeSecret }: Pick<Deps, 'db' | 'clock' | 'codeSecret'>,
  kind: 'registerCode' | 'resetCode',
  typed: string,
  context: CallContext,
): Promise<void> {
  const now = clock.now();
  const email = await accountAddress(db.pool, typed);
  const { by, known } = await countedAs(db.pool, email, context, now);
  const address = JSON.stringify([kind, email, ...(known ? [by] : [])]);
  await takeUse(db.pool, 'codeClient', JSON.stringify([kind, by]), now);
  await takeCodePause(db.pool, address, now);
  await takeUse(db.pool, 'codeAddress', address, now);
  const requester = requesterOf(await context.keepDevice());
  const purpose = kind === 'registerCode' ? 'register' : 'reset';
  await makeFirstDecoy(db.pool, codeSecret, { purpose, email, requester }, now);
  await insertMailJob(db.pool, { kind, email, language: context.language, requester }, now);
}
