import { isOrderStatus } from '../../../../contract/orders/orderStatus.ts';
import type { OrderItem } from '../../../../contract/orders/orders.ts';

/** The catalogue key of a status; unknown numbers are 'in process' (decision 25). */
export function statusKeyOf(status: number): string {
  return `orders.status.${isOrderStatus(status) ? status : 'other'}`;
}

/** §4: link download is a text file named after the order number plus _links.txt; one link per line. */
export function linksFileOf(
  orderNum: string,
  files: readonly { url: string }[],
): { name: string; text: string } {
  return { name: `${orderNum}_links.txt`, text: files.map(({ url }) => `${url}\n`).join('') };
}

/** The orders whose status differs from when they were last shown; new orders don't count. */
export function movedOrders(before: readonly OrderItem[], after: readonly OrderItem[]): OrderItem[] {
  const known = new Map(before.map((order) => [order.orderNum, order.status]));
  return after.filter((order) => known.has(order.orderNum) && known.get(order.orderNum) !== order.status);
}
