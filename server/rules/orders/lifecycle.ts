import { CANCEL_BELOW_STATUS } from '../../../contract/limits.ts';
import { ORDER_STATUS } from '../../../contract/orders.ts';

export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS];

/**
 * §4 Order status: which status may follow which. The supplier's way is 1 → 3 → 4 → 5 → 6 → 7; failing is possible
 * before the end, cancelling below 5.
 */
const FOLLOWERS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  1: [3, 8, 9],
  3: [4, 8, 9],
  4: [5, 8, 9],
  5: [6, 8],
  6: [7, 8],
  7: [],
  8: [],
  9: [],
};

export function isOrderStatus(value: number): value is OrderStatus {
  return Object.values<number>(ORDER_STATUS).includes(value);
}

/** Whether an order may go from one status to another. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return FOLLOWERS[from].includes(to);
}

/** §4: cancel is offered only while status is below 5. */
export function canCancel(status: OrderStatus): boolean {
  return status < CANCEL_BELOW_STATUS && canMove(status, ORDER_STATUS.cancelled);
}

/** The next status on the supplier's way; null at its end. */
export function nextStatus(status: OrderStatus): OrderStatus | null {
  return FOLLOWERS[status].find((next) => next <= ORDER_STATUS.completed) ?? null;
}

/** Nothing follows. */
export function isFinal(status: OrderStatus): boolean {
  return FOLLOWERS[status].length === 0;
}
