import type { PoolClient } from 'pg';
import { accountByEmail } from '../accounts/accounts.queries.ts';
import type { MailWriters } from '../mail/mailLoop.ts';
import type { FoundInMail } from '../mail/mailOf.ts';
import { mailDelivery, recordTry } from './deliveries.queries.ts';
import { unsubscribePath } from './unsubscribe.routes.ts';

async function foundIn(client: PoolClient, deliveryId: number): Promise<FoundInMail | null> {
  const delivery = await mailDelivery(client, deliveryId);
  if (!delivery) return null;
  const { watchId, name: watch, scenes: count, mailKey, eventId, body } = delivery;
  const unsubscribe = unsubscribePath(watchId, mailKey);
  // only the collection of finds writes this data
  return { watch, count, scenes: JSON.parse(body) as FoundInMail['scenes'], unsubscribe, eventId };
}

/** The mails of watches. Their outcome is part of the log of deliveries. */
export const watchMails: Pick<MailWriters, 'watchScenes'> = {
  watchScenes: {
    async decide(client, { kind, email, watchDeliveryId }) {
      const account = await accountByEmail(client, email);
      const found = account?.status === 'approved' ? await foundIn(client, watchDeliveryId ?? 0) : null;
      return found && { kind, found };
    },
    async note(client, { watchDeliveryId }, outcome) {
      if (watchDeliveryId === undefined || watchDeliveryId === null) return;
      await recordTry(client, watchDeliveryId, { status: null, cause: null, ...outcome });
    },
  },
};
