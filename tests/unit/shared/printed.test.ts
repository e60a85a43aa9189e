import { createElement as h } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreditMovement, PayRecord } from '../../../contract/accounts.ts';
import type { Quote } from '../../../contract/orders/quote.ts';
import { movementColumns, recordColumns, Table } from '../../../src/ui/account/PayRecordsDialog.tsx';
import { AccountPanel } from '../../../src/ui/account/AccountPanel.tsx';
import { AreaReviewNote } from '../../../src/ui/aoi/AreaReview.tsx';
import { FeatureList, SaveFeatures } from '../../../src/ui/aoi/FeatureList.tsx';
import { ReferencePage } from '../../../src/ui/account/reference/ReferencePage.tsx';
import { PlacedFile } from '../../../src/ui/aoi/PlacedFile.tsx';
import { ExportsPanel } from '../../../src/ui/exports/ExportsPanel.tsx';
import { StepsCard } from '../../../src/ui/map/layers/density/StepsCard.tsx';
import { Divider } from '../../../src/ui/map/tools/compare/Divider.tsx';
import { OrderFiles, OrderPriceLines, OrderScenes } from '../../../src/ui/orders/OrderScenes.tsx';
import { OrderPage } from '../../../src/ui/orders/OrderPage.tsx';
import { OrdersPanel } from '../../../src/ui/orders/OrdersPanel.tsx';
import { FleetPassTable, FleetTable } from '../../../src/ui/orders/acquisition/FleetTable.tsx';
import { PassFacts, PassTimeline } from '../../../src/ui/orders/acquisition/PassTimeline.tsx';
import { Bought } from '../../../src/ui/orders/priced/Bought.tsx';
import { OrderPrice, PriceChanged } from '../../../src/ui/orders/priced/OrderDialog.tsx';
import { AcquisitionFacts } from '../../../src/ui/orders/quote/facts.tsx';
import { QuotePage } from '../../../src/ui/orders/quote/QuotePage.tsx';
import { SavedFoot, SavedRow } from '../../../src/ui/saved/SavedItems.tsx';
import { WatchDrawer } from '../../../src/ui/saved/WatchDrawer.tsx';
import { WatchesFoot, WatchList } from '../../../src/ui/saved/WatchList.tsx';
import { ConditionTags } from '../../../src/ui/search/ConditionTags.tsx';
import { SceneFacts } from '../../../src/ui/search/DetailsDrawer.tsx';
import { addPortalTexts, applyLanguage, translate } from '../../../src/ui/shared/i18n/language.ts';
import { FileName } from '../../../src/ui/shared/kit/figures/FileName.tsx';
import { done } from '../../model/shared/outcomes.ts';
import * as sample from '../../model/shared/samples.ts';
import { DETAILS } from '../../rows/specification.ts';
import { actorAfter, actorWith, labelsIn, pairsIn, piecesIn, rowsIn, shown } from './staged.ts';

const { scene } = sample;

beforeAll(addPortalTexts);
afterAll(() => applyLanguage('en'));

/** Every value differs from every other one, so that none can stand for another. */
const facts = {
  ...scene('SV2_0042', 'Skyview Imaging').properties,
  gsd: 0.72,
  cloudCover: 3.4,
  offNadirAngle: 8.4,
  sunElevation: 62.1,
  area: 1100.5,
  orbitDirection: 'descending',
  sideLookDirection: 'left',
  imagingMode: 'strip',
};

describe('§2: each label of the details has its own value beside it', () => {
  const VALUES = ['SV2_0042', '2026-11-14 03:22:05 UTC', '0.72', '3.4%', '8.4°', '62.1°', 'PMS', '1,100.50'];
  test.each([
    ['en' as const, ['Descending', 'Left', 'Strip', 'OPTICAL']],
    ['zh' as const, ['降轨', '左视', '条带', 'OPTICAL 光学']],
  ])('%s', async (language, words) => {
    await applyLanguage(language);
    const pairs = pairsIn(shown(h(SceneFacts, { scene: { ...scene('SV2_0042', ''), properties: facts } })));
    expect(pairs.slice(0, 12)).toEqual(
      DETAILS[language].map((label, at) => [label, [...VALUES, ...words][at]]),
    );
  });
});

