import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CallError } from '../../../contract/calls/callError.ts';
import { extensions } from '../../../contract/calls/extensions.ts';
import { DEFAULT_SETTINGS } from '../../../contract/settings.ts';
import { isCancellable, orderStatusRow } from '../../../contract/orders/orderStatus.ts';
import * as accounts from '../../../src/services/accounts.ts';
import { type CallContext, makeCall } from '../../../src/services/call/call.ts';
import * as imagery from '../../../src/services/imagery.ts';
import * as imageryExports from '../../../src/services/imageryExports.ts';
import * as orders from '../../../src/services/orders.ts';
import * as saved from '../../../src/services/saved.ts';
import { fetchClearShares, searchScenes } from '../../../src/services/search.ts';
import { fetchSettings, settingsIn } from '../../../src/services/settings.ts';
import { itemsOf } from '../../../src/machines/exports/exports.rules.ts';
import { statusKeyOf } from '../../../src/machines/orders/orders.machine.ts';
import { taskingFormOf, newTasking } from '../../../src/machines/orders/tasking.rules.ts';
import { taskingInput } from '../../model/orders/orderFormModels.ts';
import { formatFactors } from '../../../src/ui/shared/i18n/factors.ts';
import { formatDate, formatTimestamp } from '../../../src/ui/shared/i18n/formats.ts';
import { scenes } from '../../model/shared/samples.ts';
import { faultyServer, type FaultyServer } from '../session/faultyServer.ts';

/* Replies of section 7 as other back ends write them, with the fields of sections 3 and 7 alone. */

let server: FaultyServer;
beforeEach(async () => {
  server = await faultyServer();
});
afterEach(() => server.close());

const live = () => new AbortController().signal;
const callTo = (context: Partial<CallContext> = {}) =>
  makeCall({
    serviceBase: server.url,
    token: () => 'token',
    language: () => 'en',
    onUnauthorized: () => {},
    onOffline: () => {},
    onAnswered: () => {},
    hasExtension: () => false,
    ...context,
  });
const replies = (path: string, json: unknown) => server.conduct.set(path, { json });
const kindOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof CallError ? error.kind : String(error)),
  );

