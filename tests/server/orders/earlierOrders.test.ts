import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EarlierRequest, SceneOrderRequest, TaskingForm } from '../../../contract/orders/orders.ts';
import { readFileSync } from 'node:fs';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { deliverScene } from '../../../server/simulator/supplier/deliverScene.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { ACQUISITION } from '../support/samples.ts';

const AOI = writeWkt(square(103.8, 1.2, 103.9, 1.3));
const BESIDE = writeWkt(square(103.71, 1.11, 103.75, 1.15));
const ORDER: Omit<SceneOrderRequest, 'agreedPrice'> = {
  productIds: ['ALPHA', 'BETA'],
  aoiWkt: AOI,
  orderName: 'Harbour',
  productLevel: 'L2A',
  projection: 'UTM',
  cropByAoi: true,
};
const TASKING: TaskingForm = {
  ...ACQUISITION,
  orderName: 'Strait',
  taskingWindowStart: '2026-12-01',
  taskingWindowEnd: '2026-12-20',
  maxCloudCover: 90,
};
const ASKED: EarlierRequest = { aoiWkt: AOI, productLevel: 'L2A', cropByAoi: true, productIds: ['ALPHA'] };

describe.each(databaseServers)('what was ordered already ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  let orderNum: string;
  beforeAll(async () => {
    await storeAll(
      app.deps.db,
      ['ALPHA', 'BETA', 'GAMMA'].map((id) => sceneOf(id, square(103.7, 1.1, 104, 1.4))),
    );
    ({ token } = await app.signIn());
    orderNum = await ordered();
  });

  const ordered = (request: Partial<SceneOrderRequest> = {}, by = token) =>
    app.order({ ...ORDER, ...request }, by);
  const earlier = async (asked: Partial<EarlierRequest> = {}, by = token) => {
    const { reply } = await app.call('earlierOrders', { body: { ...ASKED, ...asked } }, { token: by });
    if (reply.data === undefined) throw new Error(reply.message);
    return reply.data;
  };

  it('an order of the same scene over the same area is named, with the scenes of both', async () => {
    expect(await earlier()).toEqual([
      { orderNum, ctime: app.clock.now().toISOString(), productLevel: 'L2A', productIds: ['ALPHA'] },
    ]);
    const [both] = await earlier({ productIds: ['GAMMA', 'BETA', 'ALPHA'] });
    expect(both?.productIds.toSorted()).toEqual(['ALPHA', 'BETA']);
    expect(await earlier({ productIds: ['GAMMA'] })).toEqual([]);
  });

  it('a lower level than is asked for has not the same, a higher one has', async () => {
    expect(await earlier({ productLevel: 'L1' })).toHaveLength(1);
    expect(await earlier({ productLevel: 'L3A' })).toEqual([]);
  });

  it('another part of the same scene is not the same, unless one of both orders is not clipped', async () => {
    expect(await earlier({ aoiWkt: BESIDE })).toEqual([]);
    expect(await earlier({ aoiWkt: BESIDE, cropByAoi: false })).toHaveLength(1);
  });

  it('a new image of the same source in a window that overlaps is named', async () => {
    const { reply } = await app.call('taskingSubmit', { body: TASKING }, { token, key: randomUUID() });
    const num = reply.data?.orderNum;
    const tasking = { sourceCode: 'S' as const, windowStart: '2026-12-20', windowEnd: '2026-12-31' };
    const asked = { productIds: undefined, productLevel: 'L1' as const };
    expect(await earlier({ ...asked, tasking })).toMatchObject([{ orderNum: num, productIds: [] }]);
    expect(await earlier({ ...asked, tasking: { ...tasking, windowStart: '2026-12-21' } })).toEqual([]);
    expect(await earlier({ ...asked, tasking: { ...tasking, sourceCode: 'A' } })).toEqual([]);
    expect(await earlier({ ...asked, tasking, aoiWkt: BESIDE })).toEqual([]);
  });

  it('cancelled and failed orders have nothing, and another account sees none', async () => {
    const stranger = await app.signIn();
    expect(await earlier({}, stranger.token)).toEqual([]);
    const other = await ordered({ productIds: ['GAMMA'] }, stranger.token);
    const theirs = () => earlier({ productIds: ['GAMMA'] }, stranger.token);
    expect(await theirs()).toHaveLength(1);
    await app.call('cancelArchiveOrder', { params: { orderNum: other } }, { token: stranger.token });
    expect(await theirs()).toEqual([]);
    await app.deps.db.pool.query('update orders set status = 8 where order_num = $1', [other]);
    expect(await theirs()).toEqual([]);
  });
});

