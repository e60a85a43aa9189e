import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DELIVERIES } from '../../../server/orders/delivery.routes.ts';
import { notePace } from '../../../server/orders/deliveryTime.ts';
import { databaseServers, startServer, type TestServer } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const STEP_MS = 10_000;
const AOI = 'POLYGON((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))';
/** 110 × 110 m. */
const SMALL_AOI = 'POLYGON((103.8 1.2, 103.801 1.2, 103.801 1.201, 103.8 1.201, 103.8 1.2))';
const IDS = ['A', 'B', 'C', 'D'];

/** What is called for each scene; tests replace it. */
type OnScene = (productId: string, orderNum: string) => Promise<void>;

describe.each(databaseServers)('deliveries one scene at a time ($name)', (server) => {
  let app: TestServer;
  let token: string;
  let made: string[];
  let onScene: OnScene;
  beforeEach(async () => {
    made = [];
    onScene = () => Promise.resolve();
    app = await startServer(
      server,
      {},
      {
        deliverScene: async ({ scene, order, files }) => {
          await onScene(scene.facts.productId, order.orderNum);
          made.push(scene.facts.productId);
          const fileName = `${scene.facts.productId}.zip`;
          await files.write([DELIVERIES, order.orderNum, fileName], 'zip');
          return [{ fileName, pixelMetres: null }];
        },
      },
    );
    await storeAll(
      app.deps.db,
      IDS.map((id) => sceneOf(id, square(103.7, 1.1, 104, 1.4), { simulated: true, gsd: 0.5 })),
    );
    ({ token } = await app.signIn());
  });
  afterEach(() => app.close());

  const requestOf = (productIds: string[], aoiWkt: string) =>
    ({
      productIds,
      aoiWkt,
      orderName: productIds.join(),
      productLevel: 'L2A',
      projection: 'UTM',
      cropByAoi: true,
    }) as const;
  /** Seconds to the files of an order, as its price tells. */
  const secondsOf = async (aoiWkt: string) =>
    (await app.call('archivePrice', { body: requestOf(['A'], aoiWkt) }, { token })).reply.data?.readySeconds;
  const order = async (productIds: string[], by = token, aoiWkt = AOI) => {
    const request = requestOf(productIds, aoiWkt);
    const { reply: price } = await app.call('archivePrice', { body: request }, { token: by });
    const body = { ...request, agreedPrice: price.data?.finalPrice ?? 0 };
    const { reply } = await app.call('archiveSubmit', { body }, { token: by, key: randomUUID() });
    return reply.data?.orderNum ?? '';
  };
  const listed = async (orderNum: string) =>
    (await app.call('archiveOrders', { query: { cpage: 1 } }, { token })).reply.data?.list.find(
      (one) => one.orderNum === orderNum,
    );
  const [moves, deliveries] = [
    () => app.deps.supplier.lanes.steps(),
    (ended?: AbortSignal) => app.deps.supplier.lanes.deliveries(ended),
  ];
  /** Takes orders to the point where their delivery is due. */
  const untilDelivery = async () => {
    for (let n = 0; n < 4; n++) {
      app.clock.advance(STEP_MS);
      await moves();
    }
    app.clock.advance(STEP_MS);
  };

  it('accounts take turns: one with many orders in delivery does not keep another waiting', async () => {
    const other = (await app.signIn()).token;
    for (const ids of [['A'], ['B'], ['C', 'A']]) await order(ids);
    await order(['D', 'B'], other);
    await untilDelivery();
    await deliveries();
    expect(made).toEqual(['A', 'D', 'B', 'B', 'C', 'A']);
  });

  it('a delivery that is stopped ends after its scene, and goes on with the next one at the next start', async () => {
    const orderNum = await order(IDS);
    await untilDelivery();
    const ending = new AbortController();
    onScene = async (id) => {
      if (id === 'B') ending.abort();
    };
    await deliveries(ending.signal);
    expect(made).toEqual(['A', 'B']);
    // files are shown only once the order is completed
    expect(await listed(orderNum)).toMatchObject({ status: 6, downloadUrl: [] });
    await deliveries();
    expect(made).toEqual(IDS);
    // each scene's, and the receipt with its PDFs
    expect((await listed(orderNum))?.downloadUrl).toHaveLength(7);
    expect((await listed(orderNum))?.history.map(({ status }) => status)).toEqual([1, 3, 4, 5, 6, 7]);
  });

  it('no transaction is open while a scene is made, and the steps of other orders go on', async () => {
    await order(IDS);
    await untilDelivery();
    const other = await order(['A']);
    let open: number | undefined;
    onScene = async (id) => {
      if (id !== 'A') return;
      const { rows } = await app.deps.db.pool.query<{ open: number }>(
        `select count(*) as open from pg_stat_activity where datname = current_database()
         and xact_start is not null and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      open = rows[0]?.open;
      app.clock.advance(STEP_MS);
      await moves();
    };
    await deliveries();
    expect(open).toBe(0);
    expect((await listed(other))?.status).toBe(3);
  });

  it('a short order does not wait for a long one', async () => {
    await order(IDS);
    await order(['A']);
    await untilDelivery();
    const orders: string[] = [];
    onScene = async (_, orderNum) => {
      app.clock.advance(1);
      orders.push(orderNum.slice(-1));
    };
    await deliveries();
    expect(orders.join('')).toBe('12111');
  });

  it('a small order is delivered while large ones are, which leave it a lane', async () => {
    for (const id of IDS) await order([id]);
    await untilDelivery();
    const large: string[] = [];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let isMade = (): void => undefined;
    const made3 = new Promise<void>((resolve) => (isMade = resolve));
    onScene = async (id) => {
      large.push(id);
      if (large.length === 3) isMade();
      await held;
    };
    const lanes = Array.from({ length: 3 }, () => deliveries());
    await made3;
    // the fourth lane has nothing to do but small orders
    await deliveries();
    expect(large).toHaveLength(3);
    await order(['D'], token, SMALL_AOI);
    await untilDelivery();
    onScene = () => Promise.resolve();
    await deliveries();
    expect(made).toEqual(['D']);
    goOn();
    await Promise.all(lanes);
    expect(made.toSorted()).toEqual(['A', 'B', 'C', 'D', 'D']);
  });

  it('the time to the files follows from the measured pace and from what is ahead', async () => {
    // five steps, and 100 megapixels at a megapixel a second, 105 in whole tiles
    await notePace(app.deps.db.pool, 3_000_000, 3);
    expect(await secondsOf(AOI)).toBeGreaterThan(152);
    expect(await secondsOf(AOI)).toBeLessThan(158);
    expect(await secondsOf(SMALL_AOI)).toBe(50);
    // what was cancelled is not ahead
    const gone = await order(['B']);
    await app.call('cancelArchiveOrder', { params: { orderNum: gone } }, { token });
    expect(await secondsOf(AOI)).toBeLessThan(158);
    const first = await order(['A']);
    expect(await secondsOf(AOI)).toBeGreaterThan(256);
    expect(await secondsOf(AOI)).toBeLessThan(264);
    // it shares the time with a large order
    expect(await secondsOf(SMALL_AOI)).toBe(51);
    await notePace(app.deps.db.pool, 1_000_000, 10);
    expect(await secondsOf(AOI)).toBeGreaterThan(310);
    await untilDelivery();
    await deliveries();
    expect((await listed(first))?.status).toBe(7);
    expect(await secondsOf(AOI)).toBeLessThan(198);
  });

  it('several processes never make the same scene, and each order is paid and announced once', async () => {
    const nums = await Promise.all([order(IDS), order(['A', 'B']), order(['C'])]);
    await untilDelivery();
    await Promise.all(Array.from({ length: 5 }, () => deliveries()));
    await deliveries();
    expect(made.sort()).toEqual([...IDS, 'A', 'B', 'C'].sort());
    for (const num of nums) expect((await listed(num))?.status).toBe(7);
    const { rows } = await app.deps.db.pool.query(
      `select (select count(*) from payment_records) as paid,
         (select count(*) from mail_jobs where kind = 'orderReceived') as received,
         (select count(*) from mail_jobs where kind = 'orderCompleted') as completed`,
    );
    expect(rows).toEqual([{ paid: 3, received: 3, completed: 3 }]);
  });

  it('an order that the operator ends during its delivery stays so, without files', async () => {
    const orderNum = await order(IDS);
    await untilDelivery();
    onScene = async (id) => {
      if (id === 'B')
        await app.deps.db.pool.query(
          'update orders set status = 8, next_step_at = null where order_num = $1',
          [orderNum],
        );
    };
    await deliveries();
    expect(made).toEqual(['A', 'B']);
    expect(await listed(orderNum)).toMatchObject({ status: 8, downloadUrl: [] });
    const { reply } = await app.call('payRecords', { query: { cpage: 1 } }, { token });
    expect(reply.data?.total).toBe(0);
  });

  it('a failed delivery leaves no files, and a completed one nothing that a kill left', async () => {
    const orderNum = await order(IDS);
    await untilDelivery();
    onScene = async (id) => {
      if (id === 'C') throw new Error('no paint');
    };
    await deliveries();
    expect(await listed(orderNum)).toMatchObject({ status: 8, downloadUrl: [] });
    const { files } = app.deps;
    expect(await files.sizeOf(DELIVERIES, orderNum, 'A.zip')).toBeNull();
    const next = await order(['A']);
    await untilDelivery();
    await files.write([DELIVERIES, next, 'A.zip'], 'an earlier try');
    const part = files.pathOf(DELIVERIES, next, 'A.zip.1.part');
    await writeFile(part, 'half');
    await deliveries();
    expect(await files.sizeOf(DELIVERIES, next, 'A.zip.1.part')).toBeNull();
    expect(await files.sizeOf(DELIVERIES, next, 'A.zip')).toBe(3);
  });

  it('while the disk is full a delivery is tried again, later each time, and never fails', async () => {
    const orderNum = await order(['A', 'B']);
    await untilDelivery();
    let isFull = true;
    onScene = async (id) => {
      if (isFull && id === 'B') throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    const pauses: number[] = [];
    for (let n = 0; n < 8; n++) {
      await deliveries();
      const { rows } = await app.deps.db.pool.query<{ due: Date }>('select next_step_at as due from orders');
      const due = rows[0]?.due ?? new Date(0);
      pauses.push((due.getTime() - app.clock.now().getTime()) / 1000);
      app.clock.set(due.toISOString());
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    expect((await listed(orderNum))?.status).toBe(6);
    isFull = false;
    await deliveries();
    expect(made).toEqual(['A', 'B']);
    expect((await listed(orderNum))?.status).toBe(7);
  });
});