const SQUARE = { type: 'Polygon', coordinates: [[[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]] }; // prettier-ignore
const CONDITION = {
  aoiWkt: 'POLYGON ((0 0,3 0,3 3,0 3,0 0))',
  acquisitionDateFrom: '2026-08-21',
  acquisitionDateTo: '2026-11-21',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL' as const,
  satList: [],
};
const SEARCH = '/api/soi/v1/search';

describe('a scene: geometry and an id suffice', () => {
  const found = async (features: unknown[], context?: Partial<CallContext>) => {
    replies(SEARCH, { result: 1, features });
    return searchScenes(callTo(context), CONDITION, live());
  };

  test.each([
    ['its id', { id: 'S-1', geometry: SQUARE }],
    ['an id that is a number', { type: 'Feature', id: 7, geometry: SQUARE, properties: null }],
    ['its product id', { geometry: SQUARE, properties: { productId: 'S-1' } }],
  ])('by %s; every other fact is unknown, never invented', async (_, feature) => {
    const { features, numberMatched, leftOut } = await found([feature]);
    const { productId, simulated, ...facts } = features[0]!.properties;
    expect([features[0]!.id, productId]).toEqual(
      'id' in feature && feature.id === 7 ? ['7', '7'] : ['S-1', 'S-1'],
    );
    expect(simulated).toBe(false);
    expect(new Set(Object.values(facts))).toEqual(new Set([null]));
    expect([numberMatched, leftOut]).toEqual([1, undefined]);
  });

  test.each([
    ['2026-11-14', '2026-11-14'],
    ['2026-11-14 03:22:05', '2026-11-14T03:22:05Z'],
    ['2026-11-14T03:22:05', '2026-11-14T03:22:05Z'],
    ['2026-11-14T03:22:05.5Z', '2026-11-14T03:22:05.5Z'],
    ['2026-11-14T03:22:05+08:00', '2026-11-14T03:22:05+08:00'],
    ['2026-02-30', null],
    ['14.11.2026', null],
    ['', null],
    [null, null],
  ])('a date as %s', async (text, expected) => {
    const { features } = await found([{ id: 'A', geometry: SQUARE, properties: { acquisitionDate: text } }]);
    expect(features[0]!.properties.acquisitionDate).toBe(expected);
  });

  test('a date in another form is read in a reply that else has the contract’s shape too', async () => {
    const whole = scenes[0]!;
    const acquisitionDate = '2026-11-14 03:22:05';
    const { features } = await found([{ ...whole, properties: { ...whole.properties, acquisitionDate } }]);
    expect(features[0]!.properties.acquisitionDate).toBe('2026-11-14T03:22:05Z');
  });

  test('credits and sources of its own are not taken for ours', async () => {
    const own = { ...scenes[0]!.properties, attribution: '© Theirs', source: 'Vendor' };
    const features = [
      { ...scenes[0]!, properties: own },
      { id: 'A', geometry: SQUARE, properties: own },
    ];
    const origins = async (has: boolean) =>
      (await found(features, { hasExtension: () => has })).features.map(
        ({ properties: { attribution, source } }) => [attribution, source],
      );
    expect(await origins(false)).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(await origins(true)).toEqual([
      ['© Theirs', 'Vendor'],
      ['© Theirs', 'Vendor'],
    ]);
  });

  test('numbers as text, codes in any case; an unknown code is unknown', async () => {
    const properties = { gsd: '0.5', cloudCover: '12', sensorType: 'optical', productMode: 'TRIPLE' };
    const { features } = await found([{ id: 'A', geometry: SQUARE, properties }]);
    expect(features[0]!.properties).toMatchObject({
      gsd: 0.5,
      cloudCover: 12,
      sensorType: 'OPTICAL',
      productMode: null,
    });
  });

  test('one refused row never hides the others: it is left out and counted', async () => {
    const good = { id: 'A', geometry: SQUARE };
    const { features, leftOut } = await found([
      { id: 'no geometry' },
      good,
      { id: 'a point', geometry: { type: 'Point', coordinates: [1, 1] } },
      { geometry: SQUARE },
      null,
    ]);
    expect(features.map(({ id }) => id)).toEqual(['A']);
    expect(leftOut).toBe(4);
    // what is left out is no reason to say that there is more
    expect((await found([good, null])).numberMatched).toBe(1);
  });

  test('thousands of them too', async () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => ({
      id: at,
      geometry: at % 400 === 7 ? null : SQUARE,
    }));
    const { features, leftOut, numberMatched } = await found(rows);
    expect([features.length, leftOut, numberMatched]).toEqual([1_995, 5, 1_995]);
  });

  test('config.json names where a back end keeps the facts', async () => {
    const feature = {
      shape: SQUARE,
      meta: { uuid: 'U-1', acqTime: '2026-11-14 03:22:05', cloud: 3 },
      properties: { acquisitionDate: '1999-01-01' },
    };
    const sceneFields = {
      id: 'meta.uuid',
      geometry: 'shape',
      acquisitionDate: 'meta.acqTime',
      cloudCover: 'meta.cloud',
      gsd: 'meta.pixel.size',
    };
    const { features } = await found([feature], { sceneFields });
    expect(features[0]).toMatchObject({
      id: 'U-1',
      properties: { acquisitionDate: '2026-11-14T03:22:05Z', cloudCover: 3, gsd: null },
    });
  });
});

