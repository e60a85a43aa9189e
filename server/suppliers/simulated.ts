import type { PoolClient } from 'pg';
import { ORDER_STATUS } from '../../contract/orders/orderStatus.ts';
import type { TaskingForm } from '../../contract/orders/orders.ts';
import type { Aoi } from '../../src/geo/aoi.ts';
import { areaOfWkt } from '../areas/areas.ts';
import { acquisitionsOf, NoClearPass } from '../catalogue/simulated/acquisition.ts';
import type { DeliveredOrder } from '../deliveries/delivery.ts';
import type { Clock } from '../process/clock.ts';
import type { OrderCause } from '../../contract/orders/orderDetails.ts';
import { insertOrderScenes } from '../db/orders/orderContents.ts';
import { insertOrderFile, type DeliveredFile } from '../db/orders/orderFiles.ts';
import { insertOrderMail } from '../db/orders/orderMails.ts';
import { takeDueOrder, writeProducts, writeStatus } from '../db/orders/orders.ts';
import type { Order } from '../db/orders/orders.ts';
import { isDatabaseLost } from '../db/connection/lost.ts';
import { insertPayment } from '../db/orders/payments.ts';
import type { Database } from '../db/connection/open.ts';
import { scenesByProductIds } from '../db/search/scenes.ts';
import type { FullScene } from '../db/search/scenes.ts';
import { DELIVERIES } from '../routes/orders/delivery.ts';
import type { FileStore } from '../files.ts';
import type { Log } from '../process/log.ts';
import { isFinal, nextStatus } from '../rules/orders/lifecycle.ts';
import type { OrderStatus } from '../../contract/orders/orderStatus.ts';
import type { Supplier } from './supplier.ts';

/** Builds the zip of one scene in the file store. Idempotent. */
export type DeliverScene = (delivery: {
  scene: FullScene;
  aoi: Aoi;
  order: DeliveredOrder;
  files: FileStore;
}) => Promise<{ fileName: string }>;

export interface SimulatedSupplierDeps {
  db: Database;
  clock: Clock;
  files: FileStore;
  log: Log;
  /** Seconds between two steps of an order. */
  stepSeconds: number;
  deliverScene: DeliverScene;
}

/** A scene of the order has left the archive. */
class SceneMissing extends Error {}

/**
 * The scenes of an order: the requested ones, or new ones for a tasking order.
 * @throws NoClearPass or SceneMissing if there are none
 */
async function scenesOf(order: Order, aoi: Aoi, { db }: SimulatedSupplierDeps): Promise<FullScene[]> {
  const { orderNum } = order;
  // the kind decides the type of the form
  if (order.kind === 'tasking') return acquisitionsOf({ orderNum, aoi, form: order.form as TaskingForm });
  const scenes = await scenesByProductIds(db, order.productIds);
  if (scenes.length !== order.productIds.length)
    throw new SceneMissing('a scene of the order is not in the archive');
  return scenes;
}

/** Makes the files of an order, one zip per scene. @throws Error if a scene is missing or its file can't be made */
async function deliver(
  order: Order,
  deps: SimulatedSupplierDeps,
): Promise<{ scene: FullScene; file: DeliveredFile }[]> {
  const aoi = await areaOfWkt(order.aoiWkt);
  const { files } = deps;
  const delivered: { scene: FullScene; file: DeliveredFile }[] = [];
  for (const scene of await scenesOf(order, aoi, deps)) {
    const details = { ...order.form, orderNum: order.orderNum };
    const { fileName } = await deps.deliverScene({ scene, aoi, order: details, files });
    const checked = await files.checksumOf(DELIVERIES, order.orderNum, fileName);
    if (checked === null) throw new Error(`${fileName} was not written`);
    delivered.push({ scene, file: { productId: scene.facts.productId, fileName, ...checked } });
  }
  return delivered;
}

function causeOf(error: unknown): OrderCause {
  if (error instanceof NoClearPass) return 'noClearPass';
  return error instanceof SceneMissing ? 'sceneMissing' : 'deliveryFailed';
}

/** Delivers an order and records its files and, for tasking, the acquired scenes. */
async function complete(client: PoolClient, order: Order, deps: SimulatedSupplierDeps): Promise<void> {
  const delivered = await deliver(order, deps);
  for (const { file } of delivered) await insertOrderFile(client, order.id, file);
  if (order.kind !== 'tasking') return;
  const scenes = delivered.map(({ scene }) => scene);
  await writeProducts(
    client,
    order.id,
    scenes.map((scene) => scene.facts.productId),
  );
  await insertOrderScenes(client, order.id, scenes);
}

/** How a failed delivery is logged: no clear pass is expected (weather); anything else is an error. */
function logFailure(log: Log, order: Order, error: unknown): void {
  const facts = { order: order.orderNum, cause: String(error) };
  if (error instanceof NoClearPass) log.info('an order found no clear pass', facts);
  else log.error('delivery failed', facts);
}

/**
 * The embedded supplier (decision 25): moves orders through 1 → 3 → 4 → 5 → 6 → 7 on the given clock and delivers files
 * marked SIMULATED; tasking orders whose window has no clear pass end in 8. All state is in the database: after a crash
 * an order continues from its last finished step.
 */
export function simulatedSupplier(deps: SimulatedSupplierDeps): Supplier {
  const { db, clock, log, stepSeconds } = deps;
  const stepAfter = (time: Date) => new Date(time.getTime() + stepSeconds * 1000);

  const move: Supplier['move'] = async (client, order, target, options = {}) => {
    let status: OrderStatus = target;
    const isEnded = target === ORDER_STATUS.failed || target === ORDER_STATUS.cancelled;
    let cause = isEnded ? (options.cause ?? null) : null;
    if (status === ORDER_STATUS.completed)
      try {
        await complete(client, order, deps);
      } catch (error) {
        // the step is rolled back, and taken again
        if (isDatabaseLost(error)) throw error;
        logFailure(log, order, error);
        status = ORDER_STATUS.failed;
        cause = causeOf(error);
      }
    const at = clock.now();
    const nextStepAt = isFinal(status) || options.hold ? null : stepAfter(at);
    await writeStatus(client, order.id, { status, at, nextStepAt, cause });
    if (status === ORDER_STATUS.completed)
      await insertPayment(client, {
        orderId: order.id,
        accountId: order.accountId,
        costCents: order.finalPriceCents,
        at,
      });
    await insertOrderMail(client, order, status, at);
    log.info('order moved', { order: order.orderNum, from: order.status, to: status });
    return status;
  };

  return {
    simulated: true,
    firstStepAt: stepAfter,
    move,
    async tick() {
      for (let steps = 0; ; steps++) {
        const found = await db.transaction(async (client) => {
          const order = await takeDueOrder(client, clock.now());
          const next = order && nextStatus(order.status);
          if (order && next) await move(client, order, next);
          return order !== null && next !== null;
        });
        if (!found) return steps;
      }
    },
  };
}
