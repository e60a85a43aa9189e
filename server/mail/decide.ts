import type { PoolClient } from 'pg';
import { accountByEmail } from '../accounts/accounts.queries.ts';
import type { MailJob } from './mailQueue.ts';
import { mailDelivery } from '../watches/deliveries.queries.ts';
import { orderInMail } from '../orders/orders.mails.ts';
import { makeCode, makeDecoy } from '../accounts/codes.rules.ts';
import { unsubscribePath } from '../watches/unsubscribe.routes.ts';
import { giveOncePassword } from '../accounts/oncePassword.rules.ts';
import type { SceneFacts } from '../search/scenes.ts';
import type { MailKind } from './mailOf.ts';

/** What a watch has found. */
export interface FoundInMail {
  watch: string;
  count: number;
  /** The newest scenes. */
  scenes: readonly SceneFacts[];
  /** The path of the link that ends these mails. */
  unsubscribe: string;
  /** The same in every try. */
  eventId: string;
}

/** The kind of mail to write, and its secret. */
export interface Decided {
  kind: MailKind;
  secret?: string;
  /** The order, in mails about orders. */
  order?: { num: string; name: string };
  /** In mails of a watch. */
  found?: FoundInMail;
}

/**
 * Chooses the mail for a job by the account's current state, and makes its code or password. The API's caller
 * can't tell whether the account exists (decision 14): the call only queues the job, and an address without
 * an account gets a decoy code, which is never sent.
 * @param client in the transaction in which the mail is sent
 * @returns null if no mail is sent
 */
export async function decide(
  client: PoolClient,
  job: MailJob,
  codeSecret: string,
  now: Date,
): Promise<Decided | null> {
  const { kind, email, requester = null } = job;
  const account = await accountByEmail(client, email);
  switch (kind) {
    case 'registerCode': {
      const owner = { purpose: 'register', email, requester } as const;
      if (!account) return { kind, secret: await makeCode(client, codeSecret, owner, now) };
      await makeDecoy(client, codeSecret, owner, now);
      return { kind: 'accountExists' };
    }
    case 'resetCode': {
      const owner = { purpose: 'reset', email, requester } as const;
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
      // a later decision on the audit queues another mail
      return account?.status === kind ? { kind } : null;
    case 'passwordChanged':
      return account && { kind };
    case 'orderCompleted':
    case 'orderFailed': {
      const order = await orderInMail(client, email, job.orderNum ?? '');
      return order && { kind, order };
    }
    case 'watchScenes': {
      const found =
        account?.status === 'approved' ? await mailDelivery(client, job.watchDeliveryId ?? 0) : null;
      if (!found) return null;
      const { watchId, name: watch, scenes: count, mailKey, eventId, body } = found;
      const unsubscribe = unsubscribePath(watchId, mailKey);
      // only the collection of finds writes this data
      return {
        kind,
        found: { watch, count, scenes: JSON.parse(body) as SceneFacts[], unsubscribe, eventId },
      };
    }
  }
}
