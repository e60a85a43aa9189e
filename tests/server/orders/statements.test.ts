import { beforeAll, describe, expect, it } from 'vitest';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { grantCredits } from '../../../server/accounts/accounts.queries.ts';
import { openPapers } from '../../../server/orders/papers/papers.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const DAY_MS = 86_400_000;
const AOI = writeWkt(square(103.8, 1.2, 103.9, 1.3));

describe.each(databaseServers)('statements ($name)', (server) => {
  const app = serverFor(server, { TAX_PERCENT: '7' }, { writePaper: openPapers() });
  let token: string;
  let id: number;
  let email: string;
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    ({ token, id, email } = await app.signIn({ puc: true, credits: 0 }));
  });

  const completed = async (orderName: string) => {
    const orderNum = await app.order(
      {
        productIds: ['ALPHA'],
        aoiWkt: AOI,
        orderName,
        productLevel: 'L1',
        projection: 'LAT_LON',
        cropByAoi: true,
      },
      token,
    );
    await app.finishOrders();
    const { reply } = await app.call('orderDetails', { params: { orderNum } }, { token });
    return { orderNum, cents: reply.data?.price.finalPrice ?? 0 };
  };
  const records = async (month?: string) =>
    (await app.call('payRecords', { query: { cpage: 1, ...(month && { month }) } }, { token })).reply.data!;
  const file = async (query: { book: 'orders' | 'credits'; format: 'csv' | 'pdf'; month?: string }) => {
    const { reply } = await app.call('statement', { query }, { token });
    return { name: reply.data!.name, content: Buffer.from(reply.data!.content, 'base64') };
  };

  it('payment records have date, name, kind, lines and receipt, by month, and add up to their orders', async () => {
    const november = [await completed('First'), await completed('Second, "quoted"')];
    app.clock.advance(14 * DAY_MS);
    // the session has ended since
    const login = { body: { uname: email, upass: PASSWORD } };
    token = (await app.call('login', login)).reply.data?.token ?? '';
    const december = await completed('Third');
    const all = await records();
    expect(all.months).toEqual(['2026-12', '2026-11']);
    expect(all.sum).toBe(november[0]!.cents + november[1]!.cents + december.cents);
    const one = await records('2026-11');
    expect([one.total, one.sum]).toEqual([2, november[0]!.cents + november[1]!.cents]);
    expect(one.list[0]).toMatchObject({
      orderNum: november[1]!.orderNum,
      cost: november[1]!.cents,
      orderName: 'Second, "quoted"',
      kind: 'archive',
      lines: 1,
      at: expect.stringMatching(/^2026-11-20T/),
    });
    const receipt = await app.request(new URL(one.list[0]!.receipt!).pathname);
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await records('2026-10')).toMatchObject({ list: [], total: 0, sum: 0 });

    const csv = await file({ book: 'orders', format: 'csv', month: '2026-11' });
    expect(csv.name).toBe('payments_2026-11.csv');
    const [head, newest, oldest, end] = csv.content.toString().split('\r\n');
    expect(head).toBe('\uFEFFID,Date (UTC),Order,Name,Kind,Lines,Cost (USD),Tax (USD),Receipt');
    const tax = Math.round(november[1]!.cents * 0.07) / 100;
    expect(newest).toContain(
      `,${november[1]!.orderNum},"Second, ""quoted""",archive,1,${november[1]!.cents / 100},${tax},R-2026-`,
    );
    expect(oldest).toContain(november[0]!.orderNum);
    expect(end).toBe('');
    const pdf = await file({ book: 'orders', format: 'pdf', month: '2026-11' });
    expect([pdf.name, pdf.content.subarray(0, 5).toString()]).toEqual(['payments_2026-11.pdf', '%PDF-']);
  });

  it('all orders are a file with units in its head: also those in process or cancelled, not those of a sandbox', async () => {
    const own = await app.signIn({ puc: false });
    const form = {
      productIds: ['ALPHA'],
      aoiWkt: AOI,
      orderName: '=1+1, "港口"',
      productLevel: 'L2A' as const,
      projection: 'UTM' as const,
      cropByAoi: true,
    };
    const open = await app.order(form, own.token);
    const cancelled = await app.order({ ...form, orderName: 'Gone' }, own.token);
    await app.call('cancelArchiveOrder', { params: { orderNum: cancelled } }, { token: own.token });
    await app.order({ ...form, orderName: 'Trial' }, own.token);
    await app.deps.db.pool.query(`update orders set sandbox = true where order_name = 'Trial'`);
    const query = { book: 'placed', format: 'csv' } as const;
    const { reply } = await app.call('statement', { query }, { token: own.token });
    expect(reply.data?.name).toBe('orders_all.csv');
    const lines = Buffer.from(reply.data!.content, 'base64').toString().split('\r\n');
    const price = (await app.call('orderDetails', { params: { orderNum: open } }, { token: own.token })).reply
      .data!.price;
    expect(lines).toEqual([
      '\uFEFFOrder,Name,Ordered (UTC),Kind,Status,Product level,Products,Window from (UTC),Window to (UTC),' +
        'Billed area (km²),Price (USD),Quote,Receipt',
      expect.stringMatching(new RegExp(`^${cancelled},Gone,.*Z,archive,cancelled,L2A,ALPHA,,,`)),
      expect.stringMatching(
        new RegExp(`^${open},"'=1\\+1, ""港口""",.*Z,archive,to be processed,L2A,ALPHA,,,`),
      ),
      '',
    ]);
    // the figures of the order, without the separators of thousands
    expect(lines[2]).toContain(`,${price.valuationArea},${price.finalPrice / 100},,`);
    const asPdf = { ...query, format: 'pdf' } as const;
    expect((await app.call('statement', { query: asPdf }, { token: own.token })).status).toBe(400);
  });

  it('each change of credits has its date, reason and balance', async () => {
    const { db, clock } = app.deps;
    await db.transaction((client) => grantCredits(client, id, 500, clock.now()));
    await db.transaction((client) => grantCredits(client, id, -120, clock.now()));
    const { reply } = await app.call('creditMovements', { query: { cpage: 1 } }, { token });
    expect(reply.data).toMatchObject({
      total: 2,
      sum: 380,
      list: [
        { reason: 'grant', subject: '', amount: -120, balance: 380 },
        { reason: 'grant', subject: '', amount: 500, balance: 500 },
      ],
    });
    const { content } = await file({ book: 'credits', format: 'csv' });
    expect(content.toString()).toMatch(
      /^\uFEFFID,Date \(UTC\),Reason,Name,Change \(credits\),Balance \(credits\)\r\n/,
    );
    expect(content.toString()).toContain(',grant,,-120,380\r\n');
    expect((await file({ book: 'credits', format: 'pdf' })).content.subarray(0, 5).toString()).toBe('%PDF-');
    // another month has its own
    await db.pool.query(
      "insert into credit_entries (account_id, amount, reason, at) values ($1, 40, 'grant', '2026-09-10T00:00:00Z')",
      [id],
    );
    const ofMonth = async (month: string) =>
      (await app.call('creditMovements', { query: { cpage: 1, month } }, { token })).reply.data;
    expect(await ofMonth('2026-09')).toMatchObject({ total: 1, sum: 40, list: [{ amount: 40 }] });
    expect(await ofMonth('2026-08')).toMatchObject({ total: 0, sum: 0, list: [] });
  });

  it('only with the puc flag, and not beyond its most rows', async () => {
    const other = await app.signIn({ puc: false });
    const { reply } = await app.call(
      'statement',
      { query: { book: 'orders', format: 'csv' } },
      { token: other.token },
    );
    expect(reply).toMatchObject({ result: 0, messageKey: 'notAllowed' });
    await app.deps.db.pool.query(
      `insert into credit_entries (account_id, amount, reason, at)
       select $1, 1, 'grant', $2 from generate_series(1, 2001)`,
      [other.id, app.clock.now()],
    );
    const long = await app.call(
      'statement',
      { query: { book: 'credits', format: 'csv' } },
      { token: other.token },
    );
    expect(long.reply).toMatchObject({ messageKey: 'statementTooLong', messageParams: { most: 2000 } });
  });
});
