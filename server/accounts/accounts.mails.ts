import type { MailWriter, MailWriters } from '../mail/mailLoop.ts';
import type { MailJobKind } from '../mail/mailQueue.ts';
import { accountByEmail } from './accounts.queries.ts';
import { makeCode, makeDecoy } from './codes.rules.ts';
import type { Deps } from './handler.ts';
import { giveOncePassword } from './oncePassword.rules.ts';

type AccountMail = Extract<
  MailJobKind,
  'registerCode' | 'resetCode' | 'newPassword' | 'registered' | 'approved' | 'rejected' | 'passwordChanged'
>;

/** The outcome of an audit; a later decision queues another mail. */
const outcome: MailWriter<'approved' | 'rejected'> = {
  decide: async (client, { kind, email }) =>
    (await accountByEmail(client, email))?.status === kind ? { kind } : null,
};

/**
 * The mails about an account, chosen by its current state. The API's caller can't tell whether the account exists
 * (decision 14): the call only queues the job, and an address without an account gets a decoy code, which is never sent.
 */
export function accountMails({ codeSecret }: Pick<Deps, 'codeSecret'>): Pick<MailWriters, AccountMail> {
  return {
    registerCode: {
      async decide(client, { kind, email, requester = null }, now) {
        const owner = { purpose: 'register', email, requester } as const;
        if (!(await accountByEmail(client, email)))
          return { kind, secret: await makeCode(client, codeSecret, owner, now) };
        await makeDecoy(client, codeSecret, owner, now);
        return { kind: 'accountExists' };
      },
    },
    resetCode: {
      async decide(client, { kind, email, requester = null }, now) {
        const owner = { purpose: 'reset', email, requester } as const;
        if (await accountByEmail(client, email))
          return { kind, secret: await makeCode(client, codeSecret, owner, now) };
        await makeDecoy(client, codeSecret, owner, now);
        return null;
      },
    },
    newPassword: {
      async decide(client, { kind, email }, now) {
        const account = await accountByEmail(client, email);
        return account && { kind, secret: await giveOncePassword(client, account.id, now) };
      },
    },
    registered: {
      async decide(client, { kind, email }) {
        const account = await accountByEmail(client, email);
        return account && { kind: account.status === 'awaiting' ? kind : 'accountExists' };
      },
    },
    approved: outcome,
    rejected: outcome,
    passwordChanged: {
      decide: async (client, { kind, email }) => (await accountByEmail(client, email)) && { kind },
    },
  };
}
