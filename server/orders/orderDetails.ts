import type { OrderDetails, OrderedScene, OrderFile } from '../../contract/orders/orderDetails.ts';
import type { TaskingForm } from '../../contract/orders/orders.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { historyOf, orderOf, orderScenesOf, type AgreedOrder } from './orderContents.queries.ts';
import { filesOf, insertOrderFile } from './orderFiles.queries.ts';
import { placeOfOrder } from './orders.queries.ts';
import { keptScenes } from '../search/scenes.ts';
import { readySeconds } from './deliveryTime.ts';
import { quoteByNum } from './quotes.ts';
import type { OrderDeps } from './supplier.ts';
import { Refusal } from '../base/refusal.ts';
import { sceneForReply } from '../search/search.calls.ts';
import { DELIVERIES, deliveryPath } from './delivery.routes.ts';

/** The scenes of an order. Orders older than the records of scenes show those of the archive. */
async function scenesOf(deps: OrderDeps, order: AgreedOrder): Promise<OrderedScene[]> {
  const { db, supplier } = deps;
  const [recorded, archived] = await Promise.all([
    orderScenesOf(db.pool, order.id),
    keptScenes(db, order.productIds),
  ]);
  const inArchive = new Map(archived.map((scene) => [scene.facts.productId, scene]));
  const byId = new Map(recorded.map((scene) => [scene.facts.productId, scene]));
  const clip = order.form.cropByAoi ? (await areaOfWkt(order.aoiWkt)).geometry : null;
  const delivered = new Map(
    (await filesOf(db.pool, order))
      .map(({ productId, pixelMetres }) => [productId, pixelMetres] as const)
      .filter(([, pixelMetres]) => pixelMetres !== null),
  );
  const lines = new Map(order.price.lines?.map((line) => [line.productId, line]));
  return order.productIds.flatMap((id): OrderedScene[] => {
    const scene = byId.get(id) ?? inArchive.get(id);
    if (scene === undefined) return [];
    const isSold = inArchive.has(id);
    const shown = sceneForReply(deps, scene);
    // the archive paints the preview
    const properties = { ...shown.properties, ...(isSold ? {} : { quicklookUrl: null }) };
    // what was delivered, or will be
    const pixelMetres = delivered.get(id) ?? supplier.imageOf(scene, clip)?.pixelMetres ?? null;
    return [{ scene: { ...shown, properties }, isSold, line: lines.get(id) ?? null, pixelMetres }];
  });
}

/** The delivered files; missing sizes and checksums of older files are recorded now. */
async function shownFiles(
  { db, files }: OrderDeps,
  order: AgreedOrder,
  origin: string,
): Promise<OrderFile[]> {
  const shown: OrderFile[] = [];
  for (const file of await filesOf(db.pool, order)) {
    const isKnown = file.bytes !== null && file.sha256 !== null;
    const checked = isKnown ? file : await files.checksumOf(DELIVERIES, order.orderNum, file.fileName);
    if (!isKnown && checked !== null) await insertOrderFile(db.pool, order.id, { ...file, ...checked });
    shown.push({
      name: file.fileName,
      url: origin + deliveryPath(order.orderNum, order.secret, file.fileName),
      bytes: checked?.bytes ?? null,
      sha256: checked?.sha256 ?? null,
      pixelMetres: file.pixelMetres,
    });
  }
  return shown;
}

function taskingOf({ kind, form }: AgreedOrder): OrderDetails['tasking'] {
  if (kind !== 'tasking') return null;
  // the kind decides the type of the form
  const tasked = form as TaskingForm;
  const { sourceCode, maxCloudCover, maxOffNadirAngle, resolution, productMode } = tasked;
  const [windowStart, windowEnd] = [tasked.taskingWindowStart, tasked.taskingWindowEnd];
  return {
    sourceCode,
    windowStart,
    windowEnd,
    maxCloudCover,
    maxOffNadirAngle,
    resolution,
    productMode,
  };
}

function termsOf({ terms }: OrderDeps, { termsUrl: url, termsSha256: sha256 }: AgreedOrder) {
  return url === null ? null : { url, sha256, isCurrent: url === terms.url && sha256 === terms.sha256 };
}

/**
 * The contents of a user's order.
 * @param sandbox whether it is an order of the sandbox
 * @param origin scheme and host of links to this server
 * @throws Refusal if there is none, or it is somebody else's
 */
export async function detailsOf(
  deps: OrderDeps,
  accountId: number,
  { orderNum, sandbox, origin }: { orderNum: string; sandbox: boolean; origin: string },
): Promise<OrderDetails> {
  const { pool } = deps.db;
  const order = await orderOf(pool, accountId, orderNum, sandbox);
  const place = order && (await placeOfOrder(pool, accountId, orderNum));
  if (!order || !place) throw new Refusal('orderUnknown');
  const { orderName, status, simulated, supplier, aoiWkt, form, price } = order;
  const { productLevel, projection, cropByAoi } = form;
  const history = await historyOf(pool, order.id);
  const seconds =
    order.pixels === null || order.nextStepAt === null
      ? null
      : await readySeconds(deps, { id: order.id, pixels: order.pixels });
  return {
    ...place,
    orderNum,
    orderName,
    status,
    simulated,
    ...(sandbox ? { sandbox } : {}),
    supplier,
    aoiWkt,
    productLevel,
    projection,
    cropByAoi,
    price,
    quote: order.quoteNum === null ? null : await quoteByNum(pool, accountId, order.quoteNum),
    ctime: order.createdAt.toISOString(),
    ...(seconds !== null && { readySeconds: seconds }),
    appendL1: form.productLevelAppend === 'L1',
    // an empty one of an earlier form is none
    contractNum: form.contractNum || null,
    terms: termsOf(deps, order),
    scenes: await scenesOf(deps, order),
    tasking: taskingOf(order),
    history: history.map((step) => ({ ...step, at: step.at.toISOString() })),
    files: await shownFiles(deps, order, origin),
  };
}
