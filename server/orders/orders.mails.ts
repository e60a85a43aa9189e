import type { Pool, PoolClient } from 'pg';
import type { ProductLevel } from '../../contract/limits.ts';
import { dollarsOf } from '../../contract/orders/money.ts';
import { ORDER_STATUS, type OrderStatus } from '../../contract/orders/orderStatus.ts';
import { levelFactor, printedDecimals, type Quote } from '../../contract/orders/price.ts';
import type { Language } from '../../contract/languages.ts';
import type { OrderInMail } from '../mail/mailOf.ts';
import type { MailWriter, MailWriters } from '../mail/mailLoop.ts';
import { makingSeconds } from './deliveryTime.ts';
import { insertMailJob } from '../mail/mailQueue.ts';
import type { Order } from './orders.queries.ts';

/** The emails about an order, by its new status. */
const KINDS: Partial<Record<OrderStatus, 'orderReceived' | 'orderCompleted' | 'orderFailed'>> = {
  [ORDER_STATUS.toBeProcessed]: 'orderReceived',
  [ORDER_STATUS.completed]: 'orderCompleted',
  [ORDER_STATUS.failed]: 'orderFailed',
};

/** Queues the email about an order that was received, completed or failed, in the transaction that makes it so. */
export async function insertOrderMail(
  client: PoolClient,
  order: Pick<Order, 'accountId' | 'orderNum'>,
  status: OrderStatus,
  now: Date,
): Promise<void> {
  const kind = KINDS[status];
  if (kind === undefined) return;
  const { rows } = await client.query<{ email: string; language: Language }>(
    'select email, language from accounts where id = $1',
    [order.accountId],
  );
  const owner = rows[0];
  if (owner) await insertMailJob(client, { kind, ...owner, orderNum: order.orderNum }, now);
}

/** Cents as '$1,234.50'. */
const moneyText = (cents: number): string =>
  `$${dollarsOf(cents).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

/** A line of a price for an email: '1. SV2_…: $16.00 × 1.00 × 25.00 km² × 0.95 = $380.00'. */
function lineInMail(
  line: Quote & { productId?: string; finalPrice: number },
  at: number,
  level: ProductLevel,
): string {
  const printed = (name: keyof Quote) => line[name].toFixed(printedDecimals(name, line[name]));
  const factors = [
    `$${printed('unitPrice')}`,
    levelFactor(level).toFixed(2),
    `${printed('valuationArea')} km²`,
    printed('discount'),
  ];
  const name = line.productId === undefined ? '' : `${at + 1}. ${line.productId}: `;
  return `${name}${factors.join(' × ')} = ${moneyText(line.finalPrice)}`;
}

/** The order that an email is about. @returns null if it does not belong to the address */
async function orderInMail(
  db: Pool | PoolClient,
  email: string,
  orderNum: string,
): Promise<OrderInMail | null> {
  const { rows } = await db.query<
    Pick<Order, 'id' | 'orderNum' | 'orderName' | 'form' | 'price' | 'kind' | 'pixels'>
  >(
    `select o.id, o.pixels::float8 as pixels, o.order_num as "orderNum", o.order_name as "orderName", o.kind, o.form, o.price
     from orders o join accounts a on a.id = o.account_id where o.order_num = $1 and a.email = $2`,
    [orderNum, email],
  );
  const [order] = rows;
  if (order === undefined) return null;
  const { price, form, kind } = order;
  const discount = price.discount ?? 1;
  const lines =
    kind === 'archive'
      ? (price.lines ?? []).map((line) => ({ ...line, discount }))
      : [{ ...price, unitPrice: price.unitPrice ?? 0, valuationArea: price.valuationArea ?? 0, discount }];
  return {
    num: order.orderNum,
    name: order.orderName,
    price: moneyText(price.finalPrice),
    lines: lines.map((line, at) => lineInMail(line, at, form.productLevel)),
    makingSeconds: await makingSeconds(db, { id: order.id, pixels: order.pixels ?? 0 }),
    windowEnd: 'taskingWindowEnd' in form ? form.taskingWindowEnd : null,
  };
}

const aboutOrder: MailWriter<'orderReceived' | 'orderCompleted' | 'orderFailed'> = {
  async decide(client, { kind, email, orderNum }) {
    const order = await orderInMail(client, email, orderNum ?? '');
    return order && { kind, order };
  },
};

export const orderMails: Pick<MailWriters, 'orderReceived' | 'orderCompleted' | 'orderFailed'> = {
  orderReceived: aboutOrder,
  orderCompleted: aboutOrder,
  orderFailed: aboutOrder,
};
