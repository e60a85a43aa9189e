import { readdir, rm } from 'node:fs/promises';
import { DatabaseError, type PoolClient } from 'pg';
import type { OrderCause } from '../../../contract/orders/orderDetails.ts';
import { ORDER_STATUS } from '../../../contract/orders/orderStatus.ts';
import type { TaskingForm } from '../../../contract/orders/orders.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import { areaOfWkt } from '../../base/areas/areas.ts';
import { acquisitionsOf, NoClearPass } from '../archive/acquisition.ts';
import { isDatabaseLost, isDiskFull, roomMessage, roomRetryAt } from '../../base/failures.ts';
import { notePace } from '../../orders/deliveryTime.ts';
import { insertOrderScenes } from '../../orders/orderContents.queries.ts';
import { insertOrderFile, madeFiles, type DeliveredFile } from '../../orders/orderFiles.queries.ts';
import {
  continueDelivery,
  lockDelivery,
  postponeDelivery,
  type OrderToDeliver,
} from '../../orders/orderSteps.queries.ts';
import { writeProducts, type Order } from '../../orders/orders.queries.ts';
import { scenesByProductIds, type FullScene } from '../../search/scenes.ts';
import type { DeliveredName, Delivery } from './deliverScene.ts';
import { makeReceipt, type ReceiptDeps } from '../../orders/orderReceipt.ts';
import type { FileStore } from '../../base/files/fileStore.ts';
import type { Log } from '../../base/log.ts';
import { DELIVERIES } from '../../orders/delivery.routes.ts';

/** Makes the files of one scene in the file store. Idempotent. */
export type DeliverScene = (delivery: Delivery) => Promise<readonly DeliveredName[]>;

export interface DeliveryDeps extends ReceiptDeps {
  log: Log;
  deliverScene: DeliverScene;
  /** The most pixels of a simulated image. */
  pixelsMax: number;
  /** Records the end of an order, whose row the transaction has locked. */
  end: (
    client: PoolClient,
    order: Order,
    status: typeof ORDER_STATUS.completed | typeof ORDER_STATUS.failed,
    cause: OrderCause | null,
  ) => Promise<void>;
}

/** A scene of the order has left the archive. */
class SceneMissing extends Error {}

interface NextScene {
  /** Null if every file is made. */
  scene: FullScene | null;
  isLast: boolean;
  /** The acquired products of a tasking order. */
  acquired: string[] | null;
}

/**
 * The first scene of an order without a file: a requested one, or an acquired one of a tasking order.
 * @throws NoClearPass or SceneMissing if there is none
 */
async function nextScene(order: Order, aoi: Aoi, { db }: DeliveryDeps): Promise<NextScene> {
  const made = new Set((await madeFiles(db.pool, order.id)).map((file) => file.productId));
  const { orderNum } = order;
  if (order.kind === 'tasking') {
    // the kind decides the type of the form
    const scenes = await acquisitionsOf({ orderNum, aoi, form: order.form as TaskingForm });
    const missing = scenes.filter(({ facts }) => !made.has(facts.productId));
    const acquired = scenes.map(({ facts }) => facts.productId);
    return { scene: missing[0] ?? null, isLast: missing.length <= 1, acquired };
  }
  const missing = order.productIds.filter((id) => !made.has(id));
  const [wanted] = missing;
  const [scene = null] = wanted === undefined ? [] : await scenesByProductIds(db, [wanted]);
  if (wanted !== undefined && scene === null)
    throw new SceneMissing('a scene of the order is not in the archive');
  return { scene, isLast: missing.length <= 1, acquired: null };
}

