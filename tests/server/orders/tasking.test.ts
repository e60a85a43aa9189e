import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SceneOrderRequest, TaskingForm } from '../../../contract/orders/orders.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { deliverScene } from '../../../server/simulator/supplier/deliverScene.ts';
import { databaseServers, serverFor, startServer } from '../support/harness.ts';
import { square } from '../search/sceneFixtures.ts';
import { refusal } from '../support/refusal.ts';

const STEP_MS = 10_000;
const FORM: TaskingForm = {
  orderName: 'Strait survey',
  aoiWkt: writeWkt(square(103.8, 1.2, 103.9, 1.3)),
  sourceCode: 'C',
  taskingWindowStart: '2026-11-21',
  taskingWindowEnd: '2027-01-31',
  maxCloudCover: 60,
  maxOffNadirAngle: 45,
  resolution: 0.9,
  productMode: 'MONO',
  productLevel: 'L3A',
  cropByAoi: true,
  projection: 'UTM',
};

describe.each(databaseServers)('tasking orders ($name)', (server) => {
  const app = serverFor(server, { PUBLIC_URL: 'https://portal.example.com' });
  let token: string;
  let email: string;
  beforeEach(async () => {
    ({ token, email } = await app.signIn());
  });

  const priceOf = async (form: Partial<TaskingForm> = {}) =>
    (await app.call('taskingPrice', { body: { ...FORM, ...form } }, { token })).reply;
  const submit = async (form: Partial<TaskingForm> = {}, key: string = randomUUID()) => {
    const agreedPrice = form.agreedPrice ?? (await priceOf(form)).data?.finalPrice ?? 0;
    const body = { ...FORM, ...form, agreedPrice };
    return (await app.call('taskingSubmit', { body }, { token, key })).reply;
  };
  const list = async (cpage = 1) =>
    (await app.call('taskingOrders', { query: { cpage } }, { token })).reply.data;
  const step = async (steps = 1, on = app) => {
    for (let n = 0; n < steps; n++) {
      on.clock.advance(STEP_MS);
      await on.takeSteps();
    }
  };

  describe('price', () => {
    it('the price needs no order name', async () => {
      const { orderName: _, ...body } = FORM;
      const { reply } = await app.call('taskingPrice', { body }, { token });
      expect(reply).toEqual(await priceOf());
      expect(reply.result).toBe(1);
    });

    it('the price is for the AOI when clipped, otherwise for its bounding rectangle', async () => {
      const aoiWkt = 'POLYGON ((103.8 1.2, 104 1.2, 104 1.4, 103.8 1.2))';
      const clipped = (await priceOf({ aoiWkt })).data;
      const whole = (await priceOf({ aoiWkt, cropByAoi: false })).data;
      expect(clipped?.valuationArea).toBe(clipped?.aoiArea);
      expect(whole?.aoiArea).toBe(clipped?.aoiArea);
      // near the equator a triangle has half the area of its rectangle
      expect((whole?.valuationArea ?? 0) / (clipped?.valuationArea ?? 1)).toBeCloseTo(2, 3);
    });

    it.each([
      ['S', 0.5, 100],
      ['C', 0.9, 100],
      ['CA', 0.9, 64],
      ['A', 0.3, 50],
    ] as const)(
      'source %s has at least its minimum valuation area',
      async (sourceCode, resolution, minimum) => {
        const aoiWkt = writeWkt(square(103.8, 1.2, 103.81, 1.21));
        const { data } = await priceOf({ sourceCode, resolution, aoiWkt });
        expect(data).toMatchObject({ valuationArea: minimum, minimumArea: minimum });
        expect(data?.aoiArea).toBeLessThan(2);
      },
    );

    it('product mode, resolution and source change the unit price', async () => {
      const unit = async (form: Partial<TaskingForm>) => (await priceOf(form)).data?.unitPrice ?? 0;
      const mono = await unit({});
      expect(await unit({ productMode: 'STEREO' })).toBeGreaterThan(mono);
      expect(await unit({ sourceCode: 'CA' })).not.toBe(mono);
      expect(await unit({ resolution: 2 })).toBeLessThan(mono);
      expect(await unit({ sourceCode: 'S', resolution: 0.5 })).toBeGreaterThan(mono);
    });
  });

  it.each([
    [{ productMode: 'TRISTEREO' }, 'TRISTEREO is not supported'],
    [{ taskingWindowStart: '2026-11-20' }, 'The time frame must be some time in the future'],
    [{ taskingWindowStart: '2020-01-01' }, 'The time frame must be some time in the future'],
    [{ taskingWindowEnd: '2026-11-20' }, 'The end date is before the start date. Select a later end date.'],
    [{ resolution: 0.5 }, '0.5 m is not available from this source. Select a coarser resolution.'],
    [{ productLevel: 'L1', projection: 'UTM' }, 'Level L1 is available in LAT_LON only.'],
    [
      { productLevel: 'L1', projection: 'LAT_LON', productLevelAppend: 'L1' },
      'L1 data can be added only for sources C and CA, at levels other than L1.',
    ],
    [
      { sourceCode: 'S', productLevelAppend: 'L1' },
      'L1 data can be added only for sources C and CA, at levels other than L1.',
    ],
    [{ aoiWkt: 'POLYGON ((1 2' }, 'The WKT format is incorrect!'],
    [{ aoiWkt: writeWkt(square(0, -60, 90, 60)) }, 'Area over limit: 10,000,000 km²'],
  ] as const)('%j is refused by price and by submit', async (form, message) => {
    expect(await priceOf(form as Partial<TaskingForm>)).toEqual(refusal(message));
    expect(await submit({ ...(form as Partial<TaskingForm>), agreedPrice: 1 })).toEqual(refusal(message));
    expect((await list())?.total).toBe(0);
  });

  it('a window that starts tomorrow in UTC is in the future', async () => {
    expect((await priceOf({ taskingWindowStart: '2026-11-21' })).result).toBe(1);
  });

  it('the contract number is for utype 6 only', async () => {
    expect((await priceOf({ contractNum: 'C-1' })).result).toBe(1);
    ({ token } = await app.signIn({ utype: 2 }));
    expect((await priceOf({ contractNum: 'C-1' })).message).toBe(
      'Your account can’t use contract numbers. Leave the field empty.',
    );
  });

  it('the area limits of §6 apply: over 100000 km² is refused for utype 1', async () => {
    const aoiWkt = writeWkt(square(100, 0, 104, 4));
    expect((await priceOf({ aoiWkt })).result).toBe(1);
    ({ token } = await app.signIn({ utype: 1 }));
    expect((await priceOf({ aoiWkt })).message).toBe('Area over limit: 100,000 km²');
  });

  it('orderName required', async () => {
    const body = { ...FORM, orderName: '  ' };
    const { status, reply } = await app.call('taskingSubmit', { body }, { token, key: randomUUID() });
    expect([status, reply.result]).toEqual([400, 0]);
    expect(reply.message).toContain('orderName');
  });

  it('tasking orders can be switched off', async () => {
    const off = await startServer(server, { ORDER_TASKING: 'off' });
    const user = await off.signIn();
    const { reply } = await off.call('taskingPrice', { body: FORM }, { token: user.token });
    expect(reply).toEqual(refusal('This feature is turned off on this portal.'));
    await off.close();
  });

  it('a price that differs from the agreed one is refused with the new price, and nothing is ordered', async () => {
    const price = (await priceOf()).data;
    expect(await submit({ agreedPrice: (price?.finalPrice ?? 0) + 1 })).toEqual({
      ...refusal('The price has changed. Check the new price and confirm again.'),
      data: { price },
    });
    expect((await list())?.total).toBe(0);
  });

  describe('one confirmed form makes one order', () => {
    it('fifty concurrent submits with one key make one order', async () => {
      const [key, agreedPrice] = [randomUUID(), (await priceOf()).data?.finalPrice ?? 0];
      const replies = await Promise.all(Array.from({ length: 50 }, () => submit({ agreedPrice }, key)));
      expect(new Set(replies.map((reply) => reply.data?.orderNum)).size).toBe(1);
      expect((await list())?.total).toBe(1);
    });

    it('the same key with another body, or for the other kind of order, is refused', async () => {
      const key = randomUUID();
      await submit({}, key);
      expect((await submit({ orderName: 'Another' }, key)).message).toMatch(/was used for another request/);
      const body = {
        productIds: ['A'],
        aoiWkt: FORM.aoiWkt,
        productLevel: 'L1' as const,
        cropByAoi: true,
        orderName: 'x',
        projection: 'LAT_LON' as const,
        agreedPrice: 1,
      } satisfies SceneOrderRequest;
      const other = await app.call('archiveSubmit', { body }, { token, key });
      expect(other.reply.message).toMatch(/was used for another request/);
      expect((await list())?.total).toBe(1);
    });

    it('a submit without a key is taken as §7 has it: each is an order of its own', async () => {
      const send = async () => {
        const headers = { authorization: `Bearer ${token}` };
        const body = JSON.stringify(FORM);
        const path = '/api/order/v1/tasking/submit';
        return (await app.request(path, { method: 'POST', headers, body })).json();
      };
      const replies = (await Promise.all([send(), send()])) as {
        result: number;
        data: { orderNum: string };
      }[];
      expect(replies.map(({ result }) => result)).toEqual([1, 1]);
      expect(new Set(replies.map(({ data }) => data.orderNum)).size).toBe(2);
    });
  });

  it('a submitted order is only in the tasking list, and can be cancelled while its status is below 5', async () => {
    const orderNum = (await submit()).data?.orderNum ?? '';
    expect((await list())?.list).toMatchObject([
      { orderNum, orderName: 'Strait survey', status: 1, productIds: [], simulated: true },
    ]);
    const archive = await app.call('archiveOrders', { query: { cpage: 1 } }, { token });
    expect(archive.reply.data?.total).toBe(0);
    const cancel = async (call: 'cancelArchiveOrder' | 'cancelTaskingOrder') =>
      (await app.call(call, { params: { orderNum } }, { token })).reply;
    expect((await cancel('cancelArchiveOrder')).message).toBe('Order not found.');
    expect(await cancel('cancelTaskingOrder')).toEqual({ result: 1 });
    expect((await list())?.list[0]?.history.map((entry) => entry.status)).toEqual([1, 9]);
    const late = (await submit()).data?.orderNum ?? '';
    await step(3);
    const tooLate = await app.call('cancelTaskingOrder', { params: { orderNum: late } }, { token });
    expect(tooLate.reply.message).toBe('The order is too far along to be cancelled.');
  });

  it('of a cancel and a concurrent step of the supplier exactly one happens', async () => {
    for (let round = 0; round < 10; round++) {
      const orderNum = (await submit()).data?.orderNum ?? '';
      await step(2);
      app.clock.advance(STEP_MS);
      const [{ reply }] = await Promise.all([
        app.call('cancelTaskingOrder', { params: { orderNum } }, { token }),
        app.takeSteps(),
      ]);
      const order = (await list())?.list.find((one) => one.orderNum === orderNum);
      expect(order?.history.map((entry) => entry.status)).toEqual([1, 3, 4, reply.result === 1 ? 9 : 5]);
      await app.deps.db.pool.query('update orders set next_step_at = null');
    }
  });

  it('an order moves through 1, 3, 4, 5, 6, 7, delivers a pass within its window, is paid and announced by mail', async () => {
    const { data } = await submit();
    await step(5);
    const order = (await list())?.list[0];
    expect(order?.history.map((entry) => entry.status)).toEqual([1, 3, 4, 5, 6, 7]);
    expect(order?.productIds).toHaveLength(1);
    const [, day = ''] = /^OB3_(\d{8})T/.exec(order?.productIds[0] ?? '') ?? [];
    expect(day >= '20261121' && day <= '20270131').toBe(true);
    expect(order?.downloadUrl[0]).toContain(order?.productIds[0]);
    const records = await app.call('payRecords', { query: { cpage: 1 } }, { token });
    expect(records.reply.data).toMatchObject({
      total: 1,
      list: [{ orderNum: data?.orderNum, cost: order?.finalPrice }],
    });
    const mails = (await app.deliverMail()).filter(({ to }) => to === email);
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['orderCompleted', 'orderReceived']);
    const completed = mails.find(({ kind }) => kind === 'orderCompleted');
    expect(completed?.subject).toContain(data?.orderNum);
    expect(completed?.text).toContain('https://portal.example.com/?panel=order');
  });

  it('a mail about an order is in the language of its owner', async () => {
    ({ token, email } = await app.signIn({ language: 'zh' }));
    await app.deps.db.pool.query("update accounts set language = 'zh' where email = $1", [email]);
    await submit();
    await step(5);
    const mail = (await app.deliverMail()).find(({ to, kind }) => to === email && kind !== 'orderReceived');
    expect(mail?.subject).toMatch(/订单 GT-\d{8}-\d{4} 已完成/);
  });

  it('an order whose window has no clear pass fails, costs nothing and is announced by mail', async () => {
    // one day, nadir only, no cloud: no satellite of the source passes
    await submit({ taskingWindowEnd: '2026-11-21', maxOffNadirAngle: 0, maxCloudCover: 0 });
    await step(6);
    expect((await list())?.list[0]).toMatchObject({ status: 8, downloadUrl: [], productIds: [] });
    const records = await app.call('payRecords', { query: { cpage: 1 } }, { token });
    expect(records.reply.data?.total).toBe(0);
    const mail = (await app.deliverMail()).find(({ to, kind }) => to === email && kind !== 'orderReceived');
    expect(mail?.kind).toBe('orderFailed');
  });

  it('a stereo order delivers the files of each view: GeoTIFF, L1, metadata and the note SIMULATED', async () => {
    const real = await startServer(server, { DELIVERY_MEGAPIXELS: '0.2' }, { deliverScene });
    const user = await real.signIn();
    const body: TaskingForm = { ...FORM, productMode: 'STEREO', productLevelAppend: 'L1' };
    const price = await real.call('taskingPrice', { body }, { token: user.token });
    await real.call(
      'taskingSubmit',
      { body: { ...body, agreedPrice: price.reply.data?.finalPrice ?? 0 } },
      { token: user.token, key: randomUUID() },
    );
    await step(5, real);
    const { reply } = await real.call('taskingOrders', { query: { cpage: 1 } }, { token: user.token });
    const links = reply.data?.list[0]?.downloadUrl ?? [];
    const ending = (end: string) => links.filter((link) => link.endsWith(end));
    for (const end of ['_L3A.tif', '_L1.tif', '_L3A.webp', '_L3A.json', '_LICENCE.txt'])
      expect(ending(end)).toHaveLength(2);
    const get = async (link = '') => real.request(new URL(link).pathname);
    expect(await (await get(ending('_LICENCE.txt')[0])).text()).toContain('SIMULATED');
    const item = (await (await get(ending('_L3A.json')[0])).json()) as {
      properties: Record<string, unknown>;
    };
    expect(item.properties).toMatchObject({ simulated: true, 'groundtrack:product_mode': 'STEREO' });
    expect(item.properties['eo:cloud_cover']).toBeLessThanOrEqual(FORM.maxCloudCover);
    expect(item.properties['view:off_nadir']).toBeLessThanOrEqual(FORM.maxOffNadirAngle);
    await real.close();
  });
});
