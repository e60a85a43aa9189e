import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeStatus } from '../../../server/orders/orders.queries.ts';
import { listTries } from '../../../server/watches/deliveries.queries.ts';
import { listNews } from '../../../server/watches/news.queries.ts';
import { HOOK_SCENES_MOST } from '../../../server/watches/collecting.ts';
import { callDueHooks, HOOK_PAUSES_MS } from '../../../server/watches/webhooks.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';
import { sceneOf } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { startReceiver, verified, type Receiver } from './receiver.ts';
import { openWatcher, OVER, runWatches } from './watching.ts';
import { machineClock } from '../support/clock.ts';

describe.each(databaseServers)('webhooks of watches ($name)', (server) => {
  const app = serverFor(server, { WEBHOOKS_PRIVATE: 'on' });
  let receiver: Receiver;
  let watcher: Awaited<ReturnType<typeof openWatcher>>;
  let made = 0;
  beforeAll(async () => {
    // the package compares the time of a signature with that of the machine
    app.clock.advance(machineClock.now().getTime() - app.clock.now().getTime());
  });
  beforeEach(async () => {
    await app.deps.db.pool.query('delete from watches');
    app.clock.advance(machineClock.now().getTime() - app.clock.now().getTime());
    receiver = await startReceiver();
    watcher = await openWatcher(app);
  });
  afterEach(() => receiver.end());

  const watch = async (settings = {}) => {
    const { data } = await watcher.save({ mail: false, webhookUrl: receiver.url, ...settings });
    return data?.id ?? 0;
  };
  const store = async (count = 1) => {
    const ids = Array.from({ length: count }, () => `SCENE_${++made}`);
    await storeAll(
      app.deps.db,
      ids.map((id) => sceneOf(id, OVER)),
    );
    return ids;
  };
  const last = () => {
    const call = receiver.received.at(-1);
    if (!call) throw new Error('nothing was received');
    return call;
  };

  it('a new scene is posted once, signed by the Standard Webhooks specification', async () => {
    const id = await watch();
    const [scene] = await store();
    await runWatches(app);
    await runWatches(app);
    expect(receiver.received).toHaveLength(1);
    const message = verified(await watcher.secret(), last());
    expect(message).toMatchObject({
      type: 'watch.scenes',
      timestamp: app.clock.now().toISOString(),
      data: { watch: { id, name: 'Harbour' }, count: 1, scenes: [{ productId: scene, cloudCover: 3 }] },
    });
    expect(last().headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[\w-]{24}$/),
    });
    const wrong = `whsec_${Buffer.alloc(32).toString('base64')}`;
    expect(() => verified(wrong, last())).toThrow('No matching signature');
    expect(() => verified('', last())).toThrow();
  });

  it('a changed body or id is refused by the signature', async () => {
    await watch();
    await store();
    await runWatches(app);
    const secret = new Webhook(await watcher.secret());
    const { body, headers } = last();
    const sent = headers as Record<string, string>;
    expect(() => secret.verify(body.replace('Harbour', 'Harbor'), sent)).toThrow('No matching signature');
    expect(() => secret.verify(body, { ...sent, 'webhook-id': 'msg_other' })).toThrow(
      'No matching signature',
    );
  });

  it('each account has its own secret, which stays the same', async () => {
    const secret = await watcher.secret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await watcher.secret()).toBe(secret);
    expect(await (await openWatcher(app)).secret()).not.toBe(secret);
  });

  it('a failed call is repeated after growing pauses with the same webhook-id, then given up', async () => {
    const id = await watch();
    await store();
    receiver.behave(503);
    await runWatches(app);
    for (const pause of HOOK_PAUSES_MS) {
      const before = receiver.received.length;
      app.clock.advance(pause - 1_000);
      await callDueHooks(app.deps);
      expect(receiver.received.length).toBe(before);
      app.clock.advance(1_000);
      await callDueHooks(app.deps);
      expect(receiver.received.length).toBe(before + 1);
    }
    app.clock.advance(7 * 86_400_000);
    await callDueHooks(app.deps);
    expect(receiver.received).toHaveLength(HOOK_PAUSES_MS.length + 1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    // the session has ended meanwhile
    const tries = await listTries(app.deps.db.pool, id);
    expect(tries.map(({ number, status, outcome }) => [number, status, outcome])).toEqual([
      [10, 503, 'failed'],
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => [number, 503, 'retrying']),
    ]);
  });

  it('after five failed tries the webhook is shown as failed, until it answers again', async () => {
    await watch();
    await store();
    receiver.behave(500);
    await runWatches(app);
    for (const pause of HOOK_PAUSES_MS.slice(0, 3)) {
      app.clock.advance(pause);
      await callDueHooks(app.deps);
    }
    expect((await watcher.news()).map(({ kind }) => kind)).toEqual(['scenes']);
    app.clock.advance(HOOK_PAUSES_MS[3]);
    await callDueHooks(app.deps);
    expect((await watcher.watches())[0]?.webhookFailed).toEqual({ tries: 5, status: 500 });
    expect(await watcher.news()).toMatchObject([{ kind: 'webhookFailed', count: 5 }, { kind: 'scenes' }]);
    receiver.behave(200);
    app.clock.advance(HOOK_PAUSES_MS[4]);
    await callDueHooks(app.deps);
    expect((await watcher.watches())[0]?.webhookFailed).toBeNull();
  });

  it('410 Gone ends the tries at once', async () => {
    await watch();
    await store();
    receiver.behave(410);
    await runWatches(app);
    app.clock.advance(7 * 86_400_000);
    await callDueHooks(app.deps);
    expect(receiver.received).toHaveLength(1);
    expect((await listNews(app.deps.db.pool, watcher.id))[0]).toMatchObject({
      kind: 'webhookFailed',
      count: 1,
    });
  });

  it('a delivery of the log is sent again with its id and its body', async () => {
    const id = await watch();
    await store();
    await runWatches(app);
    const [first] = await watcher.tries(id);
    expect(first).toMatchObject({ channel: 'webhook', kind: 'scenes', scenes: 1, number: 1, status: 204 });
    expect(first?.outcome).toBe('sent');
    const params = { id: first?.deliveryId ?? 0 };
    expect((await app.call('replayDelivery', { params }, { token: watcher.token })).reply).toEqual({
      result: 1,
    });
    await callDueHooks(app.deps);
    expect(receiver.received).toHaveLength(2);
    const [one, two] = receiver.received;
    expect([two?.body, two?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']]);
    verified(await watcher.secret(), last());
    expect((await watcher.tries(id)).map(({ number }) => number)).toEqual([2, 1]);
  });

  it('a redirect is not followed', async () => {
    const id = await watch();
    await store();
    receiver.behave(302);
    await runWatches(app);
    expect(receiver.received).toHaveLength(1);
    expect((await watcher.tries(id))[0]).toMatchObject({ status: 302, outcome: 'retrying' });
  });

  it('an answer without an end is cut off', async () => {
    const id = await watch();
    await store();
    receiver.behave('flood');
    await runWatches(app);
    expect((await watcher.tries(id))[0]?.channel).toBe('webhook');
  });

  it('a large find is split; every scene is in exactly one message', async () => {
    await watch();
    const stored = await store(HOOK_SCENES_MOST + 20);
    await runWatches(app);
    const secret = await watcher.secret();
    const messages = receiver.received.map((call) => verified(secret, call));
    expect(messages.map(({ data }) => data.count).sort()).toEqual([20, HOOK_SCENES_MOST]);
    const sent = messages.flatMap(({ data }) => data.scenes?.map(({ productId }) => productId) ?? []);
    expect(sent.sort()).toEqual(stored.sort());
  });

  it('a test is answered at once with status and time, and is signed too', async () => {
    const test = async (url: string) =>
      (await app.call('testHook', { body: { url } }, { token: watcher.token })).reply.data;
    expect(await test(receiver.url)).toEqual({ status: 204, cause: null, ms: expect.any(Number) });
    expect(verified(await watcher.secret(), last())).toMatchObject({ type: 'test' });
    receiver.behave(404);
    expect(await test(receiver.url)).toMatchObject({ status: 404, cause: null });
    expect(await test('http://127.0.0.1:1/')).toMatchObject({ status: null, cause: 'connection' });
    expect(await test('ftp://example.com/')).toMatchObject({ status: null, cause: 'address' });
  });

  it('changes of orders are posted, each once, in the order in which they happened', async () => {
    await watcher.save({ source: { orders: true }, name: 'Orders', mail: false, webhookUrl: receiver.url });
    expect((await watcher.watches())[0]).toMatchObject({ kind: 'orders', condition: null, mail: false });
    const { rows } = await app.deps.db.pool.query<{ id: number }>(
      `insert into orders (order_num, account_id, kind, order_name, status, supplier, simulated, product_ids, aoi_wkt, form, price,
         final_price_cents, secret, created_at)
       values ($2, $1, 'archive', 'Port', 1, 'Orbita', true, '{}', '', '{}', '{}', 100, 's', '2026-11-20T08:00:00Z') returning id`,
      [watcher.id, `GT-${server.name}`],
    );
    for (const status of [3, 7] as const) {
      const at = app.clock.now();
      await app.deps.db.transaction((client) =>
        writeStatus(client, rows[0]?.id ?? 0, { status, at, nextStepAt: null }),
      );
      await callDueHooks(app.deps);
    }
    const secret = await watcher.secret();
    expect(receiver.received.map((call) => verified(secret, call))).toMatchObject([
      {
        type: 'order.status',
        data: { orderNum: `GT-${server.name}`, status: 3, statusLabel: 'to be reviewed' },
      },
      { type: 'order.status', data: { orderNum: `GT-${server.name}`, status: 7, statusLabel: 'completed' } },
    ]);
  });

  it('a change of an order that is rolled back is not posted', async () => {
    await watcher.save({ source: { orders: true }, mail: false, webhookUrl: receiver.url });
    const { rows } = await app.deps.db.pool.query<{ id: number }>(
      `insert into orders (order_num, account_id, kind, order_name, status, supplier, simulated, product_ids, aoi_wkt, form, price,
         final_price_cents, secret, created_at)
       values ($2, $1, 'archive', 'Port', 1, 'Orbita', true, '{}', '', '{}', '{}', 100, 's', '2026-11-20T08:00:00Z') returning id`,
      [watcher.id, `GT-${server.name}-2`],
    );
    await app.deps.db
      .transaction(async (client) => {
        await writeStatus(client, rows[0]?.id ?? 0, { status: 3, at: app.clock.now(), nextStepAt: null });
        throw new Error('no');
      })
      .catch(() => undefined);
    await callDueHooks(app.deps);
    expect(receiver.received).toEqual([]);
  });
});

