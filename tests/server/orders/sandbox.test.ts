import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewApiKeyRequest } from '../../../contract/calls/apiKeys.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { copies } from '../support/copies.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const STEP_MS = 10_000;

describe.each(databaseServers)('orders by API key ($name)', (server) => {
  const app = serverFor(server, { ACCOUNT_ORDERS: '3' });
  let token: string;
  let accountId: number;
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
  });
  beforeEach(async () => {
    ({ token, id: accountId } = await app.signIn());
  });

  const keyFor = async (wanted: Partial<NewApiKeyRequest>) => {
    const body = {
      name: 'Orders',
      scopes: ['order', 'exports'] as const,
      sandbox: false,
      endsOn: null,
      monthlyLimit: null,
    };
    const { reply } = await app.call(
      'createApiKey',
      { body: { ...body, scopes: [...body.scopes], ...wanted } },
      { token },
    );
    if (!reply.data) throw new Error(reply.message);
    return reply.data.key;
  };
  const priceOf = async () =>
    (await app.call('archivePrice', samples.archivePrice, { token })).reply.data?.finalPrice ?? 0;
  const submit = async (by: string, idempotencyKey: string = randomUUID()) => {
    const body = { ...samples.archiveSubmit.body, agreedPrice: await priceOf() };
    return (
      await app.call(
        'archiveSubmit',
        { body: { ...body, contractNum: undefined } },
        { token: by, key: idempotencyKey },
      )
    ).reply;
  };
  const numsOf = async (by: string) =>
    ((await app.call('archiveOrders', { query: { cpage: 1 } }, { token: by })).reply.data?.list ?? []).map(
      ({ orderNum }) => orderNum,
    );
  const finish = async () => {
    for (let n = 0; n < 6; n++) {
      app.clock.advance(STEP_MS);
      await app.takeSteps();
    }
  };
  const rowsOf = async (table: string) =>
    (await app.deps.db.pool.query(`select * from ${table} where account_id = $1`, [accountId])).rowCount;

  it('a sandbox order is marked, delivered, costs nothing, and is in no list of the account', async () => {
    const sandbox = await keyFor({ sandbox: true });
    const num = (await submit(sandbox)).data?.orderNum ?? '';
    await app.deliverMail();
    await finish();
    const { list } =
      (await app.call('archiveOrders', { query: { cpage: 1 } }, { token: sandbox })).reply.data ?? {};
    expect(list).toMatchObject([{ orderNum: num, status: 7, sandbox: true, simulated: true, finalPrice: 0 }]);
    // the scene's files, and the receipt
    expect(list?.[0]?.downloadUrl.length).toBeGreaterThan(0);
    const details = (by: string) => app.call('orderDetails', { params: { orderNum: num } }, { token: by });
    const { data } = (await details(sandbox)).reply;
    expect(data).toMatchObject({ sandbox: true, page: 1, price: { finalPrice: await priceOf() } });
    expect(await rowsOf('payment_records')).toBe(0);
    expect(await app.deliverMail()).toEqual([]);
    expect(await numsOf(token)).toEqual([]);
    expect((await details(token)).reply).toEqual(refusal('Order not found.'));
    // the key's owner sees it nowhere else, not even with a live key
    expect(await numsOf(await keyFor({}))).toEqual([]);
  });

  it('a sandbox key neither sees nor cancels the orders of the account', async () => {
    const [sandbox, live] = [await keyFor({ sandbox: true }), await keyFor({})];
    const num = (await submit(live)).data?.orderNum ?? '';
    expect(await numsOf(token)).toEqual([num]);
    expect(await numsOf(sandbox)).toEqual([]);
    const cancel = async (by: string) =>
      (await app.call('cancelArchiveOrder', { params: { orderNum: num } }, { token: by })).reply;
    expect(await cancel(sandbox)).toEqual(refusal('Order not found.'));
    expect(await cancel(live)).toEqual({ result: 1 });
  });

  it('an Idempotency-Key of the sandbox means nothing outside of it', async () => {
    const [sandbox, key] = [await keyFor({ sandbox: true }), randomUUID()];
    const outcome = async (by: string, of = key) =>
      (await app.call('submitOutcome', { body: { key: of } }, { token: by })).reply.data?.made;
    const [tried, real] = [await submit(sandbox, key), await submit(token, key)];
    expect(real.data?.orderNum).not.toBe(tried.data?.orderNum);
    expect(await outcome(sandbox)).toMatchObject({ num: tried.data?.orderNum, finalPrice: 0 });
    expect(await outcome(token)).toMatchObject({ num: real.data?.orderNum });
    // a question of the sandbox closes no key of the account
    const later = randomUUID();
    expect(await outcome(sandbox, later)).toBeNull();
    expect((await submit(sandbox, later)).messageKey).toBe('keyClosed');
    expect((await submit(token, later)).result).toBe(1);
  });

  it('orders of the sandbox take no place of real ones', async () => {
    const sandbox = await keyFor({ sandbox: true });
    for (let n = 0; n < 3; n++) expect((await submit(sandbox)).result).toBe(1);
    expect((await submit(sandbox)).messageKey).toBe('tooManyOrdersInProcess');
    expect((await submit(token)).result).toBe(1);
  });

  it('orders of the sandbox move no order of the account to a later page', async () => {
    const orderNum = (await submit(token)).data?.orderNum ?? '';
    await submit(await keyFor({ sandbox: true }));
    const changes = { order_num: `'S-' || ${accountId} || '-' || n`, idempotency_key: `'copy-' || n` };
    await copies(app.deps.db.pool, 'orders', PAGE_SIZE, changes);
    const page = async () =>
      (await app.call('orderDetails', { params: { orderNum } }, { token })).reply.data?.page;
    expect(await page()).toBe(1);
    // those of the account do
    await copies(app.deps.db.pool, 'orders', PAGE_SIZE, {
      order_num: `'A-' || ${accountId} || '-' || n`,
      idempotency_key: `'other-' || n`,
      sandbox: 'false',
    });
    expect(await page()).toBe(2);
  });

  it('a sandbox key takes no credits, and gives none back', async () => {
    const sandbox = await keyFor({ sandbox: true });
    for (const call of ['imageryExportSubmit', 'cancelImageryExport'] as const) {
      const answer = await app.call(call, samples[call], { token: sandbox, key: randomUUID() });
      expect(answer).toEqual({ status: 403, reply: refusal('Sandbox keys can’t spend credits.') });
    }
    expect(await rowsOf('credit_entries')).toBe(0);
  });

  it('a key orders for at most its limit of a month, also with orders at once', async () => {
    const cents = await priceOf();
    const live = await keyFor({ monthlyLimit: 2 * cents });
    const three = await Promise.all([submit(live), submit(live), submit(live)]);
    expect(three.filter(({ result }) => result === 1)).toHaveLength(2);
    const dollars = (amount: number) => (amount / 100).toFixed(2);
    const message = `This order would exceed the API key’s monthly limit. $${dollars(2 * cents)} of $${dollars(2 * cents)} is used.`;
    expect(three.find(({ result }) => result === 0)).toEqual(refusal(message));
    // a cancelled order costs nothing
    const [first = ''] = await numsOf(live);
    await app.call('cancelArchiveOrder', { params: { orderNum: first } }, { token: live });
    expect((await submit(live)).result).toBe(1);
    expect((await submit(live)).messageKey).toBe('apiKeyMonth');
    await finish();
    app.clock.set('2026-12-01T00:00:00Z');
    ({ token } = await app.signIn());
    expect((await submit(live)).result).toBe(1);
  });
});
