import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { ORDER_STATUS, orderStatusRow, type OrderStatus } from '../../contract/orders/orderStatus.ts';
import { insertDelivery } from './deliveries.queries.ts';

/** The id of a webhook message (Standard Webhooks: unique, the same in every try). */
export const newEventId = (): string => `msg_${randomBytes(18).toString('base64url')}`;

/** Ends that bring an order back to the top of the bell; one that the customer has cancelled is no news. */
const ENDED: readonly OrderStatus[] = [ORDER_STATUS.completed, ORDER_STATUS.failed];

/** Puts an order on top of the bell, unread. It is one item from its receipt on. Sandbox orders are apart. */
export async function noteOrder(
  client: PoolClient,
  { orderId, accountId, at }: { orderId: number; accountId: number; at: Date },
): Promise<void> {
  await client.query(
    `insert into news (account_id, kind, order_id, at) values ($1, 'order', $2, $3)
     on conflict (order_id) do update set at = excluded.at, read_at = null`,
    [accountId, orderId, at],
  );
}

/**
 * Queues what a change of an order's status notifies: the account's webhooks of orders, and the bell. In the transaction
 * that changes the status: each change is sent once it is committed, and only then (decision 231). Sandbox orders are apart.
 */
export async function announceOrder(
  client: PoolClient,
  orderId: number,
  status: OrderStatus,
  at: Date,
): Promise<void> {
  const { rows } = await client.query<{
    watchId: number | null;
    accountId: number;
    orderNum: string;
    orderName: string;
    kind: string;
  }>(
    `select w.id as "watchId", o.account_id as "accountId", o.order_num as "orderNum", o.order_name as "orderName", o.kind
     from orders o left join watches w
       on w.account_id = o.account_id and w.kind = 'orders' and w.webhook_url is not null and w.paused_at is null
     where o.id = $1 and not o.sandbox`,
    [orderId],
  );
  for (const { watchId, orderNum, orderName, kind } of rows) {
    if (watchId === null) continue;
    const data = { orderNum, orderName, kind, status, statusLabel: orderStatusRow(status).label };
    const body = JSON.stringify({ type: 'order.status', timestamp: at.toISOString(), data });
    const delivery = { watchId, channel: 'webhook', kind: 'order', scenes: 0 } as const;
    await insertDelivery(client, { ...delivery, eventId: newEventId(), body }, at);
  }
  const accountId = rows[0]?.accountId;
  if (accountId !== undefined && ENDED.includes(status)) await noteOrder(client, { orderId, accountId, at });
}