describe.each(databaseServers.slice(0, 1))('webhooks without WEBHOOKS_PRIVATE', (server) => {
  const app = serverFor(server);

  it.each([
    ['http://example.com/', 'Enter a webhook address that starts with https and has no user name.'],
    ['https://ada:pw@example.com/', 'Enter a webhook address that starts with https and has no user name.'],
    ['nothing', 'Enter a webhook address that starts with https and has no user name.'],
    ['https://127.0.0.1/', 'The webhook’s address is in a private network. Use a public address.'],
    ['https://2130706433/', 'The webhook’s address is in a private network. Use a public address.'],
    ['https://localhost/', 'The webhook’s address is in a private network. Use a public address.'],
    ['https://[::1]/', 'The webhook’s address is in a private network. Use a public address.'],
    ['https://[::ffff:10.0.0.1]/', 'The webhook’s address is in a private network. Use a public address.'],
    [
      'https://169.254.169.254/latest/',
      'The webhook’s address is in a private network. Use a public address.',
    ],
    ['https://nowhere.invalid/', 'The webhook’s host name was not found. Correct the address.'],
  ])('%s is refused', async (webhookUrl, sentence) => {
    const watcher = await openWatcher(app);
    expect(await watcher.save({ webhookUrl })).toEqual(refusal(sentence));
    expect(await watcher.watches()).toEqual([]);
  });

  it('the address is checked again at each call, not only when it is saved', async () => {
    const receiver = await startReceiver();
    const watcher = await openWatcher(app);
    const { data } = await watcher.save();
    const id = data?.id ?? 0;
    const { port } = new URL(receiver.url);
    // a name that was public when it was saved may have become private
    await app.deps.db.pool.query('update watches set mail = false, webhook_url = $2 where id = $1', [
      id,
      `https://localhost:${port}/`,
    ]);
    await storeAll(app.deps.db, [sceneOf('REBOUND', OVER)]);
    await runWatches(app);
    expect((await watcher.tries(id))[0]).toMatchObject({
      status: null,
      cause: 'private',
      outcome: 'retrying',
    });
    expect(receiver.received).toEqual([]);
    await receiver.end();
  });
});
