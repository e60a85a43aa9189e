import { isOrderStatus } from '../../../../contract/orderStatus.ts';
import type { OrderItem } from '../../../../contract/orders.ts';

/** The catalogue key of a status; unknown numbers are 'in process' (decision 25). */
export function statusKeyOf(status: number): string {
  return `orders.status.${isOrderStatus(status) ? status : 'other'}`;
}

/** §4: link download is a text file named after the order number plus _links.txt, a link a line. */
export function linksFileOf(order: Pick<OrderItem, 'orderNum' | 'downloadUrl'>): {
  name: string;
  text: string;
} {
  return { name: `${order.orderNum}_links.txt`, text: order.downloadUrl.map((link) => `${link}\n`).join('') };
}

/** The name of a delivered file, from the end of its link; the whole link where it has none. */
export function linkNameOf(link: string): string {
  const last =
    link
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last) || link;
  } catch {
    // a % that encodes nothing
    return last;
  }
}

/** Which orders are unfolded when one more is folded or unfolded; the latest last. */
export function toggled(opened: readonly string[], orderNum: string): string[] {
  const others = opened.filter((one) => one !== orderNum);
  return others.length < opened.length ? others : [...others, orderNum];
}

/** The orders whose status is another one than when they were last shown; orders not shown before don't count. */
export function movedOrders(before: readonly OrderItem[], after: readonly OrderItem[]): OrderItem[] {
  const known = new Map(before.map((order) => [order.orderNum, order.status]));
  return after.filter((order) => known.has(order.orderNum) && known.get(order.orderNum) !== order.status);
}
