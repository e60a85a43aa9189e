import { isOrderStatus } from '../../../../contract/orderStatus.ts';
import type { OrderItem } from '../../../../contract/orders.ts';

/** The catalogue key of a status; unknown numbers are 'in process' (decision 25). */
export function statusKeyOf(status: number): string {
  return `orders.status.${isOrderStatus(status) ? status : 'other'}`;
}

/** §4: link download is a text file named after the order number plus _links.txt; one link per line. */
export function linksFileOf(order: Pick<OrderItem, 'orderNum' | 'downloadUrl'>): {
  name: string;
  text: string;
} {
  return { name: `${order.orderNum}_links.txt`, text: order.downloadUrl.map((link) => `${link}\n`).join('') };
}

/** The name of a delivered file: the last part of its link, or the whole link if that is empty. */
export function linkNameOf(link: string): string {
  const last =
    link
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last) || link;
  } catch {
    // invalid percent-encoding
    return last;
  }
}

/** The unfolded orders after one more was folded or unfolded, the latest last. */
export function toggled(opened: readonly string[], orderNum: string): string[] {
  const others = opened.filter((one) => one !== orderNum);
  return others.length < opened.length ? others : [...others, orderNum];
}

/** The orders whose status differs from when they were last shown; new orders don't count. */
export function movedOrders(before: readonly OrderItem[], after: readonly OrderItem[]): OrderItem[] {
  const known = new Map(before.map((order) => [order.orderNum, order.status]));
  return after.filter((order) => known.has(order.orderNum) && known.get(order.orderNum) !== order.status);
}
