import type { Pool, PoolClient } from 'pg';
import { ORDER_STATUS, type OrderStatus } from '../../contract/orders/orderStatus.ts';
import type { Language } from '../../contract/languages.ts';
import type { MailWriter, MailWriters } from '../mail/mailLoop.ts';
import { insertMailJob } from '../mail/mailQueue.ts';
import type { Order } from './orders.queries.ts';

/** Queues the email about a completed or failed order, in the transaction that changes its status. */
export async function insertOrderMail(
  client: PoolClient,
  order: Pick<Order, 'accountId' | 'orderNum'>,
  status: OrderStatus,
  now: Date,
): Promise<void> {
  if (status !== ORDER_STATUS.completed && status !== ORDER_STATUS.failed) return;
  const kind = status === ORDER_STATUS.completed ? 'orderCompleted' : 'orderFailed';
  const { rows } = await client.query<{ email: string; language: Language }>(
    'select email, language from accounts where id = $1',
    [order.accountId],
  );
  const owner = rows[0];
  if (owner) await insertMailJob(client, { kind, ...owner, orderNum: order.orderNum }, now);
}

/** The order that an email is about. @returns null if it does not belong to the address */
async function orderInMail(
  db: Pool | PoolClient,
  email: string,
  orderNum: string,
): Promise<{ num: string; name: string } | null> {
  const { rows } = await db.query<{ num: string; name: string }>(
    `select o.order_num as num, o.order_name as name from orders o join accounts a on a.id = o.account_id
     where o.order_num = $1 and a.email = $2`,
    [orderNum, email],
  );
  return rows[0] ?? null;
}

const aboutOrder: MailWriter<'orderCompleted' | 'orderFailed'> = {
  async decide(client, { kind, email, orderNum }) {
    const order = await orderInMail(client, email, orderNum ?? '');
    return order && { kind, order };
  },
};

export const orderMails: Pick<MailWriters, 'orderCompleted' | 'orderFailed'> = {
  orderCompleted: aboutOrder,
  orderFailed: aboutOrder,
};
