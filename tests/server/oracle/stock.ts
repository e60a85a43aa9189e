import { type OrderKind, insertOrder, lockOrder } from '../../../server/orders/orders.queries.ts';
import { insertOrderScenes } from '../../../server/orders/orderContents.queries.ts';
import { insertPayment } from '../../../server/orders/payments.ts';
import { scenesByProductIds } from '../../../server/search/scenes.ts';
import { canMove, nextStatus } from '../../../server/orders/lifecycle.rules.ts';
import { isOrderStatus, ORDER_STATUS, type OrderStatus } from '../../../contract/orders/orderStatus.ts';
import { insertLayer } from '../../../server/imagery/imagery.queries.ts';
import * as sample from '../../model/shared/samples.ts';
import { LAYER } from '../imagery/pictures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { sceneOf } from '../search/sceneFixtures.ts';
import type { TestServer } from '../support/harness.ts';
import type { World } from './world.ts';

/** Stores the scenes that the models know. */
export async function storeSamples({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  await storeAll(
    deps.db,
    sample.scenes.map(({ id, geometry, properties: { supplier, acquisitionDate } }) =>
      sceneOf(id, geometry, { supplier, acquisitionDate: acquisitionDate! }),
    ),
  );
}

/** An order of the account, at the start of its way. @returns its number */
export async function placeOrder(world: World, kind: OrderKind = 'archive'): Promise<string> {
  const { app, account, now } = world;
  const { db, terms } = app.deps;
  const scenes = await scenesByProductIds(db, ['A']);
  const form = {
    productIds: ['A'] as string[],
    aoiWkt: sample.smallAoi.wkt,
    productLevel: 'L1',
    cropByAoi: true,
    orderName: 'Harbour',
    projection: 'LAT_LON',
  } as const;
  const tasking = {
    sourceCode: 'C',
    taskingWindowStart: '2026-11-24',
    taskingWindowEnd: '2026-12-08',
    maxCloudCover: 30,
    maxOffNadirAngle: 45,
    resolution: 0.9,
    productMode: 'MONO',
  } as const;
  return db.transaction(async (client) => {
    const { id, orderNum } = await insertOrder(client, {
      accountId: account.id,
      kind,
      orderName: 'Harbour',
      supplier: 'one',
      simulated: true,
      productIds: kind === 'archive' ? ['A'] : [],
      aoiWkt: sample.smallAoi.wkt,
      form: kind === 'archive' ? form : { ...form, ...tasking },
      price: sample.price,
      finalPriceCents: sample.price.finalPrice,
      createdAt: now(),
      nextStepAt: null,
      terms,
    });
    if (kind === 'archive') await insertOrderScenes(client, id, scenes);
    return orderNum;
  });
}

/** As many orders like that one. */
export async function repeatOrder({ app }: World, orderNum: string, count: number): Promise<string[]> {
  const { rows } = await app.deps.db.pool.query<{ orderNum: string }>(
    `insert into orders (order_num, account_id, kind, order_name, status, supplier, simulated, product_ids, aoi_wkt,
       form, price, final_price_cents, secret, created_at, next_step_at, terms_url, terms_sha256)
     select order_num || '-' || n, account_id, kind, order_name, status, supplier, simulated, product_ids, aoi_wkt,
       form, price, final_price_cents, secret || n, created_at, next_step_at, terms_url, terms_sha256
     from orders, generate_series(1, $2) n where order_num = $1 returning order_num as "orderNum"`,
    [orderNum, count],
  );
  return rows.map((row) => row.orderNum);
}

/** Moves an order as the supplier does, as far as it can. */
export async function moveOrder({ app }: World, orderNum: string, to: OrderStatus): Promise<void> {
  const { db, supplier } = app.deps;
  const moved = await db.transaction(async (client) => {
    const order = await lockOrder(client, orderNum);
    if (order === null) return null;
    let next = canMove(order.status, to) ? to : nextStatus(order.status);
    while (order.status !== to && next !== null && isOrderStatus(next) && next !== ORDER_STATUS.completed) {
      await supplier.move(client, order, next, { hold: true, cause: 'byOperator' });
      order.status = next;
      next = canMove(next, to) ? to : nextStatus(next);
    }
    return order;
  });
  if (to === ORDER_STATUS.completed && moved?.status === ORDER_STATUS.inDelivery)
    await supplier.deliver(moved);
}

/** Records the payments of that many orders. */
export async function pay(world: World, orderNums: readonly string[]): Promise<void> {
  await world.app.deps.db.transaction(async (client) => {
    for (const orderNum of orderNums) {
      const order = await lockOrder(client, orderNum);
      if (order === null) throw new Error(`no order ${orderNum}`);
      const { id: orderId, accountId, finalPriceCents: costCents } = order;
      await insertPayment(client, { orderId, accountId, costCents, at: world.now() });
    }
  });
}

let layers = 0;

/** A layer over the area of the models, for this account alone. */
export async function addLayer({ app, account, now }: World, vector = true): Promise<number> {
  const { pool } = app.deps.db;
  const id = await insertLayer(
    pool,
    {
      ...LAYER,
      storeName: `oracle${(layers += 1)}`,
      footprint: sample.smallAoi.wkt,
      vector: vector ? sample.smallAoi.wkt : null,
      openToAll: false,
    },
    now(),
  );
  await pool.query('insert into imagery_rights (layer_id, account_id) values ($1, $2)', [id, account.id]);
  return id;
}

/** Runs a piece of work so many times, one after the other. */
export async function times<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let n = 0; n < count; n += 1) made.push(await make());
  return made;
}
