import { CANCEL_BELOW_STATUS, PAGE_SIZE } from '../../contract/limits.ts';
import { ORDER_STATUS, type OrderItem } from '../../contract/orders.ts';

/** The six words for an order's status (§4); unknown numbers are 'in process' (decision 25). */
export type OrderStage =
  | 'toBeProcessed'
  | 'toBeReviewed'
  | 'inProcess'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** §4 Order status. */
export function stageOf(status: number): OrderStage {
  switch (status) {
    case ORDER_STATUS.toBeProcessed:
      return 'toBeProcessed';
    case ORDER_STATUS.toBeReviewed:
      return 'toBeReviewed';
    case ORDER_STATUS.completed:
      return 'completed';
    case ORDER_STATUS.failed:
      return 'failed';
    case ORDER_STATUS.cancelled:
      return 'cancelled';
    default:
      return 'inProcess';
  }
}

/** §4: cancel is offered only while status is below 5. */
export function isCancellable(order: Pick<OrderItem, 'status'>): boolean {
  return order.status < CANCEL_BELOW_STATUS;
}

/** §7 Pagination: the total divided by 10, rounded up; an empty list has one page. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** §4: link download is a text file named after the order number plus _links.txt, a link a line. */
export function linksFileOf(order: Pick<OrderItem, 'orderNum' | 'downloadUrl'>): {
  name: string;
  text: string;
} {
  return { name: `${order.orderNum}_links.txt`, text: order.downloadUrl.map((link) => `${link}\n`).join('') };
}