test('a changed price: what it was, and what it is now', async () => {
  const snapshot = { context: { formerPrice: { finalPrice: 100_000 }, price: { finalPrice: 123_456 } } };
  const form = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) };
  const said = () => piecesIn(shown(h(PriceChanged, { form: form as never }))).join(' ');
  await applyLanguage('en');
  expect(said()).toContain('The price was $1,000.00 and is now $1,234.56.');
  await applyLanguage('zh');
  expect(said()).toMatch(/\$1,000\.00.*\$1,234\.56/);
});

test('the limits of a new acquisition on its quote', async () => {
  await applyLanguage('en');
  const tasking: NonNullable<Quote['tasking']> = {
    satellite: 'SV-1',
    windowStart: '2026-12-01',
    windowEnd: '2026-12-15',
    maxCloudCover: 20,
    maxOffNadirAngle: 25,
    resolution: 0.5,
    productMode: 'STEREO',
  };
  expect(pairsIn(shown(h(AcquisitionFacts, { tasking }))).map(([, value]) => value)).toEqual([
    '1 Dec – 15 Dec 2026',
    'cloud cover up to 20%, off-nadir angle up to 25°',
    '0.5 m',
    'STEREO',
  ]);
});

test('payment records and credits: each column has its own value', async () => {
  await applyLanguage('en');
  const record: PayRecord = {
    id: 7,
    orderNum: 'GT-20261114-0042',
    cost: 31_680,
    at: '2026-11-14T03:22:05Z',
    orderName: 'Harbour',
    kind: 'archive',
    lines: 3,
  };
  const columns = recordColumns(translate, [record], null);
  expect(
    rowsIn(shown(h(Table<PayRecord>, { rows: [record], columns, book: 'orders', isBusy: false }))),
  ).toEqual([
    ['Date', 'ID', 'Order', 'Name', 'Kind', 'Lines', 'Cost'],
    ['14 Nov 2026', '7', 'GT-20261114-0042', 'Harbour', 'Archive', '3 scenes', '$316.80'],
  ]);
  const movement: CreditMovement = {
    id: 8,
    at: '2026-11-13T00:00:00Z',
    reason: 'imageryExport',
    subject: 'Harbour',
    amount: -140,
    balance: 9860,
  };
  const credits = h(Table<CreditMovement>, {
    rows: [movement],
    columns: movementColumns(translate),
    book: 'credits',
    isBusy: false,
  });
  expect(rowsIn(shown(credits))[1]).toEqual(['13 Nov 2026', 'Imagery export · Harbour', '−140', '9,860']);
});

