import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import type { Row } from '../../../contract/calls/row.ts';
import { dollarsOf } from '../../../contract/orders/money.ts';
import { grantCredits } from '../../../server/accounts/accounts.queries.ts';
import { grantLayer, insertLayer } from '../../../server/imagery/imagery.queries.ts';
import { databaseServers, serverFor, type TestServer } from '../support/harness.ts';
import { LAYER } from '../imagery/pictures.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { refusal } from '../support/refusal.ts';

/** Fields that identify a resource. */
const ID = /(^|[a-z])(id|ids|num|key|skey)$/i;
/** Matches the pattern, but is free text. */
const NO_ID = new Set(['contractNum']);

/** The fields of a call that may identify another account's resource. */
function idsOf(row: Row): string[] {
  const shapeOf = (schema: z.ZodMiniType | undefined) =>
    Object.keys((schema as z.ZodMiniObject | undefined)?.shape ?? {});
  const named = [...shapeOf(row.query), ...shapeOf(row.body)].filter(
    (field) => ID.test(field) && !NO_ID.has(field),
  );
  return [...shapeOf(row.params), ...named];
}

const names = Object.keys(endpoints) as EndpointName[];
const takingIds = names.filter((name) => idsOf(endpoints[name]).length > 0);

describe.each(databaseServers)("other accounts' ids ($name)", (server) => {
  const app = serverFor(server);
  let owner: Awaited<ReturnType<TestServer['signIn']>>;
  let stranger: typeof owner;
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    [owner, stranger] = [await app.signIn(), await app.signIn()];
  });

  async function order(token: string, key = randomUUID()): Promise<string> {
    const price = await app.call('archivePrice', samples.archivePrice, { token });
    const body = { ...samples.archiveSubmit.body, agreedPrice: price.reply.data?.finalPrice ?? 0 };
    const { reply } = await app.call('archiveSubmit', { body }, { token, key });
    if (!reply.data?.orderNum) throw new Error(reply.message);
    return reply.data.orderNum;
  }
  const ordersOf = async (token: string) =>
    (await app.call('archiveOrders', { query: { cpage: 1 } }, { token })).reply.data?.list ?? [];

  async function refusesCancel(call: 'cancelArchiveOrder' | 'cancelTaskingOrder'): Promise<void> {
    const orderNum = await order(owner.token);
    const answer = await app.call(call, { params: { orderNum } }, { token: stranger.token });
    const unknown = await app.call(call, { params: { orderNum: 'unknown' } }, { token: stranger.token });
    expect(answer).toEqual({ status: 200, reply: refusal('Order not found.') });
    expect(unknown).toEqual(answer);
    const [first] = await ordersOf(owner.token);
    expect([first?.orderNum, first?.status]).toEqual([orderNum, 1]);
  }

  async function hidesOrderDetails(): Promise<void> {
    const orderNum = await order(owner.token);
    const details = (num: string, token: string) =>
      app.call('orderDetails', { params: { orderNum: num } }, { token });
    const answer = await details(orderNum, stranger.token);
    expect(answer).toEqual({ status: 200, reply: refusal('Order not found.') });
    expect(await details('unknown', stranger.token)).toEqual(answer);
    expect((await details(orderNum, owner.token)).reply.data).toMatchObject({ orderNum, page: 1 });
  }

  async function hidesEarlierOrders(): Promise<void> {
    const orderNum = await order(owner.token);
    const body = { ...samples.earlierOrders.body, tasking: undefined };
    const earlier = async (token: string) =>
      (await app.call('earlierOrders', { body }, { token })).reply.data?.map((one) => one.orderNum);
    expect(await earlier(owner.token)).toContain(orderNum);
    expect(await earlier(stranger.token)).not.toContain(orderNum);
  }

  async function hidesDeliveries(): Promise<void> {
    const orderNum = await order(owner.token);
    const over = async (token: string) =>
      (
        await app.call('deliveriesOver', { body: { ...samples.deliveriesOver.body, orderNum } }, { token })
      ).reply.data?.orders.map((one) => one.orderNum);
    const { pool } = app.deps.db;
    await pool.query('update orders set status = 7 where order_num = $1', [orderNum]);
    expect(await over(owner.token)).toContain(orderNum);
    expect(await over(stranger.token)).toEqual([]);
    await pool.query('update orders set status = 1 where order_num = $1', [orderNum]);
  }

  /** A key means what its own account did with it; to others it has made nothing. */
  async function hidesSubmitOutcome(): Promise<void> {
    const key = randomUUID();
    const orderNum = await order(owner.token, key);
    const outcome = async (token: string) =>
      (await app.call('submitOutcome', { body: { key } }, { token })).reply.data;
    expect(await outcome(stranger.token)).toEqual({ made: null });
    expect(await outcome(owner.token)).toMatchObject({ made: { num: orderNum } });
  }

  /** Scenes are shared: every user may ask how clear they are, price and order them. */
  async function sharesScenes(
    call: 'archivePrice' | 'archiveSubmit' | 'clearShares' | 'itemAssets',
  ): Promise<void> {
    const before = await ordersOf(owner.token);
    if (call === 'archivePrice') {
      const { reply } = await app.call(call, samples.archivePrice, { token: stranger.token });
      expect(reply.result).toBe(1);
    } else if (call === 'itemAssets') {
      const { reply } = await app.call(call, samples.itemAssets, { token: stranger.token });
      expect(reply.data?.scene.id).toBe('ALPHA');
    } else if (call === 'clearShares') {
      const { reply } = await app.call(call, samples.clearShares, { token: stranger.token });
      expect(reply.result).toBe(1);
    } else {
      const orderNum = await order(stranger.token);
      expect((await ordersOf(stranger.token))[0]?.orderNum).toBe(orderNum);
    }
    expect(await ordersOf(owner.token)).toEqual(before);
  }

  async function hidesAoi(call: 'savedAoi' | 'deleteAoi'): Promise<void> {
    await app.call('saveAoi', samples.saveAoi, { token: owner.token });
    const saved = async () => (await app.call('savedAois', {}, { token: owner.token })).reply.data ?? [];
    const before = await saved();
    const params = { id: before[0]?.id ?? 0 };
    const { reply } = await app.call(call, { params }, { token: stranger.token });
    expect(reply).toEqual(refusal('AOI not found'));
    expect(await saved()).toEqual(before);
  }

  async function tellsOwnAois(): Promise<void> {
    await app.call('saveAoi', samples.saveAoi, { token: owner.token });
    const saved = (await app.call('savedAois', {}, { token: owner.token })).reply.data ?? [];
    const told = async (token: string) =>
      (await app.call('aoiFacts', { body: { ids: [saved[0]!.id] } }, { token })).reply.data?.areas.length;
    expect([await told(stranger.token), await told(owner.token)]).toEqual([0, 1]);
  }

  async function savedSearch(): Promise<{ id: number; skey: string }> {
    const { reply } = await app.call('saveSearch', samples.saveSearch, { token: owner.token });
    if (!reply.data) throw new Error(reply.message);
    return reply.data;
  }

  async function hidesSearch(call: 'savedSearch' | 'deleteSearch'): Promise<void> {
    const { id } = await savedSearch();
    const answer = await app.call(call, { params: { id } }, { token: stranger.token });
    const unknown = await app.call(call, { params: { id: 999_999 } }, { token: stranger.token });
    expect(answer).toEqual({ status: 200, reply: refusal('Saved search not found.') });
    expect(unknown).toEqual(answer);
    const { reply } = await app.call('savedSearch', { params: { id } }, { token: owner.token });
    expect(reply.result).toBe(1);
  }

  /** The key gives access to this search and to nothing else. */
  async function sharesByKeyAlone(): Promise<void> {
    const { id, skey } = await savedSearch();
    const shared = await app.call('sharedSearch', { params: { skey } }, {});
    expect(shared.reply.result).toBe(1);
    expect(shared.reply.data).not.toHaveProperty('id');
    expect(shared.reply.data).not.toHaveProperty('skey');
    const guess = await app.call('sharedSearch', { params: { skey: String(id).padStart(22, '0') } }, {});
    expect(guess.reply.result).toBe(0);
  }

  /** A layer granted to another account gets the same reply as a missing one. */
  async function hidesLayer(): Promise<void> {
    const { pool } = app.deps.db;
    const id = await insertLayer(pool, { ...LAYER, storeName: randomUUID() }, app.clock.now());
    await grantLayer(pool, owner.id, id);
    const answer = await app.call('layerVector', { params: { layerId: id } }, { token: stranger.token });
    const unknown = await app.call(
      'layerVector',
      { params: { layerId: 999_999 } },
      { token: stranger.token },
    );
    expect(answer.reply).toEqual(refusal('Imagery layer not found.'));
    expect(unknown).toEqual(answer);
    const { reply } = await app.call('layerVector', { params: { layerId: id } }, { token: owner.token });
    expect(reply.data).toEqual({ geom: LAYER.vector });
    const seen = await app.call('imageryLayers', {}, { token: stranger.token });
    expect(seen.reply.data).toEqual([]);
  }

  const exportsOf = async (token: string) => (await app.call('exportTasks', {}, { token })).reply.data ?? [];

  /** Scenes are shared, but exports belong to an account. */
  async function exportsOnlyForCaller(): Promise<void> {
    const before = await exportsOf(owner.token);
    const { reply } = await app.call('submitExportTask', samples.submitExportTask, { token: stranger.token });
    expect((await exportsOf(stranger.token))[0]?.id).toBe(reply.data?.id);
    expect(await exportsOf(owner.token)).toEqual(before);
  }

  async function refusesExportRename(): Promise<void> {
    const { reply } = await app.call('submitExportTask', samples.submitExportTask, { token: owner.token });
    const before = await exportsOf(owner.token);
    const rename = (id: number) =>
      app.call('renameExportTask', { body: { id, name: 'Taken' } }, { token: stranger.token });
    const answer = await rename(reply.data?.id ?? 0);
    expect(answer).toEqual({ status: 200, reply: refusal('Export not found.') });
    expect(await rename(999_999)).toEqual(answer);
    expect(await exportsOf(owner.token)).toEqual(before);
  }

  /** A forbidden layer can be neither exported nor priced. */
  async function refusesLayerExport(call: 'imageryExportPrice' | 'imageryExportSubmit'): Promise<void> {
    const id = await insertLayer(app.deps.db.pool, { ...LAYER, storeName: randomUUID() }, app.clock.now());
    const request = (dsId: number) =>
      app.call(call, { body: { ...samples[call].body, dsId } }, { token: stranger.token, key: randomUUID() });
    const answer = await request(id);
    expect(answer.reply).toEqual(refusal('Imagery layer not found.'));
    expect(await request(999_999)).toEqual(answer);
  }

  /** A forbidden layer cannot be read for analytics. */
  async function hidesLayerValues(): Promise<void> {
    const id = await insertLayer(app.deps.db.pool, { ...LAYER, storeName: randomUUID() }, app.clock.now());
    const request = (layerId: number) =>
      app.call('layerValues', { body: { ...samples.layerValues.body, layerId } }, { token: stranger.token });
    const answer = await request(id);
    expect(answer.reply).toEqual(refusal('Imagery layer not found.'));
    expect(await request(999_999)).toEqual(answer);
  }

  async function refusesExportCancel(): Promise<void> {
    const { pool } = app.deps.db;
    const id = await insertLayer(
      pool,
      { ...LAYER, storeName: randomUUID(), openToAll: true },
      app.clock.now(),
    );
    const form = { ...samples.imageryExportSubmit.body, dsId: id };
    await app.deps.db.transaction((client) => grantCredits(client, owner.id, 1_000, app.clock.now()));
    const submitted = await app.call(
      'imageryExportSubmit',
      { body: form },
      { token: owner.token, key: randomUUID() },
    );
    expect(submitted.reply).toEqual({ result: 1 });
    const listed = async () =>
      (await app.call('imageryExports', { query: { cpage: 1 } }, { token: owner.token })).reply.list;
    const [task] = await listed();
    const cancel = (taskNum: string) =>
      app.call('cancelImageryExport', { params: { taskNum } }, { token: stranger.token });
    const answer = await cancel(task?.taskNum ?? '');
    expect(answer.reply).toEqual(refusal('Export not found.'));
    expect(await cancel('E20260101-AAAAAAAA')).toEqual(answer);
    expect((await listed())[0]?.status).toBe(1);
  }

  /** A stranger can't revoke a key: it goes on working. */
  async function refusesRevoking(): Promise<void> {
    const { reply } = await app.call('createApiKey', samples.createApiKey, { token: owner.token });
    const revoke = (id: number) => app.call('revokeApiKey', { params: { id } }, { token: stranger.token });
    const answer = await revoke(reply.data?.id ?? 0);
    expect(answer).toEqual({ status: 200, reply: refusal('API key not found.') });
    expect(await revoke(999_999)).toEqual(answer);
    expect((await app.call('places', samples.places, { token: reply.data?.key })).status).toBe(200);
  }

  const watchesOf = async (token: string) => (await app.call('watches', {}, { token })).reply.data ?? [];

  /** The owner's watch, with a delivery and an item of news. */
  async function watch(): Promise<{ id: number; deliveryId: number; newsId: number }> {
    const { pool } = app.deps.db;
    const source = { searchId: (await savedSearch()).id };
    const body = { ...samples.saveWatch.body, source };
    const { reply } = await app.call('saveWatch', { body }, { token: owner.token });
    if (!reply.data) throw new Error(reply.message);
    const { id } = reply.data;
    await pool.query(`update watches set webhook_url = 'https://hooks.example/' where id = $1`, [id]);
    const made = await pool.query<{ id: number }>(
      `insert into watch_deliveries (watch_id, channel, kind, event_id, body, scenes, status, due_at, created_at)
       values ($1, 'webhook', 'scenes', $2, '{}', 1, 'sent', '2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z') returning id`,
      [id, randomUUID()],
    );
    const news = await pool.query<{ id: number }>(
      `insert into news (account_id, kind, watch_id, at) values ($1, 'scenes', $2, '2026-11-20T08:00:00Z') returning id`,
      [owner.id, id],
    );
    return { id, deliveryId: made.rows[0]?.id ?? 0, newsId: news.rows[0]?.id ?? 0 };
  }

  async function hidesWatch(
    call: 'watchTries' | 'watchResult' | 'deleteWatch' | 'pauseWatch',
  ): Promise<void> {
    const { id: known } = await watch();
    const before = await watchesOf(owner.token);
    const request = (id: number) =>
      call === 'pauseWatch'
        ? app.call(call, { body: { id, isPaused: true } }, { token: stranger.token })
        : app.call(call, { params: { id } }, { token: stranger.token });
    const answer = await request(known);
    expect(answer).toEqual({ status: 200, reply: refusal('Watch not found.') });
    expect(await request(999_999)).toEqual(answer);
    expect(await watchesOf(owner.token)).toEqual(before);
  }

  async function hidesWatchDelivery(): Promise<void> {
    const { deliveryId } = await watch();
    const replay = (id: number) => app.call('replayDelivery', { params: { id } }, { token: stranger.token });
    const answer = await replay(deliveryId);
    expect(answer).toEqual({ status: 200, reply: refusal('Delivery not found.') });
    expect(await replay(999_999)).toEqual(answer);
    const { rows } = await app.deps.db.pool.query('select status from watch_deliveries where id = $1', [
      deliveryId,
    ]);
    expect(rows).toEqual([{ status: 'sent' }]);
  }

  async function keepsNewsUnread(): Promise<void> {
    const { newsId } = await watch();
    await app.call('readNews', { body: { ids: [newsId] } }, { token: stranger.token });
    await app.call('readNews', { body: {} }, { token: stranger.token });
    const { reply } = await app.call('news', {}, { token: owner.token });
    expect(reply.data?.find(({ id }) => id === newsId)?.isRead).toBe(false);
    // the stranger has news of own orders alone
    const { reply: theirs } = await app.call('news', {}, { token: stranger.token });
    expect(theirs.data?.filter(({ kind }) => kind !== 'order')).toEqual([]);
  }

  const tests: Partial<Record<EndpointName, () => Promise<void>>> = {
    aoiFacts: tellsOwnAois,
    savedAoi: () => hidesAoi('savedAoi'),
    deleteAoi: () => hidesAoi('deleteAoi'),
    savedSearch: () => hidesSearch('savedSearch'),
    deleteSearch: () => hidesSearch('deleteSearch'),
    watchTries: () => hidesWatch('watchTries'),
    watchResult: () => hidesWatch('watchResult'),
    deleteWatch: () => hidesWatch('deleteWatch'),
    pauseWatch: () => hidesWatch('pauseWatch'),
    replayDelivery: hidesWatchDelivery,
    readNews: keepsNewsUnread,
    sharedSearch: sharesByKeyAlone,
    layerVector: hidesLayer,
    imageryExportPrice: () => refusesLayerExport('imageryExportPrice'),
    imageryExportSubmit: () => refusesLayerExport('imageryExportSubmit'),
    cancelImageryExport: refusesExportCancel,
    layerValues: hidesLayerValues,
    submitExportTask: exportsOnlyForCaller,
    renameExportTask: refusesExportRename,
    cancelArchiveOrder: () => refusesCancel('cancelArchiveOrder'),
    cancelTaskingOrder: () => refusesCancel('cancelTaskingOrder'),
    orderDetails: hidesOrderDetails,
    earlierOrders: hidesEarlierOrders,
    deliveriesOver: hidesDeliveries,
    submitOutcome: hidesSubmitOutcome,
    revokeApiKey: refusesRevoking,
    archivePrice: () => sharesScenes('archivePrice'),
    archiveSubmit: () => sharesScenes('archiveSubmit'),
    clearShares: () => sharesScenes('clearShares'),
    itemAssets: () => sharesScenes('itemAssets'),
  };

  it('every call that takes an id is tested here', () => {
    expect(takingIds.length).toBeGreaterThan(10);
    expect(Object.keys(tests).sort()).toEqual([...takingIds].sort());
  });

  it.each(takingIds)('%s refuses the ids of other accounts', async (name) => {
    await tests[name]?.();
  });

  it("lists contain only the account's own items", async () => {
    const orderNum = await order(owner.token);
    await app.deps.db.pool.query(
      `insert into payment_records (order_id, account_id, cost_cents, at)
       select id, account_id, 100, '2026-11-20T08:00:00Z' from orders where order_num = $1`,
      [orderNum],
    );
    const records = async (token: string) =>
      (await app.call('payRecords', { query: { cpage: 1 } }, { token })).reply.data?.list;
    expect(await records(owner.token)).toMatchObject([{ orderNum }]);
    expect(await records(stranger.token)).toEqual([]);
    const seen = (await ordersOf(stranger.token)).map((item) => item.orderNum);
    expect(seen).not.toContain(orderNum);
  });

  it('account fields in a body are ignored: the order belongs to the caller', async () => {
    const price = await app.call('archivePrice', samples.archivePrice, { token: stranger.token });
    const own = { accountId: owner.id, account_id: owner.id, userId: owner.id, email: owner.email };
    const before = await ordersOf(owner.token);
    const answer = await app.request('/api/order/v1/archive/submit', {
      method: 'POST',
      headers: { authorization: `Bearer ${stranger.token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        ...samples.archiveSubmit.body,
        ...own,
        status: 7,
        agreedPrice: dollarsOf(price.reply.data?.finalPrice ?? 0),
      }),
    });
    expect(await answer.json()).toMatchObject({ result: 1 });
    expect(await ordersOf(owner.token)).toEqual(before);
    expect((await ordersOf(stranger.token))[0]?.status).toBe(1);
  });
});
