import type { PoolClient } from 'pg';
import type { OrderCause } from '../../contract/orders/orderDetails.ts';
import type { Order } from '../db/orders/orders.ts';
import type { OrderStatus } from '../../contract/orders/orderStatus.ts';

/** Decision 25: fulfils orders. The order rows are its queue, so any number of processes may work on it. */
export interface Supplier {
  /** Whether its orders and deliveries are marked SIMULATED. */
  readonly simulated: boolean;
  /** When a new order's first step is due; null if its steps are triggered externally. */
  firstStepAt(now: Date): Date | null;
  /**
   * Takes every due step, each in its own transaction.
   * @returns the number of steps
   */
  tick(): Promise<number>;
  /**
   * Moves an order, whose row the transaction has locked, to an allowed next status; 7 delivers it.
   * @param options.cause for the history of an order that is failed or cancelled
   * @returns its new status: 8 if the delivery failed
   */
  move(
    client: PoolClient,
    order: Order,
    to: OrderStatus,
    options?: { hold?: boolean; cause?: OrderCause },
  ): Promise<OrderStatus>;
}
