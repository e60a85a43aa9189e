import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertPayment } from '../../../server/orders/payments.ts';
import { storeAll } from '../search/storedScenes.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { samples } from '../support/samples.ts';
import { databaseServers, serverFor } from '../support/harness.ts';

/** 77.16 km²: at $16 per km² an order of it costs $1,234.56. */
const AOI = 'POLYGON ((103.8 1.2, 103.9 1.2, 103.9 1.2627, 103.8 1.2627, 103.8 1.2))';
const PRICED = { productIds: ['ALPHA'], aoiWkt: AOI, productLevel: 'L1', cropByAoi: true };
const ORDER = { ...PRICED, orderName: 'Harbour', projection: 'LAT_LON' };
const TASKING = { ...samples.taskingSubmit.body, aoiWkt: AOI };

interface Wire {
  result: number;
  message?: string;
  messageKey?: string;
  data?: Record<string, never>;
}

describe.each(databaseServers)('money at the wire is dollars ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  let accountId: number;
  /** Every reply as it was sent. */
  const sent: string[] = [];
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    ({ token, id: accountId } = await app.signIn({ utype: 1, credits: 100 }));
  });

  async function send(path: string, body?: object, { by = token, key = '' } = {}): Promise<Wire> {
    const answer = await app.request(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${by}`, ...(key === '' ? {} : { 'idempotency-key': key }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    sent.push(text);
    return JSON.parse(text) as Wire;
  }
  const submit = (agreedPrice: number, key: string = randomUUID(), by = token) =>
    send('/api/order/v1/archive/submit', { ...ORDER, agreedPrice }, { key, by });

  it('a price: unit price, final price and lines in dollars', async () => {
    expect((await send('/api/order/v1/archive/getPrice', PRICED)).data).toMatchObject({
      unitPrice: 16,
      valuationArea: 77.16,
      finalPrice: 1234.56,
      lines: [{ unitPrice: 16, finalPrice: 1234.56 }],
    });
    const tasked = await send('/api/order/v1/tasking/getPrice', TASKING);
    const { unitPrice, valuationArea, finalPrice } = tasked.data as unknown as Record<string, number>;
    expect(finalPrice).toBeCloseTo(unitPrice! * valuationArea!, 2);
  });

  it('a submit agrees to dollars, and is refused with the new price in dollars', async () => {
    const refused = await submit(1234.55);
    expect([refused.result, refused.messageKey]).toEqual([0, 'priceDiffers']);
    expect(refused.data).toMatchObject({ price: { finalPrice: 1234.56, lines: [{ finalPrice: 1234.56 }] } });
    expect(refused.data).not.toHaveProperty('orderNum');
    // the same price in cents
    expect((await submit(123_456)).messageKey).toBe('priceDiffers');
    const tasked = await send(
      '/api/order/v1/tasking/submit',
      { ...TASKING, agreedPrice: 0.01 },
      { key: randomUUID() },
    );
    const asked = await send('/api/order/v1/tasking/getPrice', TASKING);
    expect(tasked.data).toEqual({ price: asked.data });
  });

  it('an order in its list, on its page, over an area, and what its submit made', async () => {
    const key = randomUUID();
    const num = String((await submit(1234.56, key)).data?.['orderNum']);
    const list = (await send('/web/order/archive/list?cpage=1')).data?.['list'];
    expect(list).toMatchObject([{ orderNum: num, finalPrice: 1234.56 }]);
    expect((await send(`/web/order/view/${num}`)).data).toMatchObject({
      price: { finalPrice: 1234.56 },
      scenes: [{ line: { finalPrice: 1234.56 } }],
    });
    expect((await send('/web/submit/outcome', { key })).data).toMatchObject({
      made: { kind: 'archive', num, finalPrice: 1234.56 },
    });
    const { pool } = app.deps.db;
    const { rows } = await pool.query(
      'select id, form, price, final_price_cents from orders where order_num = $1',
      [num],
    );
    expect(rows).toMatchObject([{ final_price_cents: 123_456, price: { finalPrice: 123_456 } }]);
    expect(JSON.stringify(rows[0].form)).not.toContain('agreed');
    await pool.query('update orders set status = 7 where id = $1', [rows[0].id]);
    expect((await send('/web/order/over', { aoiWkt: AOI })).data).toMatchObject({
      orders: [
        { orderNum: num, price: { finalPrice: 1234.56 }, scenes: [{ line: { finalPrice: 1234.56 } }] },
      ],
    });
    await insertPayment(pool as never, {
      orderId: rows[0].id,
      accountId,
      costCents: 1250,
      at: app.clock.now(),
    });
    expect((await send('/web/order/pay/record?cpage=1')).data).toMatchObject({
      list: [{ orderNum: num, cost: 12.5 }],
    });
  });

  it('the monthly limit of an API key, and the refusal beyond it', async () => {
    const wanted = { name: 'Nightly', scopes: ['order'], sandbox: false, endsOn: null };
    const made = await send('/web/apikey/create', { ...wanted, monthlyLimit: 1300.5 });
    expect(made.data).toMatchObject({ monthlyLimit: 1300.5 });
    expect((await send('/web/apikey/list')).data).toMatchObject([{ monthlyLimit: 1300.5 }]);
    const by = String(made.data?.['key']);
    expect((await submit(1234.56, randomUUID(), by)).result).toBe(1);
    expect((await submit(1234.56, randomUUID(), by)).message).toBe(
      'This order would exceed the API key’s monthly limit. $1234.56 of $1300.50 is used.',
    );
  });

  it('no amount of money that was sent has more than two decimals', () => {
    const amounts = sent.flatMap((text) => [
      ...text.matchAll(/"(?:finalPrice|cost|monthlyLimit)":(-?[\d.e+-]+)/g),
    ]);
    expect(amounts.length).toBeGreaterThan(15);
    for (const [, amount = ''] of amounts) expect(amount).toMatch(/^\d+(\.\d{1,2})?$/);
  });

  it('the description says dollars', async () => {
    const text = await (await app.request('/api/openapi.json')).text();
    expect(text).not.toMatch(/\bcents\b|Cents"/);
    const { components } = JSON.parse(text) as {
      components: {
        schemas: Record<string, { properties?: Record<string, { $ref?: string; description?: string }> }>;
      };
    };
    const { finalPrice } = components.schemas['Price']!.properties!;
    const named = finalPrice!.$ref?.split('/').at(-1);
    expect(named === undefined ? finalPrice : components.schemas[named]).toMatchObject({
      type: 'number',
      description: 'US dollars, two decimals at most.',
    });
  });
});
