import type { PoolClient } from 'pg';
import type { OrderCause } from '../../../contract/orders/orderDetails.ts';
import { ORDER_STATUS, type OrderStatus } from '../../../contract/orders/orderStatus.ts';
import { insertOrderMail } from '../../orders/orders.mails.ts';
import { forgetFiles, takeDueOrder, withDelivery, withDueDelivery } from '../../orders/orderSteps.queries.ts';
import { writeStatus, type Order } from '../../orders/orders.queries.ts';
import { insertPayment } from '../../orders/payments.ts';
import { isFinal, nextStatus } from '../../orders/lifecycle.rules.ts';
import { supplierOf, taskableSatellites } from '../archive/constellation.ts';
import { imageOf } from './deliverScene.ts';
import { deliverStep, type DeliveryDeps } from './deliverySteps.ts';
import type { Supplier } from '../../orders/supplier.ts';

export interface SimulatedSupplierDeps extends Omit<DeliveryDeps, 'end'> {
  /** Seconds between two steps of an order. */
  stepSeconds: number;
}

/** Repeats a piece of work while it finds something to do. @returns how often it did */
async function repeat(work: () => Promise<boolean>, ended?: AbortSignal): Promise<number> {
  for (let done = 0; ; done++) if (ended?.aborted || !(await work())) return done;
}

/**
 * The embedded supplier (decision 25): moves orders through 1 → 3 → 4 → 5 → 6 → 7 on the given clock and delivers files
 * marked SIMULATED; tasking orders whose window has no clear pass end in 8. All state is in the database: after a crash
 * an order continues from its last finished step, and a delivery from its last finished scene (decision 177).
 */
export function simulatedSupplier(deps: SimulatedSupplierDeps): Supplier {
  const { db, clock, log, stepSeconds } = deps;
  const stepAfter = (time: Date) => new Date(time.getTime() + stepSeconds * 1000);

  /** Writes a status with what follows from it, at the same instant. */
  async function write(
    client: PoolClient,
    order: Order,
    to: { status: OrderStatus; cause: OrderCause | null; hold?: boolean },
  ): Promise<void> {
    const { status, cause } = to;
    const at = clock.now();
    const nextStepAt = isFinal(status) || to.hold ? null : stepAfter(at);
    await writeStatus(client, order.id, { status, at, nextStepAt, cause });
    if (status === ORDER_STATUS.failed) await forgetFiles(client, order.id);
    const { id: orderId, accountId, finalPriceCents: costCents } = order;
    // a sandbox order is never billed, and a program placed it: its mail would have no reader
    if (!order.sandbox) {
      if (status === ORDER_STATUS.completed)
        await insertPayment(client, { orderId, accountId, costCents, at });
      await insertOrderMail(client, order, status, at);
    }
    log.info('order moved', { order: order.orderNum, from: order.status, to: status });
  }

  const delivery: DeliveryDeps = {
    ...deps,
    end: (client, order, status, cause) => write(client, order, { status, cause }),
  };
  const move: Supplier['move'] = async (client, order, status, { hold = false, cause = null } = {}) => {
    const isEnded = status === ORDER_STATUS.failed || status === ORDER_STATUS.cancelled;
    await write(client, order, { status, hold, cause: isEnded ? cause : null });
  };
  const moveNext = () =>
    db.transaction(async (client) => {
      const order = await takeDueOrder(client, clock.now());
      const next = order && nextStatus(order.status);
      if (order && next && next !== ORDER_STATUS.completed) await move(client, order, next);
      return order !== null && next !== null;
    });
  const deliverNext = () =>
    withDueDelivery(db.pool, clock.now(), async (order) => {
      await deliverStep(order, delivery);
    });

  return {
    simulated: true,
    nameOf: supplierOf,
    canTask: (source, resolution) => taskableSatellites(source, resolution).length > 0,
    imageOf: (scene, clip) => imageOf(scene, clip, deps.pixelsMax),
    firstStepAt: stepAfter,
    lanes: {
      steps: (ended) => repeat(moveNext, ended),
      deliveries: (ended) => repeat(deliverNext, ended),
    },
    move,
    async deliver(order) {
      await withDelivery(db.pool, order.id, (held) => deliverStep(held, delivery));
      const { rows } = await db.pool.query<{ status: OrderStatus }>(
        'select status from orders where id = $1',
        [order.id],
      );
      return rows[0]?.status ?? order.status;
    },
  };
}
