import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CallError } from '../../../contract/calls/callError.ts';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { dataOf, makeCall, type Call } from '../../../src/services/call/call.ts';
import { cancelOrder, listOrders, priceScenes, submitScenes } from '../../../src/services/orders.ts';
import { newPriceIn } from '../../../src/machines/orders/product.rules.ts';
import { sceneOrderRequestOf } from '../../../src/machines/orders/sceneOrder.machine.ts';
import { formatMoney } from '../../../src/ui/shared/i18n/formats.ts';
import { order, price, scenes, smallAoi } from '../../model/shared/samples.ts';
import { faultyServer, type FaultyServer, written } from '../session/faultyServer.ts';

let server: FaultyServer;
/** The callbacks in order. */
let events: string[];
let token: string | null;
let call: Call;

beforeEach(async () => {
  server = await faultyServer();
  events = [];
  token = 'token-1';
  call = callTo(server.url);
});
afterEach(() => server.close());

function callTo(serviceBase: string): Call {
  return makeCall({
    serviceBase,
    token: () => token,
    language: () => 'zh',
    onUnauthorized: (ended, key) =>
      events.push(`unauthorized ${ended}${key === undefined ? '' : `, submit ${key}`}`),
    onOffline: () => events.push('offline'),
    onAnswered: () => events.push('answered'),
  });
}

const live = () => new AbortController().signal;

async function failureOf(work: Promise<unknown>): Promise<CallError> {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw error;
  return error;
}

const request = sceneOrderRequestOf(
  {
    orderName: 'Harbour',
    productLevel: 'L1',
    projection: 'LAT_LON',
    cropByAoi: true,
    appendL1: false,
    contractNum: '',
  },
  { scenes: scenes.slice(0, 2), aoi: smallAoi },
  100_000,
);