/** Makes the files of a scene. @throws Error if they can't be made */
async function filesOf(
  order: Order,
  aoi: Aoi,
  scene: FullScene,
  deps: DeliveryDeps,
): Promise<DeliveredFile[]> {
  const { db, files, deliverScene, pixelsMax } = deps;
  const onMade = (pixels: number, seconds: number) => notePace(db.pool, pixels, seconds);
  const { productId } = scene.facts;
  // a tasking order has no scenes to fill
  const isFilled = 'filled' in order.form && order.form.filled?.includes(productId) === true;
  const line = order.price.lines?.find((one) => one.productId === productId);
  const filledKm2 = isFilled ? line?.valuationArea : undefined;
  const details = { ...order.form, orderNum: order.orderNum, filledKm2 };
  const made: DeliveredFile[] = [];
  for (const file of await deliverScene({ scene, aoi, order: details, files, pixelsMax, onMade })) {
    const checked = await files.checksumOf(DELIVERIES, order.orderNum, file.fileName);
    if (checked === null) throw new Error(`${file.fileName} was not written`);
    made.push({ productId, ...file, ...checked });
  }
  return made;
}

/** Makes the files of an order's next scene, and records them with what follows in one short transaction. */
async function deliverNext(order: Order, deps: DeliveryDeps): Promise<void> {
  const aoi = await areaOfWkt(order.aoiWkt);
  const { scene, isLast, acquired } = await nextScene(order, aoi, deps);
  const made = scene ? await filesOf(order, aoi, scene, deps) : [];
  if (isLast) made.push(...(await makeReceipt(order, made, deps)));
  await deps.db.transaction(async (client) => {
    if (!(await lockDelivery(client, order.id))) return;
    for (const file of made) await insertOrderFile(client, order.id, file);
    if (scene && acquired) await insertOrderScenes(client, order.id, [scene]);
    if (!isLast) return continueDelivery(client, order.id, deps.clock.now());
    if (acquired) await writeProducts(client, order.id, acquired);
    await deps.end(client, order, ORDER_STATUS.completed, null);
  });
  if (isLast) await removeParts(order, deps);
}

/** Removes what kills left incomplete. */
async function removeParts({ orderNum }: Order, { files }: DeliveryDeps): Promise<void> {
  for (const name of await readdir(files.pathOf(DELIVERIES, orderNum)).catch(() => []))
    if (name.endsWith('.part')) await rm(files.pathOf(DELIVERIES, orderNum, name), { force: true });
}

/** Removes the files of an order that has failed. */
async function removeDelivery({ orderNum }: Order, files: FileStore): Promise<void> {
  await files.remove(DELIVERIES, orderNum);
}

function causeOf(error: unknown): OrderCause {
  if (error instanceof NoClearPass) return 'noClearPass';
  return error instanceof SceneMissing ? 'sceneMissing' : 'deliveryFailed';
}

/** How a failed delivery is logged: no clear pass is expected (weather); anything else is an error. */
function logFailure(log: Log, order: Order, error: unknown): void {
  const facts = { order: order.orderNum, cause: String(error) };
  if (error instanceof NoClearPass) log.info('an order found no clear pass', facts);
  else log.error('delivery failed', facts);
}

/**
 * Delivers one scene of an order that this process holds: completes the order with its last one, postpones it while the
 * disk is full, and fails it on any other error.
 * @returns whether there may be more to deliver
 */
export async function deliverStep(order: OrderToDeliver, deps: DeliveryDeps): Promise<boolean> {
  const { db, clock, log, files } = deps;
  try {
    await deliverNext(order, deps);
    return true;
  } catch (error) {
    if (isDiskFull(error)) {
      const next = roomRetryAt(clock.now(), order.roomTries + 1);
      log.seldom(roomMessage(error), {
        order: order.orderNum,
        next: next.toISOString(),
        cause: String(error),
      });
      await postponeDelivery(db.pool, order.id, next);
      return false;
    }
    // of the database, not of the delivery: it is taken again
    if (isDatabaseLost(error) || error instanceof DatabaseError) throw error;
    logFailure(log, order, error);
    const hasFailed = await db.transaction(async (client) => {
      if (!(await lockDelivery(client, order.id))) return false;
      await deps.end(client, order, ORDER_STATUS.failed, causeOf(error));
      return true;
    });
    if (hasFailed) await removeDelivery(order, files);
    return false;
  }
}
