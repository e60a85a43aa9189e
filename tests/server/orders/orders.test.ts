import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fromArrayBuffer } from 'geotiff';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SceneOrderRequest } from '../../../contract/orders/orders.ts';
import type { Footprint } from '../../../contract/search.ts';
import { areaOfPolygons, polygonsOf } from '../../../src/geo/area/areaGeometry.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { deliverScene } from '../../../server/simulator/supplier/deliverScene.ts';
import { forgetOld } from '../../../server/loops.ts';
import { cancelOrder } from '../../../server/orders/orders.queries.ts';
import { databaseServers, serverFor, startServer } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { refusal } from '../support/refusal.ts';

const AOI = writeWkt(square(103.8, 1.2, 103.9, 1.3));
const STEP_MS = 10_000;

const REQUEST: Omit<SceneOrderRequest, 'agreedPrice'> = {
  productIds: ['ALPHA'],
  aoiWkt: AOI,
  orderName: 'Harbour survey',
  productLevel: 'L2A',
  projection: 'UTM',
  cropByAoi: true,
};

describe.each(databaseServers)('archive orders ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  let accountId: number;
  beforeAll(async () => {
    await storeAll(app.deps.db, [
      sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4)),
      sceneOf('BETA', square(103.85, 1.1, 104.1, 1.4)),
      sceneOf('FAR', square(10, 10, 10.2, 10.2)),
      sceneOf('OTHER', square(103.7, 1.1, 104, 1.4), { supplier: 'Orbita', sourceCode: 'C', satCode: 'OB3' }),
    ]);
  });
  beforeEach(async () => {
    ({ token, id: accountId } = await app.signIn());
  });

  const priceOf = async (request: Partial<SceneOrderRequest> = {}) =>
    (await app.call('archivePrice', { body: { ...REQUEST, ...request } }, { token })).reply;
  const submit = async (request: Partial<SceneOrderRequest> = {}, key: string = randomUUID()) => {
    const agreedPrice = request.agreedPrice ?? (await priceOf(request)).data?.finalPrice ?? 0;
    const { reply } = await app.call(
      'archiveSubmit',
      { body: { ...REQUEST, ...request, agreedPrice } },
      { token, key },
    );
    return reply;
  };
  const ordered = async () => {
    const reply = await submit();
    const orderNum = reply.data?.orderNum;
    if (orderNum === undefined) throw new Error(`not ordered: ${reply.message ?? ''}`);
    return orderNum;
  };
  const list = async (cpage = 1) =>
    (await app.call('archiveOrders', { query: { cpage } }, { token })).reply.data;
  const orderOf = async (orderNum: string) =>
    (await list())?.list.find((order) => order.orderNum === orderNum);
  const cancel = async (orderNum: string) =>
    (await app.call('cancelArchiveOrder', { params: { orderNum } }, { token })).reply;
  const step = async (steps = 1) => {
    for (let n = 0; n < steps; n++) {
      app.clock.advance(STEP_MS);
      await app.takeSteps();
    }
  };

  it('the price is based on the intersection of AOI and scenes', async () => {
    const { data } = await priceOf();
    expect(data?.aoiArea).toBeCloseTo(123.07, 1);
    expect(data?.valuationArea).toBe(data?.aoiArea);
    const two = await priceOf({ productIds: ['ALPHA', 'BETA'] });
    expect(two.data?.valuationArea).toBeCloseTo((data?.valuationArea ?? 0) * 1.5, 1);
  });

  it('a product listed twice is priced once', async () => {
    expect(await priceOf({ productIds: ['ALPHA', 'ALPHA'] })).toEqual(await priceOf());
  });

  it('the same order cannot contain data from more than one supplier', async () => {
    const productIds = ['ALPHA', 'OTHER'];
    const message =
      'The same order cannot contain data from more than one supplier. Selected: Orbita, Skyview Imaging.';
    expect(await priceOf({ productIds })).toEqual(refusal(message));
    expect(await submit({ productIds, agreedPrice: 1 })).toEqual(refusal(message));
  });

  it('products that are not in the archive are refused by name', async () => {
    const reply = await priceOf({ productIds: ['ALPHA', 'GHOST'] });
    expect(reply).toEqual(refusal('These products are not in the archive: GHOST'));
  });

  it('products that do not touch the AOI are refused by name, clipped or whole', async () => {
    const reply = await priceOf({ productIds: ['ALPHA', 'FAR'] });
    expect(reply).toEqual(refusal('These products do not intersect the AOI: FAR'));
    expect(await priceOf({ productIds: ['ALPHA', 'FAR'], cropByAoi: false })).toEqual(reply);
  });

  it.each([
    ['POLYGON ((1 2', 'The WKT format is incorrect!'],
    ['POINT (1 2)', 'Type incorrect. The allowed type is: POLYGON, MULTIPOLYGON'],
    [writeWkt(square(1, 1, 1, 1)), 'Ring 1 of the outline has too few points.'],
    [writeWkt(square(0, -60, 90, 60)), 'Area over limit: 10,000,000 km²'],
  ])('the AOI %s is refused', async (aoiWkt, message) => {
    expect(await priceOf({ aoiWkt })).toEqual(refusal(message));
  });

  it('level L1 is available in LAT_LON only', async () => {
    expect((await submit({ productLevel: 'L1' })).message).toBe('Level L1 is available in LAT_LON only.');
    expect((await submit({ productLevel: 'L1', projection: 'LAT_LON' })).result).toBe(1);
  });

  it('a submitted order is first in the list, to be processed, with its history', async () => {
    const orderNum = await ordered();
    const page = await list();
    expect(page?.list[0]).toMatchObject({
      orderNum,
      orderName: 'Harbour survey',
      status: 1,
      ctime: app.clock.now().toISOString(),
      downloadUrl: [],
      finalPrice: (await priceOf()).data?.finalPrice,
      productIds: ['ALPHA'],
      simulated: true,
      history: [{ status: 1, at: app.clock.now().toISOString() }],
    });
    expect(page?.total).toBe(1);
  });

  it('orders are numbered by the UTC day', async () => {
    app.clock.set('2026-12-01T23:59:59Z');
    ({ token } = await app.signIn());
    const first = await ordered();
    const second = await ordered();
    app.clock.set('2026-12-02T00:00:00Z');
    expect([first, second, await ordered()]).toEqual([
      'GT-20261201-0001',
      'GT-20261201-0002',
      'GT-20261202-0001',
    ]);
  });

  it('the list has ten orders a page, newest first, and none of other users', async () => {
    const nums: string[] = [];
    for (let n = 0; n < 12; n++) nums.unshift(await ordered());
    const [first, second] = [await list(1), await list(2)];
    expect(first?.list.map((order) => order.orderNum)).toEqual(nums.slice(0, 10));
    expect(second?.list.map((order) => order.orderNum)).toEqual(nums.slice(10));
    expect(first?.total).toBe(12);
    ({ token } = await app.signIn());
    expect(await list()).toEqual({ list: [], total: 0 });
  });

  it('the place of an order is its list and its page there', async () => {
    const nums: string[] = [];
    for (let n = 0; n < 11; n++) nums.unshift(await ordered());
    const place = async (orderNum: string) =>
      (await app.call('orderDetails', { params: { orderNum } }, { token })).reply;
    expect((await place(nums[0] ?? '')).data).toMatchObject({ kind: 'archive', page: 1 });
    expect((await place(nums[9] ?? '')).data).toMatchObject({ kind: 'archive', page: 1 });
    expect((await place(nums[10] ?? '')).data).toMatchObject({ kind: 'archive', page: 2 });
    expect(await place('GT-20200101-0001')).toEqual(refusal('Order not found.'));
  });

  it('a price that differs from the agreed one is refused with the new price, and nothing is ordered', async () => {
    const { readySeconds: _, ...price } = (await priceOf()).data!;
    const reply = await submit({ agreedPrice: price.finalPrice - 1 });
    expect(reply).toEqual({
      ...refusal('The price has changed. Check the new price and confirm again.'),
      data: { price },
    });
    expect((await list())?.total).toBe(0);
  });

  it('archive orders can be switched off', async () => {
    const off = await startServer(server, { ORDER_ARCHIVE: 'off' });
    const user = await off.signIn();
    const { reply } = await off.call('archivePrice', { body: REQUEST }, { token: user.token });
    expect(reply).toEqual(refusal('This feature is turned off on this portal.'));
    const body = { ...REQUEST, agreedPrice: 1 };
    const submitted = await off.call('archiveSubmit', { body }, { token: user.token, key: randomUUID() });
    expect(submitted.reply).toEqual(reply);
    await off.close();
  });

  describe('one confirmed form makes one order', () => {
    it.each(['short', 'with space in it', 'ü'.repeat(10), 'x'.repeat(129)])(
      'the Idempotency-Key %j is refused',
      async (key) => {
        const body = JSON.stringify({ ...REQUEST, agreedPrice: 1 });
        const headers = {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        };
        const answer = await app.request('/api/order/v1/archive/submit', { method: 'POST', headers, body });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ message: expect.stringContaining('Idempotency-Key') });
      },
    );

    it('the same key returns the same order, even after the price changed', async () => {
      const key = randomUUID();
      const agreedPrice = (await priceOf()).data?.finalPrice ?? 0;
      const first = await submit({ agreedPrice }, key);
      await app.deps.db.pool.query("update scenes set gsd = 5 where product_id = 'ALPHA'");
      expect((await priceOf()).data?.finalPrice).not.toBe(agreedPrice);
      const second = await submit({ agreedPrice }, key);
      await app.deps.db.pool.query("update scenes set gsd = 0.5 where product_id = 'ALPHA'");
      expect(first.result).toBe(1);
      expect(second).toEqual(first);
      expect((await list())?.total).toBe(1);
    });

    it('the same key with another body is refused', async () => {
      const key = randomUUID();
      await submit({}, key);
      expect((await submit({ orderName: 'Another' }, key)).message).toMatch(/was used for another request/);
      expect((await list())?.total).toBe(1);
    });

    it('the same key of another user makes another order', async () => {
      const key = randomUUID();
      const first = await submit({}, key);
      ({ token } = await app.signIn());
      expect((await submit({}, key)).data?.orderNum).not.toBe(first.data?.orderNum);
    });

    const outcome = async (key: string, as = token) =>
      (await app.call('submitOutcome', { body: { key } }, { token: as })).reply.data;

    it('the server says what a key made; a key that made nothing is closed against late arrivals', async () => {
      const key = randomUUID();
      const { data } = await submit({}, key);
      expect(await outcome(key)).toEqual({
        made: {
          kind: 'archive',
          num: data?.orderNum,
          name: 'Harbour survey',
          status: 1,
          ctime: app.clock.now().toISOString(),
          finalPrice: (await priceOf()).data?.finalPrice,
        },
      });
      const late = randomUUID();
      expect(await outcome(late)).toEqual({ made: null });
      expect(await submit({}, late)).toEqual(
        refusal('This submission was closed before it arrived. Nothing was ordered.'),
      );
      expect(await outcome(late)).toEqual({ made: null });
      expect((await list())?.total).toBe(1);
    });

    it('a key of another user is neither shown nor closed', async () => {
      const key = randomUUID();
      const stranger = await app.signIn();
      expect(await outcome(key, stranger.token)).toEqual({ made: null });
      expect((await submit({}, key)).result).toBe(1);
      expect(await outcome(key, stranger.token)).toEqual({ made: null });
    });

    it('of a submit under way and a question about it, the answer is what happened', async () => {
      const keys = Array.from({ length: 40 }, () => randomUUID());
      const agreedPrice = (await priceOf()).data?.finalPrice ?? 0;
      const answers = await Promise.all(
        keys.map(async (key, n) => {
          const wait = new Promise((resolve) => setTimeout(resolve, n % 8));
          const [reply, answer] = await Promise.all([
            submit({ agreedPrice }, key),
            wait.then(() => outcome(key)),
          ]);
          return { isOrdered: reply.result === 1, isMade: answer?.made !== null };
        }),
      );
      for (const { isOrdered, isMade } of answers) expect(isMade).toBe(isOrdered);
      expect((await list())?.total).toBe(answers.filter(({ isOrdered }) => isOrdered).length);
    });

    it('the key of an order is known as long as the order, a closed one for seven days', async () => {
      const [made, closed] = [randomUUID(), randomUUID()];
      await submit({}, made);
      await outcome(closed);
      const closedKeys = async () =>
        (await app.deps.db.pool.query('select from closed_keys where key = $1', [closed])).rowCount;
      const days = (count: number) => new Date(app.clock.now().getTime() + count * 24 * 60 * 60 * 1000);
      await forgetOld(app.deps.db.pool, days(7));
      expect(await closedKeys()).toBe(1);
      await forgetOld(app.deps.db.pool, days(8));
      expect(await closedKeys()).toBe(0);
      expect((await outcome(made))?.made).not.toBeNull();
    });

    it('fifty concurrent submits with one key make one order', async () => {
      const key = randomUUID();
      const agreedPrice = (await priceOf()).data?.finalPrice ?? 0;
      const replies = await Promise.all(Array.from({ length: 50 }, () => submit({ agreedPrice }, key)));
      expect(new Set(replies.map((reply) => reply.data?.orderNum)).size).toBe(1);
      expect(replies.every((reply) => reply.result === 1)).toBe(true);
      expect((await list())?.total).toBe(1);
    });

    it('fifty concurrent submits with fifty keys make fifty orders with different numbers', async () => {
      const agreedPrice = (await priceOf()).data?.finalPrice ?? 0;
      const replies = await Promise.all(Array.from({ length: 50 }, () => submit({ agreedPrice })));
      expect(new Set(replies.map((reply) => reply.data?.orderNum)).size).toBe(50);
      expect((await list())?.total).toBe(50);
    });
  });

  describe('the progress of an order', () => {
    it('an order moves through 1, 3, 4, 5, 6, 7, never ahead of the clock', async () => {
      const orderNum = await ordered();
      const seen: (number | null | undefined)[] = [];
      for (let n = 0; n < 6; n++) {
        await app.takeSteps();
        seen.push((await orderOf(orderNum))?.status);
        app.clock.advance(STEP_MS);
      }
      expect(seen).toEqual([1, 3, 4, 5, 6, 7]);
      const history = (await orderOf(orderNum))?.history ?? [];
      expect(history.map((entry) => entry.status)).toEqual([1, 3, 4, 5, 6, 7]);
      const times = history.map((entry) => Date.parse(entry.at));
      expect(times.slice(1).map((time, n) => time - (times[n] ?? 0))).toEqual(Array(5).fill(STEP_MS));
    });

    it('a completed order has a link for each file and the receipt, and appears as a payment record', async () => {
      const { data } = await submit({ productIds: ['BETA', 'ALPHA'] });
      await step(5);
      const order = await orderOf(data?.orderNum ?? '');
      expect(order?.status).toBe(7);
      // two scenes, the receipt and its PDFs
      expect(order?.downloadUrl).toHaveLength(5);
      expect(order?.downloadUrl[0]).toContain('BETA');
      const { reply } = await app.call('payRecords', { query: { cpage: 1 } }, { token });
      expect(reply.data).toMatchObject({
        total: 1,
        list: [{ orderNum: data?.orderNum, cost: order?.finalPrice }],
      });
    });

    it('the links serve the files without a log-in, and guessed ones get 404', async () => {
      const orderNum = await ordered();
      await step(5);
      const link = new URL((await orderOf(orderNum))?.downloadUrl[0] ?? '');
      const answer = await app.request(link.pathname);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toContain('attachment; filename="ALPHA.zip"');
      const bytes = await answer.arrayBuffer();
      expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
      const head = await app.request(link.pathname, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const [, , , num, secret = '', name] = link.pathname.split('/');
      const guesses = [
        `/web/delivery/${num}/${'A'.repeat(secret.length)}/${name}`,
        `/web/delivery/${num}/${secret.slice(1)}/${name}`,
        `/web/delivery/${num}/${secret}/other.zip`,
        `/web/delivery/GT-20200101-0001/${secret}/${name}`,
        `/web/delivery/${num}/${secret}/..%2F..%2F..%2Fpostgres.password`,
        `/web/delivery/..%2F${num}/${secret}/${name}`,
      ];
      for (const guess of guesses) expect((await app.request(guess)).status).toBe(404);
    });

    it('the links serve parts of a file, for a map that draws from it', async () => {
      const orderNum = await ordered();
      await step(5);
      const { pathname } = new URL((await orderOf(orderNum))?.downloadUrl[0] ?? '');
      const whole = await app.request(pathname);
      const bytes = Buffer.from(await whole.arrayBuffer());
      const size = bytes.length;
      const etag = whole.headers.get('etag') ?? '';
      expect(whole.headers.get('accept-ranges')).toBe('bytes');
      expect(etag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
      const asked = async (headers: Record<string, string>) => {
        const part = await app.request(pathname, { headers });
        const text = Buffer.from(await part.arrayBuffer()).toString('latin1');
        return [part.status, part.headers.get('content-range'), text];
      };
      const partOf = (start: number, end: number) => [
        206,
        `bytes ${start}-${end}/${size}`,
        bytes.subarray(start, end + 1).toString('latin1'),
      ];
      const all = [200, null, bytes.toString('latin1')];
      expect(await asked({ range: 'bytes=1-3' })).toEqual(partOf(1, 3));
      expect(await asked({ range: 'bytes=2-' })).toEqual(partOf(2, size - 1));
      expect(await asked({ range: 'bytes=-2' })).toEqual(partOf(size - 2, size - 1));
      expect(await asked({ range: 'bytes=1-999999' })).toEqual(partOf(1, size - 1));
      expect(await asked({ range: 'bytes=1-3', 'if-range': etag })).toEqual(partOf(1, 3));
      expect(await asked({ range: 'bytes=1-3', 'if-range': '"another"' })).toEqual(all);
      expect(await asked({ range: 'bytes=3-1' })).toEqual(all);
      expect(await asked({ range: 'lines=1-3' })).toEqual(all);
      expect(await asked({ range: `bytes=${size}-` })).toEqual([416, `bytes */${size}`, '']);
      expect(await asked({ range: 'bytes=-0' })).toEqual([416, `bytes */${size}`, '']);
    });

    it('the delivered files are a GeoTIFF of the ordered area, its thumbnail, metadata and licence', async () => {
      const real = await startServer(server, { DELIVERY_MEGAPIXELS: '0.2' }, { deliverScene });
      await storeAll(real.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
      const user = await real.signIn();
      await real.order(REQUEST, user.token);
      await real.finishOrders();
      const { reply } = await real.call('archiveOrders', { query: { cpage: 1 } }, { token: user.token });
      const links = reply.data?.list[0]?.downloadUrl.map((link) => new URL(link).pathname) ?? [];
      expect(links.map((link) => link.split('/').at(-1))).toEqual([
        'ALPHA_L2A.json',
        'ALPHA_L2A.tif',
        'ALPHA_L2A.webp',
        'ALPHA_LICENCE.txt',
        expect.stringMatching(/^GT-.*_receipt\.json$/),
        expect.stringMatching(/^GT-.*_receipt_en\.pdf$/),
        expect.stringMatching(/^GT-.*_receipt_zh\.pdf$/),
      ]);
      const answers = await Promise.all(links.map((link) => real.request(link)));
      expect(answers.map((answer) => answer.headers.get('content-type'))).toEqual([
        'application/json',
        'image/tiff; application=geotiff; profile=cloud-optimized',
        'image/webp',
        'text/plain; charset=utf-8',
        'application/json',
        'application/pdf',
        'application/pdf',
      ]);
      const [item, image, , licence, receipt] = answers;
      expect(await item?.json()).toMatchObject({ id: 'ALPHA', stac_version: '1.1.0' });
      const tiff = await fromArrayBuffer((await image?.arrayBuffer()) ?? new ArrayBuffer());
      expect((await tiff.getImage()).getGeoKeys()).toMatchObject({ ProjectedCSTypeGeoKey: 32648 });
      expect(await licence?.text()).toContain('SIMULATED');
      const content = (await receipt?.json()) as { files: { name: string }[] } | undefined;
      expect(content?.files.map(({ name }) => name).sort()).toEqual(
        [...links.slice(0, 4), ...links.slice(5)].map((link) => link.split('/').at(-1)),
      );
      await real.close();
    });

    it('an area across 180° is billed once and delivered in one image', async () => {
      const real = await startServer(server, { DELIVERY_MEGAPIXELS: '0.2' }, { deliverScene });
      const over = (degrees: number, south: number, north: number): Footprint => {
        const halves = [square(180 - degrees, south, 180, north), square(-180, south, degrees - 180, north)];
        return areaOfPolygons(halves.flatMap(polygonsOf));
      };
      await storeAll(real.deps.db, [sceneOf('FIJI', over(0.5, -0.5, 0.5))]);
      const user = await real.signIn();
      const form = { ...REQUEST, productIds: ['FIJI'], aoiWkt: writeWkt(over(0.1, 0, 0.1)) };
      const orderNum = await real.order({ ...form, projection: 'LAT_LON' }, user.token);
      await real.finishOrders();
      const { reply } = await real.call('orderDetails', { params: { orderNum } }, { token: user.token });
      // at the equator a degree has 111.32 km of longitude and 110.57 km of latitude
      expect(reply.data?.price.valuationArea).toBeCloseTo(0.2 * 111.32 * 0.1 * 110.57, 0);
      const stored = (name: string) => readFile(real.deps.files.pathOf('deliveries', orderNum, name));
      const item = JSON.parse(String(await stored('FIJI_L2A.json'))) as { bbox: number[] };
      expect(item.bbox).toEqual(
        [179.9, 0, -179.9, 0.1].map((degrees): unknown => expect.closeTo(degrees, 2)),
      );
      const image = await (
        await fromArrayBuffer(new Uint8Array(await stored('FIJI_L2A.tif')).buffer)
      ).getImage();
      const [west, , east] = image.getBoundingBox() as [number, number, number, number];
      expect([west, east - west]).toEqual([expect.closeTo(179.9, 2), expect.closeTo(0.2, 2)]);
      await real.close();
    });

    it('an order whose files cannot be made fails and costs nothing', async () => {
      const failing = await startServer(
        server,
        {},
        { deliverScene: () => Promise.reject(new Error('disk full')) },
      );
      await storeAll(failing.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
      const user = await failing.signIn();
      const { reply: price } = await failing.call('archivePrice', { body: REQUEST }, { token: user.token });
      const body = { ...REQUEST, agreedPrice: price.data?.finalPrice ?? 0 };
      await failing.call('archiveSubmit', { body }, { token: user.token, key: randomUUID() });
      for (let n = 0; n < 6; n++) {
        failing.clock.advance(STEP_MS);
        await failing.takeSteps();
      }
      const { reply } = await failing.call('archiveOrders', { query: { cpage: 1 } }, { token: user.token });
      expect(reply.data?.list[0]).toMatchObject({ status: 8, downloadUrl: [] });
      const records = await failing.call('payRecords', { query: { cpage: 1 } }, { token: user.token });
      expect(records.reply.data?.total).toBe(0);
      const params = { orderNum: reply.data?.list[0]?.orderNum ?? '' };
      const late = await failing.call('cancelArchiveOrder', { params }, { token: user.token });
      expect(late.reply).toEqual(refusal('The order has failed, so there is nothing to cancel.'));
      await failing.close();
    });

    it('several workers make every step once', async () => {
      const nums = [await ordered(), await ordered(), await ordered()];
      for (let n = 0; n < 6; n++) {
        app.clock.advance(STEP_MS);
        await Promise.all(Array.from({ length: 5 }, () => app.takeSteps()));
      }
      for (const orderNum of nums)
        expect((await orderOf(orderNum))?.history.map((entry) => entry.status)).toEqual([1, 3, 4, 5, 6, 7]);
    });
  });

  describe('cancelling', () => {
    it.each([
      [0, 1],
      [1, 3],
      [2, 4],
    ])('after %i steps (status %i) an order can be cancelled and stays so', async (steps, status) => {
      const orderNum = await ordered();
      await step(steps);
      expect((await orderOf(orderNum))?.status).toBe(status);
      expect(await cancel(orderNum)).toEqual({ result: 1 });
      await step(3);
      expect((await orderOf(orderNum))?.status).toBe(9);
      expect(await cancel(orderNum)).toEqual(refusal('The order is already cancelled.'));
    });

    it.each([3, 4, 5])('after %i steps an order cannot be cancelled', async (steps) => {
      const orderNum = await ordered();
      await step(steps);
      const before = await orderOf(orderNum);
      expect(await cancel(orderNum)).toEqual(refusal('The order is too far along to be cancelled.'));
      expect(await orderOf(orderNum)).toEqual(before);
    });

    it("another user's order, another kind's and an unknown one get the same reply", async () => {
      const orderNum = await ordered();
      const unknown = refusal('Order not found.');
      const asTasking = await app.call('cancelTaskingOrder', { params: { orderNum } }, { token });
      expect(asTasking.reply).toEqual(unknown);
      expect(await cancel('GT-20200101-0001')).toEqual(unknown);
      ({ token } = await app.signIn());
      expect(await cancel(orderNum)).toEqual(unknown);
    });

    it('of a cancel and a concurrent step of the supplier exactly one happens', async () => {
      const outcomes: unknown[] = [];
      for (let round = 0; round < 20; round++) {
        const orderNum = await ordered();
        await step(2);
        app.clock.advance(STEP_MS);
        const at = app.clock.now();
        const cancellation = { accountId, kind: 'archive', orderNum, at } as const;
        const [outcome] = await Promise.all([
          app.deps.db.transaction((client) => cancelOrder(client, cancellation)),
          app.takeSteps(),
        ]);
        const order = await orderOf(orderNum);
        expect(order?.status).toBe(outcome === 'cancelled' ? 9 : 5);
        expect(order?.history.map((entry) => entry.status)).toEqual([1, 3, 4, order?.status]);
        outcomes.push(outcome);
        await app.deps.db.pool.query('update orders set next_step_at = null');
      }
      expect(outcomes).toHaveLength(20);
    });
  });
});