describe('§7 The calls it makes', () => {
  test('success is result equal to 1: the data is returned', async () => {
    server.conduct.set(
      '/web/order/archive/list',
      written('archiveOrders', { result: 1, data: { list: [order('GT-1', 3)], total: 1 } }),
    );
    const page = await listOrders(call, { kind: 'archive', page: 3 }, live());
    expect(page.list.map((one) => one.orderNum)).toEqual(['GT-1']);
    expect(events).toEqual(['answered']);
  });

  test('the bearer token from login is sent as authorization, with the language', async () => {
    server.conduct.set('/web/credits', { json: { result: 1, data: 5 } });
    await call(endpoints.credits, {});
    const headers = server.asked[0]?.headers;
    expect(headers?.authorization).toBe('Bearer token-1');
    expect(headers?.['accept-language']).toBe('zh');
    expect(headers).not.toHaveProperty('idempotency-key');
  });

  test('without a token no authorization header is sent', async () => {
    token = null;
    server.conduct.set('/web/settings', { json: { result: 0 } });
    await failureOf(call(endpoints.settings, {}));
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
  });

  test('parameters in a path are filled in and escaped', async () => {
    const path = '/api/order/v1/tasking/cancel/GT%2F1%20%3F';
    server.conduct.set(path, { json: { result: 1 } });
    await cancelOrder(call, { kind: 'tasking', orderNum: 'GT/1 ?' }, live());
    expect(server.asked.map((one) => one.path)).toEqual([path]);
  });

  test('query cpage is sent, and a POST without a body has none', async () => {
    const addresses: string[] = [];
    const plain = createServer((request, answer) => {
      addresses.push(`${request.method} ${request.url}`);
      answer.end(JSON.stringify({ result: 1, data: { list: [], total: 0 } }));
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const address = plain.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const otherCall = callTo(`http://127.0.0.1:${address.port}`);
    await listOrders(otherCall, { kind: 'tasking', page: 2 }, live());
    await cancelOrder(otherCall, { kind: 'archive', orderNum: 'GT-1' }, live());
    plain.closeAllConnections();
    plain.close();
    expect(addresses).toEqual([
      'GET /web/order/tasking/list?cpage=2',
      'POST /api/order/v1/archive/cancel/GT-1',
    ]);
  });

  test('a list with list and total directly, with no result wrapper, is accepted', async () => {
    server.conduct.set('/api/imagery/v1/export/internal/list', { json: { list: [], total: 0 } });
    expect(await call(endpoints.imageryExports, { query: { cpage: 1 } })).toEqual({ list: [], total: 0 });
  });

  test('decision 7: a submit carries an Idempotency-Key header', async () => {
    server.conduct.set('/api/order/v1/archive/submit', { json: { result: 1, data: { orderNum: 'GT-9' } } });
    expect(await submitScenes(call, { key: 'k-1', request }, live())).toEqual({ orderNum: 'GT-9' });
    expect(server.asked[0]?.headers['idempotency-key']).toBe('k-1');
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({ ...request, agreedPrice: 1000 });
  });
});

describe('Failures of a call', () => {
  const credits = '/web/credits';

  test('a refusal has the server message', async () => {
    server.conduct.set(credits, { json: { result: 0, message: 'Not today.' } });
    const error = await failureOf(call(endpoints.credits, {}));
    expect([error.kind, error.serverMessage]).toEqual(['refused', 'Not today.']);
    expect([error.messageKey, error.messageParams]).toEqual([undefined, undefined]);
    expect(events).toEqual(['answered']);
  });

  test('a refusal has the key of its message with parameters', async () => {
    const message = 'Area over limit: 100,000 km²';
    const json = { result: 0, message, messageKey: 'areaOverLimit', messageParams: { limit: 100_000 } };
    server.conduct.set(credits, { json });
    expect(await failureOf(call(endpoints.credits, {}))).toMatchObject({
      serverMessage: message,
      messageKey: 'areaOverLimit',
      messageParams: { limit: 100_000 },
    });
  });

  test.each([400, 403, 404, 409, 422, 429])('status %i is a refusal', async (status) => {
    server.conduct.set(credits, { status, json: { result: 0, message: 'No.' } });
    expect(await failureOf(call(endpoints.credits, {}))).toMatchObject({
      kind: 'refused',
      serverMessage: 'No.',
    });
  });

  test('a refusal has the whole reply, so that a changed price can be shown', async () => {
    const reply = { result: 0, message: 'price changed', data: { price } };
    server.conduct.set('/api/order/v1/archive/submit', written('archiveSubmit', reply));
    expect((await failureOf(submitScenes(call, { key: 'k', request }, live()))).reply).toEqual(reply);
  });

  test('money is dollars at the wire and integer cents in the portal', async () => {
    const submit = '/api/order/v1/archive/submit';
    const dearer = { unitPrice: 10, aoiArea: 1, valuationArea: 1, discount: 1, finalPrice: 1234.56 };
    server.conduct.set(submit, { json: { result: 0, message: 'price changed', data: { price: dearer } } });
    const refused = await failureOf(
      submitScenes(call, { key: 'k', request: { ...request, agreedPrice: 123_455 } }, live()),
    );
    expect(JSON.parse(server.asked[0]?.body ?? '')).toMatchObject({ agreedPrice: 1234.55 });
    expect(newPriceIn(refused)?.finalPrice).toBe(123_456);

    const records = { list: [{ id: 1, orderNum: 'GT-1', cost: 12.5 }], total: 1 };
    server.conduct.set('/web/order/pay/record', { json: { result: 1, data: records } });
    const [record] = dataOf(await call(endpoints.payRecords, { query: { cpage: 1 } })).list;
    expect([record?.cost, formatMoney(record?.cost ?? 0)]).toEqual([1250, '$12.50']);

    server.conduct.set('/web/apikey/create', { json: { result: 0 } });
    const key = { name: 'Nightly', scopes: ['order' as const], sandbox: false, endsOn: null };
    await failureOf(call(endpoints.createApiKey, { body: { ...key, monthlyLimit: 29 } }));
    expect(JSON.parse(server.asked.at(-1)?.body ?? '')).toEqual({ ...key, monthlyLimit: 0.29 });
  });

  test('a 401 is unauthorized, and its callback gets the token that was sent', async () => {
    server.conduct.set(credits, { status: 401, json: { result: 0, message: 'Invalid token' } });
    expect((await failureOf(call(endpoints.credits, {}))).kind).toBe('unauthorized');
    expect(events).toEqual(['unauthorized token-1', 'answered']);
  });

  test('a 401 to a submit names its key, no other answer does', async () => {
    const submit = '/api/order/v1/archive/submit';
    server.conduct.set(submit, { json: { result: 1, data: { orderNum: 'GT-9' } } });
    await submitScenes(call, { key: 'one', request }, live());
    server.conduct.set(submit, { status: 401, json: { result: 0, message: 'Invalid token' } });
    await failureOf(submitScenes(call, { key: 'two', request }, live()));
    expect(events).toEqual(['answered', 'unauthorized token-1, submit two', 'answered']);
  });

  test('a late 401 for an older token names the older token', async () => {
    let answer = (): void => {};
    const slow = createServer((_, response) => {
      answer = () => response.writeHead(401).end('{"result":0}');
      arrived();
    }).listen(0, '127.0.0.1');
    let arrived = (): void => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    await once(slow, 'listening');
    const address = slow.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const failure = failureOf(callTo(`http://127.0.0.1:${address.port}`)(endpoints.credits, {}));
    await arrival;
    // another user logged in meanwhile
    token = 'token-2';
    answer();
    expect((await failure).kind).toBe('unauthorized');
    expect(events[0]).toBe('unauthorized token-1');
    slow.closeAllConnections();
    slow.close();
  });

  test('a 401 without a token ends no session', async () => {
    token = null;
    server.conduct.set(credits, { status: 401, json: { result: 0 } });
    expect((await failureOf(call(endpoints.credits, {}))).kind).toBe('refused');
    expect(events).toEqual(['answered']);
  });

  test.each([
    ['malformed JSON', '{"result":1,'],
    ['no JSON at all', '<html>Sign in to the hotel</html>'],
    ['an empty reply', ''],
    ['null', 'null'],
    ['no result field', '{"data":5}'],
    ['a result that is no number', '{"result":"yes","data":5}'],
    ['data of another shape', '{"result":1,"data":"5"}'],
  ])('a malformed reply is detected: %s', async (_, text) => {
    server.conduct.set(credits, { text });
    expect((await failureOf(call(endpoints.credits, {}))).kind).toBe('malformed');
    // a malformed reply still proves the connection
    expect(events).toEqual(['answered']);
  });

  test('a success without data is malformed', async () => {
    server.conduct.set('/api/order/v1/archive/getPrice', { json: { result: 1 } });
    const { productIds, aoiWkt, productLevel, cropByAoi } = request;
    const body = { productIds, aoiWkt, productLevel, cropByAoi };
    expect((await failureOf(priceScenes(call, body, live()))).kind).toBe('malformed');
    expect(() => dataOf({})).toThrow(CallError);
  });

  test('a server error is malformed, whatever its body', async () => {
    server.conduct.set(credits, { status: 500, json: { result: 1, data: 5 } });
    expect((await failureOf(call(endpoints.credits, {}))).kind).toBe('malformed');
  });

  test.each([502, 503, 504])("a gateway's %i counts as offline", async (status) => {
    server.conduct.set(credits, { status, json: { result: 0, message: 'Bad gateway' } });
    const error = await failureOf(call(endpoints.credits, {}));
    expect([error.kind, error.serverMessage]).toEqual(['offline', undefined]);
    expect(events).toEqual(['offline']);
  });

  test("the server's own 503 is a refusal with its sentence; without its database it counts as offline", async () => {
    const busy = {
      result: 0,
      message: 'The portal is busy.',
      messageKey: 'serverBusy',
      messageParams: { count: 5 },
    };
    server.conduct.set(credits, { status: 503, json: busy });
    const error = await failureOf(call(endpoints.credits, {}));
    expect([error.kind, error.serverMessage]).toEqual(['refused', 'The portal is busy.']);
    server.conduct.set(credits, { status: 503, json: { ...busy, messageKey: 'unavailable' } });
    expect((await failureOf(call(endpoints.credits, {}))).kind).toBe('offline');
    server.conduct.set(credits, { status: 500, json: { ...busy, messageKey: 'serverError' } });
    expect((await failureOf(call(endpoints.credits, {}))).kind).toBe('malformed');
    expect(events).toEqual(['answered', 'offline', 'answered']);
  });

  test('a connection dropped midway counts as offline', async () => {
    server.conduct.set(credits, 'drop');
    expect((await failureOf(call(endpoints.credits, {}))).kind).toBe('offline');
    expect(events).toEqual(['offline']);
    expect(server.asked).toHaveLength(1);
  });

  test('a refused connection counts as offline', async () => {
    const gone = await faultyServer();
    await gone.close();
    expect((await failureOf(callTo(gone.url)(endpoints.credits, {}))).kind).toBe('offline');
    expect(events).toEqual(['offline']);
  });

  test('a call is never retried automatically', async () => {
    server.conduct.set(credits, { status: 503, text: '' });
    await failureOf(call(endpoints.credits, {}));
    expect(server.asked).toHaveLength(1);
  });

  test('a pending call can be aborted: the request is cancelled without an offline event', async () => {
    server.conduct.set(credits, 'hang');
    const control = new AbortController();
    const outcome = call(endpoints.credits, {}, { signal: control.signal }).then(
      () => 'done',
      (error: unknown) => error,
    );
    await expect.poll(() => server.asked.length).toBe(1);
    control.abort();
    const error = await outcome;
    expect(error).toMatchObject({ name: 'AbortError' });
    expect(error).not.toBeInstanceOf(CallError);
    await expect.poll(() => server.left).toEqual([credits]);
    expect(events).toEqual([]);
  });
});
