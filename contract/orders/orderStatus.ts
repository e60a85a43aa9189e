import { UNKNOWN } from '../calls/envelope.ts';
import { CANCEL_BELOW_STATUS } from '../limits.ts';

interface OrderStatusRow {
  /** The label of §4; the translated ones are in the catalogue under `orders.status`. */
  label: string;
  /** Colour and icon of the badge. */
  tone: 'neutral' | 'warn' | 'accent' | 'ok' | 'err';
  icon: 'clock' | 'eye' | 'ring' | 'tick' | 'triangle' | 'crossed' | 'none';
  /** The next status in the supplier's sequence; null if it is the last. */
  next: number | null;
}

/**
 * §4 Order status, by number. The supplier's sequence is 1 → 3 → 4 → 5 → 6 → 7. An order can fail at any
 * step, and be cancelled while its status is below 5.
 */
const STATUSES = {
  1: { label: 'to be processed', tone: 'neutral', icon: 'clock', next: 3 },
  3: { label: 'to be reviewed', tone: 'warn', icon: 'eye', next: 4 },
  4: { label: 'in process', tone: 'accent', icon: 'ring', next: 5 },
  5: { label: 'in process', tone: 'accent', icon: 'ring', next: 6 },
  6: { label: 'in process', tone: 'accent', icon: 'ring', next: 7 },
  7: { label: 'completed', tone: 'ok', icon: 'tick', next: null },
  8: { label: 'failed', tone: 'err', icon: 'triangle', next: null },
  9: { label: 'cancelled', tone: 'err', icon: 'crossed', next: null },
} as const satisfies Record<number, OrderStatusRow>;

export type OrderStatus = keyof typeof STATUSES;

/** The statuses that code refers to by name. */
export const ORDER_STATUS = {
  toBeProcessed: 1,
  inDelivery: 6,
  completed: 7,
  failed: 8,
  cancelled: 9,
} as const;

/** Every status, in ascending order. */
export const ORDER_STATUSES = Object.keys(STATUSES).map(Number) as OrderStatus[];

export function isOrderStatus(status: number): status is OrderStatus {
  return Object.hasOwn(STATUSES, status);
}

/** The row of an order whose status is not known. */
const NO_STATUS = { label: UNKNOWN, tone: 'neutral', icon: 'none', next: null } as const;

/** The row of a status. Unknown numbers are shown as 'in process' (decision 25). */
export function orderStatusRow(status: number | null): OrderStatusRow & { next: OrderStatus | null } {
  if (status === null) return NO_STATUS;
  return STATUSES[isOrderStatus(status) ? status : 4];
}

/** §4: cancel is offered only while status is below 5. A back end may not name it. */
export function isCancellable(status: number | null): boolean {
  return status !== null && status < CANCEL_BELOW_STATUS;
}
