import { SUCCESS } from '../../contract/calls/envelope.ts';
import { accountAddress } from './accounts.queries.ts';
import { rememberClient } from './knownClients.queries.ts';
import { insertMailJob } from '../mail/mailQueue.ts';
import type { Deps, Handlers } from './handler.ts';
import { Refusal } from '../base/refusal.ts';
import { takeCode } from './codes.rules.ts';
import { countedAs, requesterOf } from './counted.rules.ts';
import { sendCode } from './codeSending.rules.ts';
import { takeUse } from './rateLimits.rules.ts';

/** §7 Accounts: a new password by email (decision 13). */
export function passwordResetHandlers(deps: Deps): Pick<Handlers, 'sendResetCode' | 'resetPassword'> {
  const { db, clock, codeSecret } = deps;
  return {
    async sendResetCode({ body }, context) {
      await sendCode(deps, 'resetCode', body.email, context);
      return { result: SUCCESS };
    },

    /** A client that reads the address's mail is its owner: log-in limits no longer apply to it. */
    async resetPassword({ body }, context) {
      const { language } = context;
      const now = clock.now();
      const email = await accountAddress(db.pool, body.email);
      const { by } = await countedAs(db.pool, email, context, now);
      await takeUse(db.pool, 'guessClient', JSON.stringify(['reset', by]), now);
      const right = await db.transaction(async (client) => {
        const requester = requesterOf(context.device);
        const guess = { purpose: 'reset', email, requester, code: body.vcode } as const;
        if (!(await takeCode(client, codeSecret, guess, now))) return false;
        await insertMailJob(client, { kind: 'newPassword', email, language }, now);
        await rememberClient(client, email, await context.keepDevice(), now);
        return true;
      });
      if (!right) throw new Refusal('codeWrong');
      return { result: SUCCESS };
    },
  };
}