describe('orders', () => {
  const row = { id: 'a7', orderNum: 'T-1', orderName: 'Harbour', status: '1', ctime: '2026-11-14 03:22:05' };
  const listed = async (data: unknown, page = 1) => {
    replies('/web/order/tasking/list', { result: 1, data });
    return orders.listOrders(callTo(), { kind: 'tasking', page }, live());
  };

  test.each([
    [null, []],
    [undefined, []],
    ['https://x.example/a.zip', ['https://x.example/a.zip']],
    [
      ['https://x.example/a.zip', 'b.zip'],
      ['https://x.example/a.zip', 'b.zip'],
    ],
  ])('the fields of §3 suffice, with downloadUrl %s', async (downloadUrl, links) => {
    const { list } = await listed([{ ...row, downloadUrl }]);
    expect(list).toEqual([
      {
        ...row,
        status: 1,
        ctime: '2026-11-14T03:22:05Z',
        downloadUrl: links,
        finalPrice: null,
        productIds: [],
        simulated: false,
        history: [],
      },
    ]);
  });

  test('the tasking list is data.list, or data itself; without a total a full page may go on', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({ ...row, orderNum: `T-${at}` }));
    expect(await listed({ list: [row], total: '27' })).toMatchObject({ total: 27 });
    expect(await listed(rows)).toMatchObject({ total: 11 });
    expect(await listed(rows.slice(0, 4), 2)).toMatchObject({ total: 14 });
    // a back end that doesn't cut its list into pages
    const whole = await listed([...rows, ...rows, row], 3);
    expect([whole.list.length, whole.total]).toEqual([1, 21]);
  });

  test('a row without a name, a time or a status has none', async () => {
    for (const status of [null, 'PAID', undefined]) {
      const { list } = await listed([{ ...row, orderName: '', ctime: null, status }]);
      const [{ orderName, ctime, status: read }] = list as [(typeof list)[0]];
      expect([orderName, formatTimestamp(ctime), read, isCancellable(read)]).toEqual(['—', '—', null, false]);
      expect([statusKeyOf(read), orderStatusRow(read).label]).toEqual(['common.none', '—']);
    }
  });

  test('a row without a number is left out; a field of a wrong kind is unknown', async () => {
    const { list, leftOut } = await listed([
      { orderName: 'no number' },
      { ...row, tasking: 'soon', sandbox: 'no' },
    ]);
    expect(list.map(({ orderNum, tasking }) => [orderNum, tasking])).toEqual([['T-1', undefined]]);
    expect(leftOut).toBe(1);
  });

  test.each([
    ['L1', 12.5 * 40 * 0.9],
    ['L3C', 12.5 * 1.15 * 40 * 0.9],
  ] as const)(
    'a price without finalPrice is computed by §9’s formula at level %s',
    async (productLevel, dollars) => {
      replies('/api/order/v1/tasking/getPrice', {
        result: 1,
        data: { unitPrice: '12.5', aoiArea: 38.2, valuationArea: 40, discount: 0.9 },
      });
      const body = taskingFormOf({ ...newTasking(taskingInput.start), productLevel }, taskingInput, 0);
      const price = await orders.priceTasking(callTo(), body, live());
      expect(price.finalPrice).toBe(Math.round(dollars * 100));
    },
  );

  test('a list that is sent whole is cut into pages here, however long', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({ ...row, orderNum: `T-${at}` }));
    const { list, total } = await listed(rows, 27);
    expect([list[0]?.orderNum, list.length, total]).toEqual(['T-260', 10, 300]);
  });

  test.each([
    { history: 'none' },
    { history: [{ status: '1' }] },
    { productIds: [1, null] },
    { productIds: null },
    { tasking: {} },
    { valuationArea: 'x' },
  ])('a field that only some back ends have, of another kind (%j), hides no row', async (more) => {
    const { list, leftOut } = await listed([{ ...row, ...more }]);
    expect([list.length, leftOut]).toEqual([1, undefined]);
    expect(list[0]).toMatchObject({ productIds: [], history: [] });
  });

  test.each([null, 'T1', 17, [], {}, { id: 5, orderNum: 77 }, { orderNum: null }])(
    'a submit with result 1 was made, whatever its data (%j)',
    async (data) => {
      replies('/api/order/v1/tasking/submit', { result: '1', message: null, messageKey: null, data });
      const request = taskingFormOf(newTasking(taskingInput.start), taskingInput, 0);
      const { orderNum } = await orders.submitTasking(callTo(), { key: 'k'.repeat(32), request }, live());
      expect(orderNum).toBe(data !== null && typeof data === 'object' && 'id' in data ? '77' : null);
    },
  );

  test('a submit that a server error refuses may have been made', async () => {
    server.conduct.set('/api/order/v1/tasking/submit', { status: 500, json: { result: 0, message: 'Oops' } });
    const request = taskingFormOf(newTasking(taskingInput.start), taskingInput, 0);
    const order = { key: 'k'.repeat(32), request };
    expect(await kindOf(orders.submitTasking(callTo(), order, live()))).toBe('malformed');
  });

  test.each([
    [{ finalPrice: '612.345', discount: null }, ['—', '—', '—'], 61_235],
    [{ finalPrice: 9, unitPrice: 3, valuationArea: 'x', discount: 1 }, ['3.00', '—', '1.00'], 900],
    [{ unitPrice: 3, valuationArea: 100, discount: 1 / 3 }, ['3.00', '100.00', '0.333333333333333'], 10_000],
    // a third of 249,999,999.99 dollars
    [
      { unitPrice: 24.999999999, valuationArea: 1e7, discount: 1 / 3 },
      ['24.999999999', '10,000,000.00', '0.333333333333333'],
      8_333_333_333,
    ],
  ])('a price of %j: the final price suffices, or all factors of §9', async (data, printed, cents) => {
    replies('/api/order/v1/tasking/getPrice', { result: 1, data });
    const body = taskingFormOf(newTasking(taskingInput.start), taskingInput, 0);
    const price = await orders.priceTasking(callTo(), body, live());
    const { unitPrice, valuationArea, discount } = formatFactors(price, 'L1');
    expect([[unitPrice, valuationArea, discount], price.finalPrice]).toEqual([printed, cents]);
  });

  test('a price whose factors are missing is none', async () => {
    replies('/api/order/v1/tasking/getPrice', { result: 1, data: { unitPrice: 3, aoiArea: 1, discount: 1 } });
    const body = taskingFormOf(newTasking(taskingInput.start), taskingInput, 0);
    expect(await kindOf(orders.priceTasking(callTo(), body, live()))).toBe('malformed');
  });

  test('a submit sends the fields of §3 and no key; its reply needs no order number', async () => {
    replies('/api/order/v1/tasking/submit', { result: 1, message: '' });
    const order = { ...newTasking(taskingInput.start), orderName: 'Harbour' };
    const request = taskingFormOf(order, taskingInput, 12_345);
    expect(await orders.submitTasking(callTo(), { key: 'k'.repeat(32), request }, live())).toEqual({
      orderNum: null,
    });
    const [sent] = server.asked;
    expect(sent!.headers['idempotency-key']).toBeUndefined();
    expect(Object.keys(JSON.parse(sent!.body)).sort()).toEqual([
      'aoiWkt',
      'cropByAoi',
      'maxCloudCover',
      'maxOffNadirAngle',
      'orderName',
      'productLevel',
      'productMode',
      'projection',
      'resolution',
      'sourceCode',
      'taskingWindowEnd',
      'taskingWindowStart',
    ]);
  });
});

