import { describe, expect, test } from 'vitest';
import type { Satellite } from '../../../contract/settings.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  bearsOnTaskingPrice,
  newTasking,
  resolutionsOf,
  taskingFormOf,
  taskingPriceRequestOf,
  type TaskingDraft,
} from '../../../src/machines/orders/tasking.rules.ts';
import { changedProduct } from '../../../src/machines/orders/product.rules.ts';
import type { SearchDraft } from '../../../src/machines/search/search.rules.ts';
import {
  planStartOf,
  taskingRefusal,
  taskingStartOf,
  windowRefusal,
  type TaskingStart,
} from '../../../src/machines/search/taskingStart.rules.ts';
import { box } from '../../fixtures/box.ts';

const aoi = aoiOf(box(103.7, 1.2, 104, 1.5));
const NOW = new Date('2026-11-21T23:30:00Z');
const SATELLITES: Satellite[] = ['SV2-01', 'OB3', 'BJ3A', 'NS1'].map((code) => ({
  name: code,
  code,
  gsd: 0.9,
  sensorType: 'OPTICAL',
}));
const DRAFT: SearchDraft = {
  dateFrom: '2026-11-24',
  dateTo: '2026-12-08',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  gsd: 1,
  satList: ['OB3'],
  productMode: null,
};
const refusal = (patch: Partial<SearchDraft> = {}, area: typeof aoi | null = aoi) =>
  taskingRefusal({ ...DRAFT, ...patch }, area, SATELLITES, NOW)?.key ?? null;

describe('the plan of passes goes on with what a refused tasking has', () => {
  const start = (patch: Partial<SearchDraft>) => planStartOf({ ...DRAFT, ...patch }, SATELLITES, NOW);
  const window = { windowStart: '2026-11-24', windowEnd: '2026-12-08' };

  test('one satellite that can be tasked is selected', () => {
    expect(start({ dateFrom: '2026-08-21', dateTo: '2026-11-21' })).toEqual({ code: 'OB3' });
    expect(start({ satList: ['OB3', 'SV2-01'] })).toEqual({ window });
    expect(start({ satList: ['NS1'] })).toEqual({ window });
    expect(start({ sensorType: 'SAR' })).toEqual({ window });
  });

  test('days that can be ordered are the window', () =>
    expect(start({ productMode: 'TRISTEREO' })).toEqual({ code: 'OB3', window }));
});

describe('§5 Tasking from search', () => {
  test('AOI required', () => expect(refusal({}, null)).toBe('errors.aoiMissing'));

  test('productMode TRISTEREO is rejected', () =>
    expect(refusal({ productMode: 'TRISTEREO' })).toBe('errors.tristereo'));

  test.each([[[]], [['OB3', 'SV2-01']]])('Exactly one satellite must be selected: not %j', (satList) =>
    expect(refusal({ satList })).toBe('errors.oneSatellite'),
  );

  test('satellites can be chosen only for OPTICAL, so other sensor types have none', () =>
    expect(refusal({ sensorType: 'SAR' })).toBe('errors.oneSatellite'));

  test.each([
    ['SV2-01', 'S'],
    ['OB3', 'C'],
    ['BJ3A', 'A'],
  ] as const)('The satellite code prefix maps to source code: %s gives %s', (code, source) => {
    expect(refusal({ satList: [code] })).toBeNull();
    expect(taskingStartOf({ ...DRAFT, satList: [code] }, SATELLITES).sourceCode).toBe(source);
  });

  test('the form starts with the days of the search', () =>
    expect(
      taskingStartOf(
        { ...DRAFT, satList: ['OB3'], dateFrom: '2026-11-23', dateTo: '2026-11-29' },
        SATELLITES,
      ),
    ).toMatchObject({ windowStart: '2026-11-23', windowEnd: '2026-11-29' }));

  test('otherwise the satellite is not supported temporarily', () =>
    expect(refusal({ satList: ['NS1'] })).toBe('errors.satelliteUnsupported'));

  test('a satellite of a saved search that no longer exists is not supported either', () =>
    expect(refusal({ satList: ['OB-gone'] })).toBe('errors.satelliteUnsupported'));

  test.each([{ dateFrom: '' }, { dateTo: '' }])('Dates required: %j', (patch) =>
    expect(refusal(patch)).toBe('errors.datesMissing'),
  );

  test.each(['2026-11-21', '2026-11-20', '2020-01-01'])(
    'The start date must be in the future, in UTC: not %s',
    (dateFrom) => expect(refusal({ dateFrom })).toBe('errors.startNotFuture'),
  );

  test('tomorrow in UTC is in the future; the window may be one day', () => {
    expect(refusal({ dateFrom: '2026-11-22' })).toBeNull();
    expect(windowRefusal('2026-11-22', '2026-11-22', NOW)).toBeNull();
    expect(windowRefusal('2026-11-23', '2026-11-22', NOW)?.key).toBe('errors.datesReversed');
  });

  test('with several reasons, the first in the order of the specification is shown', () => {
    const all = { productMode: 'TRISTEREO', satList: [], dateFrom: '' } as const;
    expect(refusal({ ...all, satList: [] }, null)).toBe('errors.aoiMissing');
    expect(refusal({ ...all, satList: [] })).toBe('errors.tristereo');
    expect(refusal({ ...all, satList: [], productMode: null })).toBe('errors.oneSatellite');
    expect(refusal({ ...all, satList: ['NS1'], productMode: null })).toBe('errors.satelliteUnsupported');
    expect(refusal({ ...all, satList: ['OB3'], productMode: null })).toBe('errors.datesMissing');
  });
});

