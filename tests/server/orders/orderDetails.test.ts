import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderDetails } from '../../../contract/orders/orderDetails.ts';
import type { SceneOrderRequest, TaskingForm } from '../../../contract/orders/orders.ts';
import { finalPriceCents } from '../../../contract/orders/price.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { lockOrder } from '../../../server/orders/orders.queries.ts';
import { readTerms } from '../../../server/orders/terms.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { ACQUISITION } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const AOI = writeWkt(square(103.8, 1.2, 103.9, 1.3));
/** A source that can deliver L1 data as well. */
const C = { sourceCode: 'C' } as const;
const STEP_MS = 10_000;
const REQUEST: Omit<SceneOrderRequest, 'agreedPrice'> = {
  productIds: ['BETA', 'ALPHA', 'FINE'],
  aoiWkt: AOI,
  orderName: 'Harbour survey',
  productLevel: 'L3A',
  projection: 'UTM',
  cropByAoi: true,
  productLevelAppend: 'L1',
  contractNum: 'C-7',
};
const TASKING: Omit<TaskingForm, 'agreedPrice'> = {
  ...ACQUISITION,
  orderName: 'Strait',
  taskingWindowStart: '2026-11-21',
  taskingWindowEnd: '2026-12-20',
  maxCloudCover: 90,
};
const TERMS_SHA256 = createHash('sha256').update(readFileSync('public/docs/terms_order.pdf')).digest('hex');