describe('accounts', () => {
  const user = {
    email: 'a@b.example',
    firstName: 'Ada',
    lastName: 'Byron',
    company: null,
    token: 't',
    utype: '2',
  };

  test.each([
    [1, true],
    [0, false],
    [true, true],
    ['0', false],
    [null, false],
  ])('puc as %s, a company of null, utype as text', async (puc, expected) => {
    replies('/glu', { result: 1, data: { ...user, puc } });
    expect(await accounts.fetchUser(callTo(), live())).toMatchObject({
      company: '',
      utype: 2,
      puc: expected,
    });
  });

  test.each([[{}], [null], [undefined], [{ token: '' }], [{ ...user, token: null }]])(
    'a log-in with result 1 and data %j has no token',
    async (data) => {
      replies('/login', { result: 1, data });
      const found = await accounts.logIn(callTo(), { uname: 'a@b.example', upass: 'x' }, live());
      expect(found.token).toBeNull();
    },
  );

  test('a wrong password is refused with the message, also by a 401', async () => {
    server.conduct.set('/login', { status: 401, json: { result: 0, message: 'Wrong password' } });
    const error: unknown = await accounts
      .logIn(callTo({ token: () => null }), { uname: 'a', upass: 'b' }, live())
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'refused', serverMessage: 'Wrong password' });
  });

  test('payments in dollars, credits and usage as text', async () => {
    const list = [
      { id: 1, orderNum: 'A-1', cost: 12.5 },
      { id: 2, orderNum: 'A-2', cost: '99' },
      { orderNum: 'A-3' },
      { id: 3 },
    ];
    replies('/web/order/pay/record', { result: 1, data: { list, total: 3 } });
    const { list: records, leftOut } = await accounts.listPayRecords(
      callTo(),
      { page: 1, month: null },
      live(),
    );
    expect(records.map(({ cost }) => cost)).toEqual([1250, 9900, null]);
    expect(leftOut).toBe(1);
    // a sum or months in another form are left out, as further fields of a row are; the rows stay
    const more = {
      id: 4,
      orderNum: 'A-4',
      cost: 7,
      at: '2026-11-27T09:14:00Z',
      lines: 'two',
      kind: 'rental',
    };
    replies('/web/order/pay/record', { result: 1, data: { list: [more], total: 1, sum: 'x', months: 7 } });
    const extended = await accounts.listPayRecords(callTo(), { page: 1, month: '2026-11' }, live());
    expect(extended).toEqual({
      list: [{ id: 4, orderNum: 'A-4', cost: 700, at: '2026-11-27T09:14:00Z' }],
      total: 1,
    });
    replies('/web/credits', { result: '1', data: '250' });
    expect(await accounts.fetchCredits(callTo(), live())).toBe(250);
    const days = [
      { creditTotal: 'x' },
      {},
      { creditTotal: '3' },
      { creditTotal: 0, day: '2026-11-21 00:00:00' },
    ];
    replies('/api/usage/daily', { result: 1, data: days });
    expect(await accounts.fetchUsage(callTo(), { t1: '2026-11-20', t2: '2026-11-21' }, live())).toEqual([
      { day: '2026-11-18', creditTotal: null },
      { day: '2026-11-19', creditTotal: null },
      { day: '2026-11-20', creditTotal: 3 },
      { day: '2026-11-21', creditTotal: 0 },
    ]);
  });

  test.each(['OK', '<p>Bye</p>', '{}', 'true'])('a log-out and a deletion may answer %s', async (text) => {
    server.conduct.set('/logout', { text });
    await accounts.logOut(callTo(), live());
    server.conduct.set('/web/useraoi/del/a7', { json: { result: 0, message: 'In use' } });
    expect(await kindOf(saved.deleteAoi(callTo(), 'a7'))).toBe('refused');
  });

  test('a log-out and a deletion may answer with an empty body', async () => {
    server.conduct.set('/logout', { text: '' });
    server.conduct.set('/web/useraoi/del/a7', { text: '' });
    await accounts.logOut(callTo(), live());
    await saved.deleteAoi(callTo(), 'a7');
    expect(server.asked.map(({ path }) => path)).toEqual(['/logout', '/web/useraoi/del/a7']);
  });
});

