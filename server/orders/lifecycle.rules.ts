import {
  isCancellable,
  ORDER_STATUS,
  orderStatusRow,
  type OrderStatus,
} from '../../contract/orders/orderStatus.ts';

/** The next status in the supplier's sequence; null if it is the last. */
export function nextStatus(status: OrderStatus): OrderStatus | null {
  return orderStatusRow(status).next;
}

export function isFinal(status: OrderStatus): boolean {
  return nextStatus(status) === null;
}

/** Whether an order may go from one status to another: to the next one, or to failed or cancelled. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  if (to === ORDER_STATUS.failed) return !isFinal(from);
  return to === ORDER_STATUS.cancelled ? isCancellable(from) : nextStatus(from) === to;
}