describe('each list, card and quote has its own values in their places', () => {
  beforeEach(() => applyLanguage('en'));
  afterEach(() => void vi.unstubAllGlobals());

  const watch = {
    id: 1,
    kind: 'scenes',
    name: 'Harbour',
    condition: {
      maxCloudCover: 20,
      maxOffNadirAngle: 15,
      minClear: 80,
      sensorType: 'OPTICAL',
      areaKm2: 88.8,
    },
    mail: true,
    webhookUrl: null,
    pace: 'once',
    quiet: null,
    pausedAt: null,
    newCount: 2,
    lastFound: { at: '2026-11-20T08:15:00Z', count: 5 },
    webhookFailed: null,
    ctime: '2026-11-20T08:00:00Z',
  };
  const shell = actorWith({ settings: sample.settings, apis: sample.settings.apis });

  test('§2 Account panel: profile, balance, usage, and the keys', async () => {
    const key = {
      id: 7,
      name: 'Nightly search',
      hint: 'gt_live_7Qm2…f81c',
      scopes: ['search'],
      sandbox: false,
      endsOn: '2026-11-30',
      monthlyLimit: 25_000,
      ctime: '2026-06-08T08:00:00Z',
      lastUsedAt: '2026-11-19T06:45:00Z',
      calls: 1234,
    };
    const unused = {
      ...key,
      id: 8,
      name: 'Spare',
      hint: 'gt_live_9abc…0000',
      endsOn: null,
      lastUsedAt: null,
    };
    const usage = [
      { day: '2026-11-20', creditTotal: 1100 },
      { day: '2026-11-21', creditTotal: 140 },
    ];
    const html = shown(h(AccountPanel), {
      account: await actorAfter('account', [
        { type: 'panel.opened' },
        done('fetchCredits', 9860),
        done('fetchUsage', usage),
      ]),
      apiKeys: await actorAfter('apiKeys', [{ type: 'panel.opened' }, done('listKeys', [key, unused])]),
      preferences: actorWith({}),
    });
    expect(pairsIn(html)).toEqual([
      ['Email', 'mei.lin@harbourline.example'],
      ['Name', 'Mei Lin'],
      ['Company', 'Harbourline'],
    ]);
    const pieces = piecesIn(html);
    expect(pieces).toContain('9,860');
    expect(pieces).toContain('21 Nov: 140 credits');
    expect(pieces).toContain('Last 2 days: 1,240 credits');
    expect(labelsIn(html)).toContain('20 Nov 2026: 1,100 credits');
    expect(pieces).toContain('2 of 10');
    expect(pieces.slice(pieces.indexOf('Nightly search'), pieces.indexOf('API reference'))).toEqual([
      'Nightly search',
      'Expires 30 Nov 2026',
      'gt_live_7Qm2…f81c',
      'search',
      'Last used 19 Nov 2026 · 1,234 calls in 30 days · up to $250.00 a month',
      'Spare',
      'gt_live_9abc…0000',
      'search',
      'Never used · created 8 Jun 2026 · up to $250.00 a month',
    ]);
    expect(labelsIn(html)).toContain('Actions for Spare');
  });

  test('§2 My Export panel: name, status, type, days and cost of an export', async () => {
    const now = () => new Date('2026-11-21T08:00:00Z');
    const exported = {
      id: 1,
      name: 'Harbour',
      status: 1,
      expiredTime: '2026-11-28T08:00:00Z',
      outPathRel: '/web/exportfile/secret/1.zip',
      type: 'Shp',
      ctime: '2026-11-20T07:59:00Z',
      progress: 100,
    };
    const running = { ...exported, id: 2, name: 'Coast', status: 0, expiredTime: null, outPathRel: null };
    const list = (...tasks: object[]) =>
      actorAfter('exports', [{ type: 'panel.opened' }, done('listExports', { kind: 'scene', list: tasks })]);
    const imagery = await actorAfter(
      'exports',
      [
        { type: 'panel.opened' },
        done('listExports', {
          kind: 'imagery',
          total: 1,
          list: [
            {
              taskNum: '5',
              taskName: 'Ortho',
              status: 2,
              ctime: '2026-11-19T07:59:00Z',
              downloadUrl: ['/5.tif'],
              progress: 100,
              cost: 1234,
            },
          ],
        }),
      ],
      { kind: 'imagery', now },
    );
    const scenes = await list(exported, { ...running, type: 'GeoJSON', progress: 40 });
    const html = shown(h(ExportsPanel), { shell, 'exports.scene': scenes, 'exports.imagery': imagery });
    const pieces = piecesIn(html);
    expect(pieces.slice(pieces.indexOf('Harbour'))).toEqual([
      'Harbour',
      'Completed',
      'Shp',
      '20 Nov 2026',
      'Expires 28 Nov 2026',
      'Download',
      'Coast',
      'In process',
      'GeoJSON',
      '20 Nov 2026',
    ]);
    expect(labelsIn(html)).toEqual(
      expect.arrayContaining([
        'Rename Harbour',
        'Download Harbour',
        'Rename Coast',
        'Progress of Coast',
        '40%',
      ]),
    );
    const other = shown(h(ExportsPanel), { shell, 'exports.scene': imagery, 'exports.imagery': imagery });
    expect(piecesIn(other)).toEqual(
      expect.arrayContaining(['Ortho', 'Completed', '19 Nov 2026', '1,234 credits', 'Download']),
    );
  });

  test('§2 Order panel: name, status, number, day, what is ordered and its price', async () => {
    const orders = [
      { ...sample.order('GT-1', 3), orderName: 'Harbour', finalPrice: 123_456, valuationArea: 45.5 },
      {
        ...sample.order('GT-2', 7),
        orderName: 'Coast',
        ctime: '2026-11-18T08:00:00Z',
        tasking: { windowStart: '2026-12-01', windowEnd: '2026-12-15' },
      },
    ];
    const begun = [{ type: 'panel.opened' }, done('listOrders', { list: orders, total: 27 })];
    const [archive, tasking] = await Promise.all([
      actorAfter('orders', begun),
      actorAfter('orders', begun, { kind: 'tasking' }),
    ]);
    const html = shown(h(OrdersPanel), { 'orders.archive': archive, 'orders.tasking': tasking });
    const pieces = piecesIn(html);
    expect(pieces.slice(pieces.indexOf('Harbour'), pieces.indexOf('Coast'))).toEqual([
      'Harbour',
      'To be reviewed',
      'Archive · 1 scene · 45.50 km²',
      '$1,234.56',
      'GT-1',
      '2026-11-20',
      'Simulated',
      'Cancel',
    ]);
    // §7 Pagination
    expect(pieces).toContain('1–10 of 27');
    expect(labelsIn(html)).toEqual(expect.arrayContaining(['Cancel Harbour', 'View imagery of Coast']));
    const windows = shown(h(OrdersPanel), { 'orders.tasking': tasking }, { ordered: 'tasking' });
    expect(piecesIn(windows)).toContain('Tasking · 1 Dec – 15 Dec · 100.00 km²');
  });

  test('the page of an order: files, scenes, price and terms', async () => {
    const taken = scene('SV2_0042', 'one');
    const order = {
      ...sample.orderDetails('GT-1', 7),
      contractNum: 'C-7',
      quote: { number: 'Q-2026-000118', finalPrice: 90_000, validUntil: '2026-12-21' },
      price: sample.scenePrice,
      terms: { url: './docs/terms_order.pdf', sha256: `3f9c${'b'.repeat(56)}a71e`, isCurrent: true },
      scenes: [
        {
          scene: {
            ...taken,
            properties: { ...taken.properties, satellite: 'SV-2 01', gsd: 0.72, cloudCover: 3 },
          },
          isSold: true,
          line: { productId: 'SV2_0042', unitPrice: 10, valuationArea: 45.5, finalPrice: 45_500 },
          pixelMetres: 0.5,
        },
      ],
      files: [
        {
          name: 'a.zip',
          url: 'https://portal.example/a.zip',
          bytes: 5_000_000,
          sha256: `17ab${'a'.repeat(56)}0c2d`,
          pixelMetres: 0.6,
        },
      ],
    };
    const orderPage = await actorAfter('orderPage', [
      { type: 'order.requested', order: sample.order('GT-1', 7) },
      { type: 'panel.shown', panel: 'order' },
      done('loadOrder', order),
    ]);
    const parts = [OrderFiles, OrderScenes, OrderPriceLines].map((Part, key) => h(Part, { key, order }));
    const html = shown(h('div', null, parts), { orderPage });
    expect(rowsIn(html)).toEqual([
      ['Name', 'Size', 'SHA-256', 'Actions'],
      ['a.zip', '5 MB pixels 0.6 m', '17ab…0c2d', ''],
    ]);
    expect(labelsIn(html)).toEqual(expect.arrayContaining(['Copy the checksum of a.zip', 'Download a.zip']));
    const pieces = piecesIn(html);
    expect(pieces.slice(pieces.indexOf('SV2_0042'), pieces.indexOf('Price'))).toEqual([
      'SV2_0042',
      '$455.00',
      'SV-2 01 · 14 Nov 2026 · 0.72 m · pixels 0.5 m · cloud 3%',
      '45.50 km²',
    ]);
    // its lines break between facts alone
    expect(html).toContain('SV-2\u00a001 · 14\u00a0Nov\u00a02026 · ');
    expect(pieces).toContain('Quote Q-2026-000118 was $900.00; the tariff or the scene has changed since.');
    expect(pieces.at(-1)).toBe('version 3f9c…a71e');
  });

  test.each([
    ['OB3_20261022T032828_028_LICENCE.txt', 'OB3_20261022T032828_028', '_LICENCE.txt'],
    ['GT-20261120-0001_receipt_en.pdf', 'GT-20261120-0001_receipt', '_en.pdf'],
    ['GT_southwesternharbour.tif', 'GT_southweste', 'rnharbour.tif'],
    ['a.zip', 'a.zip'],
  ])(
    'of the file %s the last word stays in sight, or the end of a long one; its title has the whole name',
    (name, ...pieces) => {
      const html = shown(h(FileName, { name }));
      expect(piecesIn(html)).toEqual(pieces);
      expect(html).toContain(`title="${name}"`);
    },
  );

  test('the head of an order, its history, and how long it took', async () => {
    // a machine without graphics
    const createElement = () => ({ getContext: () => null });
    vi.stubGlobal('document', { baseURI: 'https://portal.example/', createElement });
    const file = (name: string) => ({
      name,
      url: `https://portal.example/${name}`,
      bytes: 5,
      sha256: null,
      pixelMetres: null,
    });
    const order = {
      ...sample.orderDetails('GT-1', 7),
      history: [
        { status: 1, at: '2026-11-20T08:00:00Z', cause: null },
        { status: 7, at: '2026-11-20T10:05:00Z', cause: null },
      ],
      files: [file('1.zip'), file('2.zip')],
    };
    const orderPage = await actorAfter('orderPage', [
      { type: 'order.requested', order: sample.order('GT-1', 7) },
      { type: 'panel.shown', panel: 'order' },
      done('loadOrder', order),
    ]);
    const html = shown(h(OrderPage), { orderPage, 'orders.archive': await actorAfter('orders', []) });
    const pieces = piecesIn(html);
    expect(pieces.slice(0, 11).join(' ')).toBe(
      'Harbour Copy link Completed Simulated GT-1 · Archive · 20 Nov 2026 Final price $1,000.00',
    );
    expect(pieces.slice(pieces.indexOf('UTC'), pieces.indexOf('Files'))).toEqual([
      'UTC',
      'Completed',
      '20 Nov',
      '10:05',
      '2 files, 2 h 5 min in all',
      'To be processed',
      '20 Nov',
      '08:00',
    ]);
  });

  test('a file in a system that was picked: where it is, and how large', () => {
    const drawing = { path: 'M0 0', mark: null, meridians: [], parallels: [], digits: 1 };
    const placed = {
      system: { code: 2381, name: 'Xian 1980', area: 'China', accuracy: [1, 1] },
      aoi: sample.smallAoi,
      place: 'Xianyang',
      middle: [107.51, 33.92],
      drawing,
      accuracy: { text: 'Accurate to 1 m' },
    };
    expect(piecesIn(shown(h(PlacedFile, { placed: placed as never })))).toEqual([
      'Is the file here? Xianyang',
      'Xian 1980 (EPSG:2381)',
      'Accurate to 1 m',
      '33.9200° N 107.5100° E',
      '1,107.52 km² · 4 vertices',
    ]);
  });

  test('the quote: whom it is for, until when, each scene and each line of the price', () => {
    vi.stubGlobal('document', { baseURI: 'https://portal.example/' });
    const quote: Quote = {
      ...sample.formQuote,
      contractNum: 'C-7',
      appName: 'Groundtrack',
      number: 'Q-2026-000118',
      customer: { name: 'Mei Lin', company: 'Harbourline', email: 'mei@harbour.example' },
      issuedAt: '2026-12-07T08:15:00Z',
      validUntil: '2026-12-21',
      scenes: [
        {
          productId: 'SV2_0042',
          satellite: 'SV-2 01',
          acquisitionDate: '2026-11-14T03:22:05Z',
          gsd: 0.72,
          simulated: false,
          geometry: sample.smallArea,
        },
      ],
      price: {
        ...sample.price,
        finalPrice: 100_000,
        lines: [
          { productId: 'SV2_0042', unitPrice: 16, valuationArea: 40, finalPrice: 64_000 },
          { productId: 'SV2_0043', unitPrice: 10, valuationArea: 36, finalPrice: 36_000 },
        ],
      },
    };
    const html = shown(h(QuotePage, { quote, onPrint: () => {}, onLanguage: () => {} }));
    expect(pairsIn(html)).toEqual([
      ['Number', 'Q-2026-000118'],
      ['Prepared for', 'Mei Lin\nHarbourline\nmei@harbour.example'],
      ['Issued', '2026-12-07 08:15:00 UTC'],
      ['Valid until', '21 Dec 2026 (UTC)'],
      ['Order name', 'Harbour'],
      ['Contract number', 'C-7'],
      ['Area', '1,107.52 km²'],
      ['Extent (WGS 84)', '1.2000° N – 1.5000° N, 103.7000° E – 104.0000° E'],
      ['Product', 'L1 · LAT_LON · clipped to the AOI'],
    ]);
    expect(rowsIn(html)).toEqual([
      ['Product ID', 'Satellite', 'Acquired (UTC)', 'GSD'],
      ['SV2_0042', 'SV-2 01', '2026-11-14 03:22:05 UTC', '0.72 m'],
      ['Product ID', 'USD per km²', 'Level factor (L1)', 'Valuation area, km²', 'Discount', 'USD'],
      ['SV2_0042', '16.00', '1.00', '40.00', '1.00', '$640.00'],
      ['SV2_0043', '10.00', '1.00', '36.00', '1.00', '$360.00'],
      ['Final price estimated', '$1,000.00'],
    ]);
  });

  test('§2 Scene order form: what is covered, billed and billed twice', async () => {
    const sceneOrder = await actorAfter('sceneOrder', [done('fetchPrice', sample.offeredScenePrice)]);
    const pieces = piecesIn(shown(h(Bought), { sceneOrder, results: actorWith({}) }));
    expect(pieces.slice(1, 8)).toEqual([
      '1,107.52 of 1,107.52 km² (100%), billed 100.00 km²',
      // on the map
      '1',
      '2',
      '100%',
      'of AOI covered',
      '1,107.52 km²',
      'in several scenes, billed twice',
    ]);
    expect(pieces.slice(-6)).toEqual([
      '14 Nov 2026',
      'SV-2 03 · 0.5 m',
      'Simulated',
      'Covers 1,107.52 of 1,107.52 km² (100%)',
      '$500.00',
      'billed 50.00 km²',
    ]);
  });

  test('§9 the price of an order form: areas, lines, tax, quote, and earlier orders', async () => {
    const price = { ...sample.offeredScenePrice, quote: { number: 'Q-2026-000118', finalPrice: 90_000 } };
    const form = await actorAfter(
      'sceneOrder',
      [done('fetchPrice', price), done('findEarlier', [sample.earlierOrder])],
      { taxPercent: 9.25 },
    );
    const html = shown(h(OrderPrice, { form: form as never }));
    expect(pairsIn(html)).toEqual([
      ['AOI area', '1,107.52 km²'],
      ['Valuation area', '100.00 km²'],
    ]);
    const pieces = piecesIn(html);
    expect(pieces.slice(pieces.indexOf('Final price'), pieces.indexOf('(opens in a new tab)'))).toEqual([
      'Final price',
      'estimated',
      '$1,000.00',
      // 9.25 % of 1,000
      'plus 9.25% tax, $92.50: $1,092.50',
      'Quote Q-2026-000118 was $900.00; the tariff or the scene has changed since.',
      'You have part of this already.',
      'Scene 1, L3A, ordered 20 Nov:',
      'GT-20261120-0031',
    ]);
  });

  test('the list of watches: a watch, its condition, and when it found something', async () => {
    const list = await actorAfter('savedList', [
      { type: 'panel.opened' },
      done('listItems', { list: [watch] }),
    ]);
    const views = [WatchList, WatchesFoot].map((View, key) => h(View as never, { key, list }));
    const html = shown(h('div', null, views), { watches: await actorAfter('watches', []) });
    expect(piecesIn(html)).toEqual([
      'Harbour',
      '2 new',
      'AOI 88.80 km² · ≤ 20% cloud · ≤ 15° · ≥ 80% clear',
      '20 Nov 08:15 UTC, 5 scenes',
      '1 of 20 used',
      'Watch orders',
    ]);
    expect(labelsIn(html)).toEqual(expect.arrayContaining(['Open Harbour', 'Pause Harbour']));
  });

  test('the drawer of a watch: its terms, and each delivery', async () => {
    const tried = {
      deliveryId: 1,
      channel: 'webhook',
      kind: 'scenes',
      scenes: 5,
      at: '2026-11-20T08:15:00Z',
      number: 3,
      outcome: 'sent',
      status: 204,
      cause: null,
      ms: 84,
    };
    const list = await actorAfter('savedList', [
      { type: 'panel.opened' },
      done('listItems', { list: [watch] }),
    ]);
    const watches = actorWith(
      { email: 'mei@harbour.example', openId: 1, tries: [tried], recallingId: null },
      { list },
      { matches: () => false },
    );
    const html = shown(h(WatchDrawer), { watches });
    expect(pairsIn(html)).toEqual([
      ['Condition', 'AOI 88.80 km² · ≤ 20% cloud · ≤ 15° · ≥ 80% clear'],
      ['How often', 'Immediately'],
      ['Email', 'mei@harbour.example'],
      ['Webhook', 'none'],
    ]);
    const pieces = piecesIn(html);
    expect(pieces.slice(pieces.indexOf('20 Nov 08:15 UTC'))).toEqual([
      '20 Nov 08:15 UTC',
      'Webhook, 5 scenes',
      '204 · 84 ms',
      'attempt 3',
      'Edit',
      'Delete',
    ]);
    expect(labelsIn(html)).toContain('Pause Harbour');
  });

  test('the features of a file: name and size of each, and how many are saved', () => {
    const grid = { meridians: [], parallels: [], digits: 0 };
    const features = [sample.smallAoi, sample.squareAoi(10, 1, 0.1)].map((aoi, at) => ({
      name: `Dock ${at}`,
      outcome: { type: 'file.read', reading: { aoi, review: null, notes: [] } },
      outline: null,
    }));
    const message = { key: 'errors.file.singleFeature', params: { count: 700 } };
    const refusal = { message, offer: { grid, features } };
    const context = { saves: { 0: 'saved' }, queue: [1], refusal };
    const upload = actorWith(context, {}, { hasTag: () => true }) as never;
    const html = shown(h(FeatureList, { upload, offer: { grid, features } as never }));
    expect(piecesIn(html)).toEqual([
      'Use one as the AOI, or save them to My AOI. Only the first 2 of 700 are listed.',
      'Dock 0',
      '1,107.52 km² · 4 vertices',
      'Saved to My AOI',
      'Use',
      'Dock 1',
      '123.07 km² · 4 vertices',
      'Use',
    ]);
    expect(labelsIn(html)).toContain('Use Dock 1 as the AOI');
    expect(piecesIn(shown(h(SaveFeatures, { upload })))[0]).toBe('1 of 2 saved');
  });

  test('the API reference: its version, and method, path and summary of a call', () => {
    const call = {
      id: 'getCredits',
      method: 'GET',
      path: '/web/credits',
      summary: 'The balance',
      description: 'Of the account.',
      parameters: [],
      body: null,
      replies: [
        {
          status: '200',
          description: 'The balance is read',
          headers: [{ name: 'Retry-After', description: 'Seconds to wait' }],
          contents: [],
        },
      ],
    };
    const groups = [{ name: 'account', description: 'Profile and credits', operations: [call] }];
    const html = shown(
      h(ReferencePage, {
        info: { title: 'Groundtrack API', version: '2.7', description: '' },
        address: '/openapi.json',
        groups: groups as never,
        first: 'getCredits',
        server: 'https://portal.example',
        onSend: () => {},
        onSave: () => {},
      } as never),
    );
    const pieces = piecesIn(html);
    expect(pieces.slice(0, 2)).toEqual(['Groundtrack API', 'Version 2.7 ·']);
    expect(pieces.slice(pieces.lastIndexOf('account'), pieces.indexOf('Send'))).toEqual([
      'account',
      'Profile and credits',
      'GET',
      '/web/credits',
      'The balance',
      'Of the account.',
      'Replies',
      '200',
      'The balance is read',
      'Retry-After',
      'header',
      'Seconds to wait',
    ]);
  });

  test('the list of saved areas: an area, the one that was deleted, and the page', async () => {
    const items = Array.from({ length: 27 }, (_, at) => ({
      id: at + 1,
      name: `Harbour ${at + 1}`,
      geom: sample.smallAoi.wkt,
      ctime: '2026-11-20T08:00:00Z',
    }));
    const list = (await actorAfter('savedList', [
      { type: 'panel.opened' },
      done('listItems', { list: items }),
      { type: 'page.chosen', page: 2 },
      { type: 'deletion.requested', id: 12 },
    ])) as never;
    const row = shown(
      h(SavedRow, { list, item: items[2]!, badge: 'Shown', facts: '12 km²', children: null }),
    );
    expect(piecesIn(row)).toEqual(['Harbour 3', 'Shown', '20 Nov 2026', '12 km²']);
    expect(labelsIn(row)).toEqual(['Delete Harbour 3']);
    const pieces = piecesIn(shown(h(SavedFoot, { list })));
    expect(pieces.slice(0, 3)).toEqual(['“Harbour 12” deleted.', 'Undo', '11–20 of 26']);
  });

  test('a repaired area: its size and vertices before and after', () => {
    const drawing = { path: 'M0 0', mark: null, meridians: [], parallels: [], digits: 1 };
    const review = {
      before: drawing,
      after: drawing,
      areaBefore: 12.5,
      areaAfter: 13.75,
      verticesBefore: 7,
      isProposal: false,
      changes: [],
    };
    const html = shown(
      h(AreaReviewNote, { title: 'Repaired', review: review as never, vertices: 9, given: 'As drawn' }),
    );
    const pieces = piecesIn(html);
    expect(pieces[0]).toBe('Repaired');
    expect(pieces.slice(pieces.indexOf('Before'))).toEqual([
      'Before',
      '12.50 km² · 7 vertices',
      'After',
      '13.75 km² · 9 vertices',
      'Area changed +10.00%',
    ]);
    expect(labelsIn(html)).toContain('As drawn');
  });

  test('the passes of a new acquisition: time, angle, sun, limit and price', () => {
    const pass = (at: string, offNadirDeg: number, sunElevationDeg: number, share: number) => ({
      ...sample.pass,
      at: Date.parse(at),
      offNadirDeg,
      sunElevationDeg,
      share,
    });
    const passes = [pass('2026-12-02T05:30:00Z', 12.3, 48.9, 0.5), pass('2026-12-03T05:31:00Z', 33, 41, 1)];
    const span = { from: Date.parse('2026-12-01'), to: Date.parse('2026-12-15') };
    const best = passes[0]!;
    const timeline = shown(
      h(PassTimeline, { passes, span, limit: 25, best, chosen: null, onChoose: () => {} } as never),
    );
    expect(labelsIn(timeline)).toEqual([
      '2 passes by day and off-nadir angle, limit 25°',
      '2026-12-02 05:30 UTC, 12.3° off nadir, sun 48.9°, within the limit, best pass',
      '2026-12-03 05:31 UTC, 33° off nadir, sun 41°, beyond the limit',
    ]);
    expect(piecesIn(shown(h(PassFacts, { pass: best, isBest: true }))).at(-1)).toBe(
      '2026-12-02 05:30 UTC, 12.3° off nadir, sun 48.9°',
    );
    const rows = [
      {
        satellite: { name: 'SV-2 01', code: 'SV2-01', gsd: 0.5, supplier: 'Skyview' },
        lock: null,
        passes,
        within: 1,
        best,
        price: { ...sample.price, finalPrice: 123_456 },
      },
    ] as never;
    const newAcquisition = actorWith({
      draft: { maxOffNadirAngle: 25, maxCloudCover: 20, from: '2026-12-01', to: '2026-12-15' },
      now: () => new Date('2026-11-21'),
      fixed: null,
    });
    const fleet = piecesIn(shown(h(FleetTable, { rows }), { newAcquisition }));
    expect(fleet.slice(fleet.indexOf('SV-2 01'))).toEqual([
      'SV-2 01',
      '0.5 m · Skyview',
      '1',
      '$10.00',
      '$1,234.56',
      '1 pass within your limits, $1,234.56 for the AOI',
      '0–10° off nadir',
      '10–20° off nadir',
      '20–25° off nadir',
      'beyond your limit',
      'All passes in daylight, sun 41°–49°',
    ]);
    expect(rowsIn(shown(h(FleetPassTable, { rows }), { newAcquisition }))).toEqual([
      ['Time (UTC)', 'Satellite', 'Off-nadir (nearest)', 'Sun', 'Area in the swath', 'Limit', 'For the AOI'],
      ['2026-12-02 05:30', 'SV-2 01', '12.3°', '48.9°', '50%', 'within', '$1,234.56'],
      ['2026-12-03 05:31', 'SV-2 01', '33°', '41°', '100%', 'beyond', '$1,234.56'],
    ]);
  });

  test('the conditions of a search, the legend of counted scenes, and the divider', () => {
    const condition = {
      ...sample.condition,
      acquisitionDateFrom: '2026-10-01',
      acquisitionDateTo: '2026-11-15',
      maxCloudCover: 20,
      maxOffNadirAngle: 15,
      gsd: 1,
    };
    const tags = shown(h(ConditionTags, { condition, satellites: sample.settings.satellites }));
    expect(piecesIn(tags)).toEqual([
      '1 Oct – 15 Nov',
      'Cloud cover',
      '≤ 20%',
      'Off-nadir angle',
      '≤ 15°',
      '≤ 1 m',
    ]);
    const card = shown(
      h(StepsCard, {
        title: 'Scenes in a cell',
        short: 'Scenes',
        steps: [{ color: [1, 2, 3, 255], label: '6+', said: 'from six' }],
        range: '1–99',
        note: 'All dates',
      }),
    );
    expect(piecesIn(card)).toEqual(['Scenes in a cell', 'Scenes', 'from six', '6+', '1–99', 'All dates']);
    expect(labelsIn(card)).toEqual(['Scenes in a cell']);
    const divider = shown(
      h(Divider, {
        share: 0.3 as never,
        onShare: () => {},
        before: 'Oct',
        after: 'Nov',
        handle: { current: null },
      }),
    );
    expect(labelsIn(divider)).toContain('Oct 30%, Nov 70%');
  });
});