describe('saved items, layers and exports', () => {
  test('a saved search is an object or JSON text, with result and resultStatus alone', async () => {
    const result = [{ id: 'A', geometry: SQUARE }];
    for (const dumpJson of [{ result, resultStatus: 1 }, JSON.stringify({ result, resultStatus: null })]) {
      replies('/web/usersearchrecord/view/one/s1', { result: 1, data: { dumpJson } });
      const dump = await saved.fetchDump(callTo(), 's1', live());
      expect([dump.condition, dump.result.map(({ id }) => id)]).toEqual([null, ['A']]);
    }
    replies('/web/usersearchrecord/view/one/s1', {
      result: 1,
      data: { dumpJson: { condition: CONDITION, result } },
    });
    expect((await saved.fetchDump(callTo(), 's1', live())).condition).toEqual(CONDITION);
  });

  test('saved areas and searches, ids of any kind', async () => {
    const aoi = { id: 'x-9', name: 'Quay', geom: CONDITION.aoiWkt, ctime: '2026-11-14 03:22:05' };
    // without the call for the whole area, the one of the list is it
    const outline = { ...aoi, isOutline: true };
    replies('/web/useraoi/view/list/all', {
      result: 1,
      data: { list: [outline, { id: 2, name: 'no area' }] },
    });
    expect(await saved.listAois(callTo(), live())).toEqual({
      list: [{ ...aoi, ctime: '2026-11-14T03:22:05Z' }],
      leftOut: 1,
    });
    replies('/web/usersearchrecord/view/list/all', {
      result: 1,
      data: [{ id: 5, name: 'Coast', ctime: null, aoiGeom: null }],
    });
    expect((await saved.listSearches(callTo(), live())).list).toMatchObject([
      { id: 5, ctime: '', skey: '', aoiGeom: '' },
    ]);
  });

  test('a layer whose description is null, existVec as 0 and 1', async () => {
    const layer = { id: 'ds-1', name: 'Mosaic', description: null, serviceType: 'TMS' };
    replies('/api/user/images', {
      result: 1,
      data: [
        { ...layer, existVec: 1 },
        { ...layer, existVec: 0 },
      ],
    });
    const { list } = await imagery.listLayers(callTo(), live());
    expect(list.map(({ id, description, existVec }) => [id, description, existVec])).toEqual([
      ['ds-1', '', true],
      ['ds-1', '', false],
    ]);
  });

  test('a date that can not be read is unknown, in layers and exports too', async () => {
    const layer = { id: 1, name: 'Mosaic', existVec: true, acquired: 'gestern', bandNames: [1] };
    replies('/api/user/images', { result: 1, data: [layer, { ...layer, acquired: '2026-11-01 10:00:00' }] });
    const { list } = await imagery.listLayers(callTo(), live());
    expect(list.map(({ acquired }) => acquired)).toEqual([null, '2026-11-01T10:00:00Z']);
  });

  test.each([{ geom: null }, {}, null])('a layer whose vector data are %j has none', async (data) => {
    replies('/api/vec/irv/7', { result: 1, data });
    expect(await kindOf(imagery.fetchVector(callTo(), 7, live()))).toBe('refused');
  });

  test('the condition of a saved search is read as widely as a scene', async () => {
    const condition = { ...CONDITION, maxCloudCover: '42', satList: null, gsd: null, productMode: null };
    const dumpJson = { condition, result: { type: 'FeatureCollection', features: [] } };
    replies('/web/usersearchrecord/view/one/s1', { result: 1, data: { dumpJson } });
    expect((await saved.fetchDump(callTo(), 's1', live())).condition).toEqual({
      ...CONDITION,
      maxCloudCover: 42,
    });
  });

  test('an export without a name, a time or a status', async () => {
    const [taskNum, id] = ['E1', 1];
    replies('/web/exporttask/view/list/all', { result: 1, data: [{ id, name: '', status: null }] });
    replies('/api/imagery/v1/export/internal/list', { list: [{ taskNum, ctime: 'soon' }], total: 1 });
    const scene = { kind: 'scene', ...(await saved.listExports(callTo(), live())) } as const;
    const image = { kind: 'imagery', ...(await imageryExports.listExports(callTo(), 1, live())) } as const;
    for (const reply of [scene, image]) {
      const [item] = itemsOf(reply, new Date('2026-11-21')).list;
      expect([item?.name, item?.stage]).toEqual(['—', 'unknown']);
    }
    expect(formatDate(image.list[0]!.ctime)).toBe('—');
  });

  test('a pending export without outPathRel', async () => {
    replies('/web/exporttask/view/list/all', { result: 1, data: [{ id: 1, name: 'Quay', status: 0 }] });
    expect((await saved.listExports(callTo(), live())).list).toMatchObject([
      { outPathRel: null, expiredTime: null },
    ]);
  });

  test.each([
    ['without the wrapper', (page: object) => page],
    ['with one', (page: object) => ({ result: 1, data: page })],
  ])('the imagery exports as specified, %s', async (_, wrapped) => {
    const task = { taskNum: 'E1', taskName: 'Quay', status: 2, ctime: '2026-11-14 03:22:05' };
    replies(
      '/api/imagery/v1/export/internal/list',
      wrapped({ list: [task, { ...task, downloadUrl: 'https://x.example/e.tif' }], total: 2 }),
    );
    const { list, total } = await imageryExports.listExports(callTo(), 1, live());
    expect(list.map(({ downloadUrl }) => downloadUrl)).toEqual([[], ['https://x.example/e.tif']]);
    expect(total).toBe(2);
  });
});

