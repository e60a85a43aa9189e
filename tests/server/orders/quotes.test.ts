import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TaskingPriceRequest } from '../../../contract/orders/orders.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const DAY_MS = 86_400_000;
const AOI = writeWkt(square(103.8, 1.2, 103.9, 1.3));
const FORM = { productIds: ['ALPHA'], aoiWkt: AOI, productLevel: 'L3A' as const, cropByAoi: true };
const TASKING: TaskingPriceRequest = {
  aoiWkt: AOI,
  sourceCode: 'S',
  taskingWindowStart: '2026-11-24',
  taskingWindowEnd: '2026-12-20',
  maxCloudCover: 90,
  maxOffNadirAngle: 45,
  resolution: 0.5,
  productMode: 'MONO',
  productLevel: 'L1',
  cropByAoi: true,
  projection: 'LAT_LON',
};

describe.each(databaseServers)('quotes have numbers and are kept ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  let email: string;
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4), { sourceCode: 'C' })]);
    ({ token, email } = await app.signIn());
  });

  const quoted = async (form: object = FORM, by = token) => {
    const body = { kind: 'archive' as const, form: { ...FORM, ...form } };
    return (await app.call('saveQuote', { body }, { token: by })).reply.data!;
  };
  const ordered = async (form: object = {}, agreedPrice?: number) => {
    const body = { ...FORM, ...form };
    const { reply: price } = await app.call('archivePrice', { body }, { token });
    const { reply } = await app.call(
      'archiveSubmit',
      {
        body: {
          ...body,
          orderName: 'Harbour',
          projection: 'UTM',
          agreedPrice: agreedPrice ?? price.data?.finalPrice ?? 0,
        },
      },
      { token, key: randomUUID() },
    );
    return reply.data?.orderNum ?? '';
  };
  const detailsOf = async (orderNum: string) =>
    (await app.call('orderDetails', { params: { orderNum } }, { token })).reply.data!;

  it('has the number, price and last day; asked for again it is the same, another form or account has another', async () => {
    const { reply } = await app.call('archivePrice', { body: FORM }, { token });
    const { readySeconds: _, ...price } = reply.data!;
    const first = await quoted();
    expect(first).toEqual({
      number: 'Q-2026-000001',
      finalPrice: price.finalPrice,
      validUntil: '2026-12-04',
      price,
    });
    expect(await quoted()).toEqual(first);
    expect((await quoted({ productLevel: 'L1' })).number).toBe('Q-2026-000002');
    const other = await app.signIn();
    expect((await quoted(FORM, other.token)).number).toBe('Q-2026-000003');
  });

  it('one for a new acquisition is valid until the day before its window', async () => {
    const body = { kind: 'tasking' as const, form: TASKING };
    const { reply } = await app.call('saveQuote', { body }, { token });
    expect(reply.data?.validUntil).toBe('2026-11-23');
    const form = { ...TASKING, orderName: 'Strait' };
    const { reply: made } = await app.call('taskingSubmit', { body: form }, { token, key: randomUUID() });
    expect((await detailsOf(made.data?.orderNum ?? '')).quote?.number).toBe(reply.data?.number);
  });

  it('the order of the same form names its quote, on its page and on its receipt', async () => {
    const { number, finalPrice, validUntil } = await quoted();
    const orderNum = await ordered({ productLevelAppend: 'L1' });
    expect((await detailsOf(orderNum)).quote).toEqual({ number, finalPrice, validUntil });
    // a filled clip costs nothing, so the quote holds for it
    expect((await detailsOf(await ordered({ filled: ['ALPHA'] }))).quote?.number).toBe(number);
    expect((await detailsOf(await ordered({ cropByAoi: false }))).quote).toBeNull();
    await app.finishOrders();
    const receipt = app.deps.files.pathOf('deliveries', orderNum, `${orderNum}_receipt.json`);
    expect(JSON.parse(await readFile(receipt, 'utf8'))).toMatchObject({ quote: number });
  });

  it('after a change of the scene the form and the order show both prices, and after 14 days it names no quote', async () => {
    const { finalPrice, number } = await quoted();
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.85, 1.1, 104, 1.4))]);
    // the form has both, too
    const { data } = (await app.call('archivePrice', { body: FORM }, { token })).reply;
    expect(data?.quote).toMatchObject({ number, finalPrice });
    expect(data?.finalPrice).toBeLessThan(finalPrice);
    const changed = await detailsOf(await ordered());
    expect(changed.quote).toMatchObject({ number, finalPrice });
    expect(changed.price.finalPrice).toBeLessThan(finalPrice);
    // the new price has a number of its own
    expect((await quoted()).number).not.toBe(number);
    app.clock.advance(15 * DAY_MS);
    const login = { body: { uname: email, upass: PASSWORD } };
    token = (await app.call('login', login)).reply.data?.token ?? '';
    expect((await detailsOf(await ordered())).quote).toBeNull();
  });
});