describe.each(databaseServers)('an order has contents ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  beforeEach(async () => {
    await storeAll(app.deps.db, [
      sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4), C),
      sceneOf('BETA', square(103.85, 1.1, 104.1, 1.4), C),
      sceneOf('FINE', square(103.7, 1.25, 104, 1.4), { ...C, gsd: 0.3 }),
    ]);
    ({ token } = await app.signIn());
  });

  const ordered = (request: Partial<SceneOrderRequest> = {}) => app.order({ ...REQUEST, ...request }, token);
  const tasked = async (form: Partial<TaskingForm> = {}) => {
    const body = { ...TASKING, ...form };
    const { reply } = await app.call('taskingSubmit', { body }, { token, key: randomUUID() });
    if (reply.data?.orderNum === undefined) throw new Error(reply.message);
    return reply.data.orderNum;
  };
  const detailsOf = async (orderNum: string): Promise<OrderDetails> => {
    const { reply } = await app.call('orderDetails', { params: { orderNum } }, { token });
    if (reply.data === undefined) throw new Error(reply.message);
    return reply.data;
  };
  const step = async (steps: number) => {
    for (let n = 0; n < steps; n++) {
      app.clock.advance(STEP_MS);
      await app.takeSteps();
    }
  };
  const run = (sql: string) => app.deps.db.pool.query(sql);

  it('what was delivered of its area is that of all completed orders there, with how clear the area is in each scene', async () => {
    const [first, second] = [await ordered(), await ordered({ orderName: 'Later' })];
    const elsewhere = 'POLYGON((103.71 1.11, 103.75 1.11, 103.75 1.15, 103.71 1.15, 103.71 1.11))';
    await ordered({ aoiWkt: elsewhere, productIds: ['ALPHA'] });
    await step(10);
    const unfinished = await ordered();
    const { reply: shares } = await app.call(
      'clearShares',
      { body: { aoiWkt: AOI, productIds: ['BETA', 'ALPHA'] } },
      { token },
    );
    const around = async (orderNum: string, aoiWkt = AOI) =>
      (await app.call('deliveriesOver', { body: { aoiWkt, orderNum } }, { token })).reply.data;
    const found = await around(first);
    expect(found?.orders.map(({ orderNum, status }) => [orderNum, status])).toEqual([
      [first, 7],
      [second, 7],
    ]);
    expect(found?.orders[1]).toEqual(await detailsOf(second));
    const percents = new Map(found?.clear.map(({ productId, percent }) => [productId, percent]));
    expect(percents.get('BETA')).toBe(shares.data?.shares[0]);
    expect(percents.get('ALPHA')).toBe(shares.data?.shares[1]);
    // an order from before the account's limit was lowered has more area than it could have today
    const wide = await around(first, 'POLYGON((90 -10, 120 -10, 120 10, 90 10, 90 -10))');
    expect(wide?.orders.map(({ orderNum }) => orderNum)).toContain(second);
    // one that is not completed has the others around it
    expect((await around(unfinished))?.orders.map(({ orderNum }) => orderNum)).toEqual([second, first]);
  });

  it('its scenes, area, level, options, factors and price are those agreed to', async () => {
    const orderNum = await ordered();
    const details = await detailsOf(orderNum);
    const { reply } = await app.call('archivePrice', { body: REQUEST }, { token });
    const { readySeconds: _, ...price } = reply.data!;
    expect(details).toMatchObject({
      orderNum,
      kind: 'archive',
      page: 1,
      status: 1,
      orderName: 'Harbour survey',
      aoiWkt: AOI,
      productLevel: 'L3A',
      projection: 'UTM',
      cropByAoi: true,
      appendL1: true,
      contractNum: 'C-7',
      price,
      tasking: null,
      files: [],
      simulated: true,
    });
    expect(details.scenes.map(({ scene, isSold }) => [scene.id, isSold])).toEqual([
      ['BETA', true],
      ['ALPHA', true],
      ['FINE', true],
    ]);
  });

  it('L1 data with a scene of another source is refused, as in a tasking order', async () => {
    await storeAll(app.deps.db, [sceneOf('OTHER', square(103.7, 1.1, 104, 1.4))]);
    const refused = 'L1 data can be added only for sources C and CA, at levels other than L1.';
    await expect(ordered({ productIds: ['ALPHA', 'OTHER'] })).rejects.toThrow(refused);
    await expect(tasked({ productLevel: 'L3A', productLevelAppend: 'L1' })).rejects.toThrow(refused);
  });

  it('price lines add up to the cent', async () => {
    const { scenes, price, productLevel } = await detailsOf(await ordered());
    const lines = scenes.map((one) => one.line);
    expect(lines.map((line) => line?.productId)).toEqual(['BETA', 'ALPHA', 'FINE']);
    expect(lines.reduce((sum, line) => sum + (line?.finalPrice ?? 0), 0)).toBe(price.finalPrice);
    for (const line of lines)
      expect(line && finalPriceCents({ ...line, discount: price.discount ?? 0 }, productLevel)).toBe(
        line?.finalPrice,
      );
  });

  it('the terms’ version is stored when they are agreed to, and says when others apply today', async () => {
    const orderNum = await ordered();
    const url = './docs/terms_order.pdf';
    expect((await detailsOf(orderNum)).terms).toEqual({ url, sha256: TERMS_SHA256, isCurrent: true });
    app.deps.terms = { url, sha256: 'f'.repeat(64) };
    expect((await detailsOf(orderNum)).terms).toEqual({ url, sha256: TERMS_SHA256, isCurrent: false });
    app.deps.terms = await readTerms(url, 'public');
  });

  it('terms of another site have an address and no checksum', async () => {
    const url = 'https://terms.example/order.pdf';
    expect(await readTerms(url)).toEqual({ url, sha256: null });
  });

  it('the supplier’s walk is its history, and files have size and checksum', async () => {
    const orderNum = await ordered();
    await step(5);
    const { history, files, scenes, page } = await detailsOf(orderNum);
    expect([page, ...history.map((one) => one.status)]).toEqual([1, 1, 3, 4, 5, 6, 7]);
    expect(history.map((one) => Date.parse(one.at)).toSorted((a, b) => a - b)).toHaveLength(6);
    expect(files.map((file) => file.name)).toEqual([
      'ALPHA.zip',
      'BETA.zip',
      'FINE.zip',
      `${orderNum}_receipt.json`,
      `${orderNum}_receipt_en.pdf`,
      `${orderNum}_receipt_zh.pdf`,
    ]);
    for (const file of files) {
      const answer = await app.request(new URL(file.url).pathname);
      const content = Buffer.from(await answer.arrayBuffer());
      expect(file.bytes).toBe(content.length);
      expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    }
    expect(scenes).toHaveLength(3);
  });

  it('a cancellation says who cancelled', async () => {
    const [mine, theirs] = [await ordered(), await ordered()];
    await app.call('cancelArchiveOrder', { params: { orderNum: mine } }, { token });
    await app.deps.db.transaction(async (client) => {
      const order = await lockOrder(client, theirs);
      if (order) await app.deps.supplier.move(client, order, 9, { cause: 'byOperator' });
    });
    const lastOf = async (orderNum: string) => (await detailsOf(orderNum)).history.at(-1);
    expect(await lastOf(mine)).toMatchObject({ status: 9, cause: 'byCustomer' });
    expect(await lastOf(theirs)).toMatchObject({ status: 9, cause: 'byOperator' });
  });

  it('a failed order says its cause', async () => {
    const [archive, inVain] = [
      await ordered(),
      await tasked({ taskingWindowEnd: '2026-11-21', maxOffNadirAngle: 0, maxCloudCover: 0 }),
    ];
    await run("delete from scenes where product_id = 'ALPHA'");
    await step(6);
    const endOf = async (orderNum: string) => (await detailsOf(orderNum)).history.at(-1);
    expect(await endOf(archive)).toMatchObject({ status: 8, cause: 'sceneMissing' });
    expect(await endOf(inVain)).toMatchObject({ status: 8, cause: 'noClearPass' });
  });

  it('a scene no longer sold keeps its facts, footprint and part of the price', async () => {
    const orderNum = await ordered();
    const before = await detailsOf(orderNum);
    await run("delete from scenes where product_id = 'ALPHA'");
    const after = await detailsOf(orderNum);
    expect(after.scenes.map((one) => one.isSold)).toEqual([true, false, true]);
    expect(after.scenes[1]?.scene.geometry).toEqual(before.scenes[1]?.scene.geometry);
    expect(after.scenes[1]?.scene.properties.quicklookUrl).toBeNull();
    expect(after.scenes.map((one) => one.line)).toEqual(before.scenes.map((one) => one.line));
  });

  it('a tasking order has its window, and when completed the acquired scenes', async () => {
    const orderNum = await tasked();
    expect(await detailsOf(orderNum)).toMatchObject({
      kind: 'tasking',
      scenes: [],
      tasking: { sourceCode: 'S', windowStart: '2026-11-21', windowEnd: '2026-12-20', resolution: 0.5 },
    });
    await step(5);
    const { status, scenes, files } = await detailsOf(orderNum);
    expect([status, scenes.length, files.length]).toEqual([7, 1, 4]);
    expect(scenes[0]).toMatchObject({ line: null, isSold: false });
    const { reply } = await app.call('taskingOrders', { query: { cpage: 1 } }, { token });
    expect(reply.data?.list[0]).toMatchObject({
      tasking: { windowStart: '2026-11-21', windowEnd: '2026-12-20' },
    });
  });

  it('orders from before all this was recorded show what is known', async () => {
    const orderNum = await ordered();
    await step(5);
    const before = await detailsOf(orderNum);
    await run('delete from order_scenes');
    await run('update orders set terms_url = null, terms_sha256 = null');
    await run('update order_files set bytes = null, sha256 = null');
    expect(await detailsOf(orderNum)).toEqual({ ...before, terms: null });
    const { rows } = await app.deps.db.pool.query(
      'select from order_files f join orders o on o.id = f.order_id where o.order_num = $1 and sha256 is null',
      [orderNum],
    );
    expect(rows).toEqual([]);
  });
});