describe('what a back end may lack', () => {
  test.each([
    ['a 404', { status: 404, text: 'Not Found' }],
    ['a 405', { status: 405, text: '' }],
    ['a 501', { status: 501, json: { result: 0, message: 'Not implemented' } }],
    ['its page', { text: '<!doctype html><title>Portal</title>' }],
  ])(
    'without GET /web/settings (%s) the settings are those of config.json, then defaults',
    async (_, conduct) => {
      server.conduct.set('/web/settings', conduct);
      const settings = { appName: 'Foreign', registrationAllowed: false };
      expect(await fetchSettings(callTo({ settings }), live())).toEqual({ ...DEFAULT_SETTINGS, ...settings });
      expect(DEFAULT_SETTINGS).toMatchObject({
        registrationAllowed: true,
        apis: { order_archive: true, order_tasking: true, imagery_export: true },
        satellites: [],
        extensions: [],
      });
    },
  );

  test('a server that does not answer at all is another thing', async () => {
    server.conduct.set('/web/settings', 'drop');
    expect(await kindOf(fetchSettings(callTo(), live()))).toBe('offline');
    server.conduct.set('/web/settings', { status: 503, text: 'down' });
    expect(await kindOf(fetchSettings(callTo(), live()))).toBe('offline');
  });

  test('a part of the settings that is missing or of another kind leaves the others', async () => {
    replies('/config.json', {
      appName: 'Theirs',
      registrationAllowed: 0,
      apis: { imagery_export: '0' },
      satellites: [{ name: 'SV-1', code: 'SV1', gsd: '0.5' }, { name: 'no code' }],
      basemaps: { OSM: { tiles: ['https://t.example/{z}/{x}/{y}.png'] } },
      extensions: [],
      searchCap: 'many',
    });
    expect(settingsIn(JSON.parse(await (await fetch(`${server.url}/config.json`)).text()))).toEqual({
      appName: 'Theirs',
      registrationAllowed: false,
      apis: { order_archive: true, order_tasking: true, imagery_export: false },
      satellites: [{ name: 'SV-1', code: 'SV1', gsd: 0.5, sensorType: 'OPTICAL' }],
      basemaps: {
        ...DEFAULT_SETTINGS.basemaps,
        OSM: { ...DEFAULT_SETTINGS.basemaps.OSM, tiles: ['https://t.example/{z}/{x}/{y}.png'] },
      },
      extensions: [],
    });
  });

  test('settings of a back end may be incomplete', async () => {
    replies('/web/settings', {
      result: 1,
      data: { appName: 'Theirs', satellites: 'none', extensions: ['places'] },
    });
    const found = await fetchSettings(callTo({ settings: { appName: 'Ours', searchCap: 9 } }), live());
    expect(found).toEqual({ ...DEFAULT_SETTINGS, appName: 'Theirs', searchCap: 9, extensions: ['places'] });
  });

  test('no call beyond section 7 is made where the settings do not name it', async () => {
    const call = callTo({ settings: { extensions: [] } });
    expect((await fetchSettings(call, live())).extensions).toEqual([]);
    for (const row of Object.values(extensions).filter((one) => one !== extensions.settings))
      expect(await kindOf(call(row, { params: {}, query: {}, body: {} } as never))).toBe('absent');
    expect(server.asked).toEqual([]);
  });

  test('without clear shares there are none, of no scene either', async () => {
    const wanted = { scenes: [], aoi: { wkt: CONDITION.aoiWkt } };
    expect(await kindOf(fetchClearShares(callTo(), wanted, live()))).toBe('absent');
  });

  test.each([
    [400, 'The area is too large'],
    [409, 'Already there'],
    [500, 'Out of order'],
    [200, 'Not today'],
  ])('a refusal by a %i shows its message', async (status, message) => {
    server.conduct.set(SEARCH, { status, json: { result: '0', message, data: null } });
    const error: unknown = await searchScenes(callTo(), CONDITION, live()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'refused', serverMessage: message });
  });

  test.each([
    [400, '<h1>Bad Request</h1>'],
    [404, ''],
    [500, '<h1>Oops</h1>'],
  ])('an error %i with no JSON is no refusal of the server', async (status, text) => {
    server.conduct.set(SEARCH, { status, text });
    expect(await kindOf(searchScenes(callTo(), CONDITION, live()))).toBe('malformed');
  });
});