describe.each(databaseServers)('filling the minimum ($name)', (server) => {
  const app = serverFor(server, { DELIVERY_MEGAPIXELS: '0.2' }, { deliverScene });

  it('widens the clip of this scene alone inside its footprint, at the same price', async () => {
    await storeAll(
      app.deps.db,
      ['FULL', 'SLIVER'].map((id) => sceneOf(id, square(103.7, 1.1, 104, 1.4))),
    );
    const { token } = await app.signIn();
    // 1.2 km² of each scene, which are billed 25
    const body = {
      ...ORDER,
      productIds: ['FULL', 'SLIVER'],
      aoiWkt: writeWkt(square(103.8, 1.2, 103.81, 1.21)),
    };
    const price = (await app.call('archivePrice', { body }, { token })).reply.data;
    expect(price?.lines?.map((line) => line.valuationArea)).toEqual([25, 25]);
    const submitted = { ...body, agreedPrice: price?.finalPrice ?? 0, filled: ['SLIVER', 'OTHER'] };
    const { reply } = await app.call('archiveSubmit', { body: submitted }, { token, key: randomUUID() });
    const orderNum = reply.data?.orderNum ?? '';
    const areaOf = async (id: string): Promise<number> => {
      const { files } = app.deps;
      const item = JSON.parse(
        readFileSync(files.pathOf('deliveries', orderNum, `${id}_L2A.json`), 'utf8'),
      ) as {
        bbox: [number, number, number, number];
      };
      const [west, south, east, north] = item.bbox;
      return (east - west) * 111.3 * (north - south) * 110.6;
    };
    for (let n = 0; n < 10; n++) {
      app.clock.advance(10_000);
      await app.takeSteps();
    }
    expect(await areaOf('FULL')).toBeLessThan(1.3);
    expect(await areaOf('SLIVER')).toBeGreaterThan(24.9);
    expect(await areaOf('SLIVER')).toBeLessThan(26);
    const stored = (await app.call('orderDetails', { params: { orderNum } }, { token })).reply.data;
    expect(stored?.price.finalPrice).toBe(price?.finalPrice);
  });
});

describe.each(databaseServers)('an order is received ($name)', (server) => {
  const app = serverFor(server);

  it('it has one mail with its lines, and one item of the bell that comes back when it ends', async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    const { token } = await app.signIn();
    await app.deliverMail();
    const body = { ...ORDER, productIds: ['ALPHA'] };
    const agreedPrice = (await app.call('archivePrice', { body }, { token })).reply.data?.finalPrice ?? 0;
    const key = randomUUID();
    // the reply is lost, and the same is sent again
    const submits = [1, 2, 3].map(() =>
      app.call('archiveSubmit', { body: { ...body, agreedPrice } }, { token, key }),
    );
    const [first] = await Promise.all(submits);
    const orderNum = first?.reply.data?.orderNum ?? '';
    const mails = await app.deliverMail();
    expect(mails.map((mail) => mail.kind)).toEqual(['orderReceived']);
    // 11.13 × 11.06 km, for an organisation
    expect(mails[0]?.text).toMatch(/1\. ALPHA: \$16\.00 × 1\.00 × 123\.06 km² × 0\.90 = \$1,772\.06/);
    const bell = async () => (await app.call('news', {}, { token })).reply.data ?? [];
    expect(await bell()).toMatchObject([
      { kind: 'order', order: { num: orderNum, status: 1 }, isRead: false },
    ]);
    await app.call('readNews', { body: {} }, { token });
    for (let n = 0; n < 10; n++) {
      app.clock.advance(10_000);
      await app.takeSteps();
    }
    expect(await bell()).toMatchObject([{ order: { num: orderNum, status: 7 }, isRead: false }]);
    expect((await app.deliverMail()).map((mail) => mail.kind)).toEqual(['orderCompleted']);
  });
});