const START: TaskingStart = {
  satellite: SATELLITES[1]!,
  sourceCode: 'C',
  windowStart: '2026-11-24',
  windowEnd: '2026-12-08',
  productMode: 'MONO',
};
const FORM = newTasking(START);
const changed = (patch: Partial<TaskingDraft>, from = FORM) =>
  changedProduct(from, patch, ({ sourceCode }) => [sourceCode]);

describe('§3 Tasking order form', () => {
  test('defaults: cloud 30, off-nadir 45, level L1, clipped, LAT_LON, the dates and the mode of the search', () => {
    expect(FORM).toMatchObject({
      maxCloudCover: 30,
      maxOffNadirAngle: 45,
      productLevel: 'L1',
      cropByAoi: true,
      projection: 'LAT_LON',
      appendL1: false,
      windowStart: '2026-11-24',
      windowEnd: '2026-12-08',
      productMode: 'MONO',
      resolution: 0.9,
    });
  });

  test('resolutions: the satellite’s own and the coarser ticks of the search', () =>
    expect(resolutionsOf(SATELLITES[1]!)).toEqual([0.9, 1, 2]));

  test('choosing an L1 level forces projection LAT_LON and deselects the additional L1', () => {
    const level3 = changed({ productLevel: 'L3A', projection: 'UTM', appendL1: true });
    expect(level3).toMatchObject({ projection: 'UTM', appendL1: true });
    expect(changed({ productLevel: 'L1' }, level3)).toMatchObject({
      projection: 'LAT_LON',
      appendL1: false,
    });
  });

  test.each(['S', 'A'] as const)('additional L1 is not offered for source %s', (sourceCode) =>
    expect(changed({ sourceCode, productLevel: 'L3A', appendL1: true }).appendL1).toBe(false),
  );

  test('if isAppendL1 is checked, productLevelAppend is L1', () => {
    const draft = changed({ sourceCode: 'CA', productLevel: 'L3A', appendL1: true });
    expect(taskingPriceRequestOf(draft, { aoi, utype: 1 })).toMatchObject({ productLevelAppend: 'L1' });
    expect(taskingPriceRequestOf(FORM, { aoi, utype: 1 })).not.toHaveProperty('productLevelAppend');
  });

  test('only orders of utype 6 carry the contract number', () => {
    const draft = { ...FORM, contractNum: ' C-1 ' };
    expect(taskingPriceRequestOf(draft, { aoi, utype: 6 }).contractNum).toBe('C-1');
    expect(taskingPriceRequestOf(draft, { aoi, utype: 7 })).not.toHaveProperty('contractNum');
  });

  test('a form can be priced without a name; the order has the trimmed name and the agreed sum', () => {
    expect(taskingPriceRequestOf(FORM, { aoi, utype: 1 })).not.toHaveProperty('orderName');
    const form = taskingFormOf({ ...FORM, orderName: ' Harbour ' }, { aoi, utype: 1 }, 1234);
    expect(form).toMatchObject({ orderName: 'Harbour', agreedPrice: 1234, aoiWkt: aoi.wkt });
  });

  test('every field except name and contract number may bear on the price', () => {
    const bearing = Object.keys(FORM).filter((field) => bearsOnTaskingPrice({ [field]: 1 }));
    expect(Object.keys(FORM).filter((field) => !bearing.includes(field))).toEqual([
      'orderName',
      'contractNum',
    ]);
  });
});
