import type { PoolClient } from 'pg';
import { accountByEmail } from '../db/accounts/accounts.ts';
import type { MailJob } from '../db/mail/mailJobs.ts';
import { orderInLetter } from '../db/orders/orderMails.ts';
import { makeCode, makeDecoy } from '../rules/accounts/codes.ts';
import { giveOncePassword } from '../rules/accounts/oncePassword.ts';
import type { LetterKind } from './mailTexts.ts';

/** Which letter is written, and what is secret in it. */
export interface Decided {
  kind: LetterKind;
  secret?: string;
  /** The order, in the letters about one. */
  order?: { num: string; name: string };
}

/**
 * Looks at the account now, makes the code or the password now, and says which letter goes out. Whoever asked can't
 * tell what was found (decision 14): the call only left the job, and an address that gets no code has one all the same
 * that nobody knows.
 * @param client in the transaction in which the letter is sent
 * @returns null when no letter goes out
 */
export async function decide(
  client: PoolClient,
  job: MailJob,
  codeSecret: string,
  now: Date,
): Promise<Decided | null> {
  const { kind, email } = job;
  const account = await accountByEmail(client, email);
  switch (kind) {
    case 'registerCode': {
      const owner = { purpose: 'register', email } as const;
      if (!account) return { kind, secret: await makeCode(client, codeSecret, owner, now) };
      await makeDecoy(client, codeSecret, owner, now);
      return { kind: 'accountExists' };
    }
    case 'resetCode': {
      const owner = { purpose: 'reset', email } as const;
      if (account) return { kind, secret: await makeCode(client, codeSecret, owner, now) };
      await makeDecoy(client, codeSecret, owner, now);
      return null;
    }
    case 'newPassword':
      return account && { kind, secret: await giveOncePassword(client, account.id, now) };
    case 'registered':
      return account && { kind: account.status === 'awaiting' ? kind : 'accountExists' };
    case 'approved':
    case 'rejected':
      // the audit may have been decided anew meanwhile: then another letter is on its way
      return account?.status === kind ? { kind } : null;
    case 'passwordChanged':
      return account && { kind };
    case 'orderCompleted':
    case 'orderFailed': {
      const order = await orderInLetter(client, email, job.orderNum ?? '');
      return order && { kind, order };
    }
  }
}
