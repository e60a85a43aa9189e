import { createElement as h, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreditMovement, PayRecord } from '../../../contract/accounts.ts';
import type { Quote } from '../../../contract/orders/quote.ts';
import { movementColumns, recordColumns, Table } from '../../../src/ui/account/PayRecordsDialog.tsx';
import { PriceChanged } from '../../../src/ui/orders/priced/OrderDialog.tsx';
import { AcquisitionFacts } from '../../../src/ui/orders/quote/facts.tsx';
import { SceneFacts } from '../../../src/ui/search/DetailsDrawer.tsx';
import { addPortalTexts, applyLanguage, translate } from '../../../src/ui/shared/i18n/language.ts';
import { scene } from '../../model/shared/samples.ts';
import { DETAILS } from '../../rows/specification.ts';

beforeAll(addPortalTexts);
afterAll(() => applyLanguage('en'));

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&#x27;', "'");
/** Labels with what is printed beside them. */
const pairsIn = (view: ReactElement): [label: string, value: string][] =>
  [...renderToString(view).matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(
    ([, label = '', value = '']) => [plain(label), plain(value)],
  );
/** The cells of a table, row by row. */
const rowsIn = (view: ReactElement): string[][] =>
  [...renderToString(view).matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t([hd])[^>]*>(.*?)<\/t\1>/gs)].map(([, , cell = '']) => plain(cell)),
  );

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
    const pairs = pairsIn(h(SceneFacts, { scene: { ...scene('SV2_0042', ''), properties: facts } }));
    expect(pairs.slice(0, 12)).toEqual(
      DETAILS[language].map((label, at) => [label, [...VALUES, ...words][at]]),
    );
  });
});

test('a changed price: what it was, and what it is now', async () => {
  const snapshot = { context: { formerPrice: { finalPrice: 100_000 }, price: { finalPrice: 123_456 } } };
  const form = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) };
  const said = () => plain(renderToString(h(PriceChanged, { form: form as never })));
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
  expect(pairsIn(h(AcquisitionFacts, { tasking })).map(([, value]) => value)).toEqual([
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
  expect(rowsIn(h(Table<PayRecord>, { rows: [record], columns, book: 'orders', isBusy: false }))).toEqual([
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
  expect(rowsIn(credits)[1]).toEqual(['13 Nov 2026', 'Imagery export · Harbour', '−140', '9,860']);
});
