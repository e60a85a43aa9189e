import type { PoolClient } from 'pg';
import type { Order } from '../db/orders/orders.ts';
import type { OrderStatus } from '../../contract/orderStatus.ts';

/** Decision 25: who fulfils orders. The rows of the orders are its queue, so any number of processes may work on it. */
export interface Supplier {
  /** Orders and deliveries of this supplier are marked so. */
  readonly simulated: boolean;
  /** When a new order's first step is due; null when its steps come from outside. */
  firstStepAt(now: Date): Date | null;
  /**
   * Takes every step that is due now, each in a transaction of its own.
   * @returns how many were taken
   */
  tick(): Promise<number>;
  /**
   * Moves an order whose row the transaction holds to a status that may follow its own; to 7 means to deliver.
   * @returns the status it has now: 8 when the delivery failed
   */
  move(client: PoolClient, order: Order, to: OrderStatus, options?: { hold?: boolean }): Promise<OrderStatus>;
}
