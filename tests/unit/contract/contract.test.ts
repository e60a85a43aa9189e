import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DEFAULT_REG_TYPE, PASSWORD_MIN } from '../../../contract/limits.ts';
import * as limits from '../../../contract/limits.ts';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { extensions } from '../../../contract/calls/extensions.ts';
import { INDUSTRIES, registerRequest } from '../../../contract/accounts.ts';
import { orderItem, taskingForm } from '../../../contract/orders/orders.ts';
import { saveAoiRequest } from '../../../contract/saved.ts';
import { levelFactor } from '../../../contract/orders/price.ts';
import { pageQuery, replyOf, utcDay } from '../../../contract/calls/envelope.ts';
import { order } from '../../model/shared/samples.ts';

/** The longest text that a schema accepts, up to 200. */
function longest(schema: z.ZodMiniType, make: (text: string) => unknown): number {
  let length = 0;
  while (length < 200 && schema.safeParse(make('x'.repeat(length + 1))).success) length += 1;
  return length;
}

const form = {
  orderName: 'Harbour',
  aoiWkt: 'POLYGON((0 0,1 0,1 1,0 0))',
  sourceCode: 'S',
  taskingWindowStart: '2026-12-01',
  taskingWindowEnd: '2026-12-08',
  maxCloudCover: 30,
  maxOffNadirAngle: 45,
  resolution: 0.5,
  productMode: 'MONO',
  productLevel: 'L1',
  cropByAoi: true,
  projection: 'LAT_LON',
};
const registration = {
  upass: 'harbour-2026',
  email: 'mei@harbour.example',
  firstName: 'Mei',
  lastName: 'Lin',
  regType: 2,
  company: 'Harbourline',
  industry: 'Maritime',
  nature: '',
  vcode: 'A1B2C3',
};

describe('§9 Business constants and limits', () => {
  test('verify-code resend lock: 60 seconds; password minimum: 8; default registration type: 2', () => {
    expect([limits.CODE_LOCK_MS, PASSWORD_MIN, DEFAULT_REG_TYPE]).toEqual([60_000, 8, 2]);
  });

  test('field length limits: names 32, email 64, password 64, company 64', () => {
    const of = (field: string) => longest(registerRequest, (text) => ({ ...registration, [field]: text }));
    // the length before the @, plus nine characters
    const email = 9 + longest(registerRequest, (text) => ({ ...registration, email: `${text}@port.exa` }));
    expect([of('firstName'), of('lastName'), email, of('upass'), of('company')]).toEqual([
      32, 32, 64, 64, 64,
    ]);
  });

  test('verify code: 6 characters; invitation code: 4 characters', () => {
    const of = (field: string) => longest(registerRequest, (text) => ({ ...registration, [field]: text }));
    expect([of('vcode'), of('salesRepCode')]).toEqual([6, 4]);
  });

  test('order name 64, contract number 32, AOI name 32', () => {
    expect(longest(taskingForm, (orderName) => ({ ...form, orderName }))).toBe(64);
    expect(longest(taskingForm, (contractNum) => ({ ...form, contractNum }))).toBe(32);
    expect(longest(saveAoiRequest, (name) => ({ name, geom: 'POLYGON((0 0,1 0,1 1,0 0))' }))).toBe(32);
    expect(limits.FIELD.exportTaskName).toBe(32);
  });

  test('coordinates: latitude ±90, longitude ±180; default centre-mode width and height: 5 km', () => {
    expect([limits.LATITUDE_MAX, limits.LONGITUDE_MAX, limits.CENTER_SIZE_KM]).toEqual([90, 180, 5]);
  });

  test('list page size: 10; maximum 100 records per export at a time', () => {
    expect([limits.PAGE_SIZE, limits.EXPORT_RECORDS_MAX]).toEqual([10, 100]);
  });

  test('search defaults: cloud 0-100 step 1 (search 20, tasking 30); off-nadir 0-45 (15, 45); GSD 0.1 to 2 (1)', () => {
    expect(limits.CLOUD).toEqual({ min: 0, max: 100, step: 1, searchDefault: 20, taskingDefault: 30 });
    expect(limits.OFF_NADIR).toMatchObject({ min: 0, max: 45, searchDefault: 15, taskingDefault: 45 });
    expect(limits.GSD).toEqual({ min: 0.1, max: 2, step: 0.1, ticks: [0.3, 0.5, 1, 2], default: 1 });
    expect(limits.DEFAULT_RANGE_MONTHS).toBe(3);
  });

  test('area caps: 100000 (utype 1), 5000000 (utype 2), 10000000 (all), 10000 (imagery export) km²', () => {
    expect([1, 2, 3, 6].map(limits.areaCapKm2)).toEqual([100_000, 5_000_000, 10_000_000, 10_000_000]);
    expect(limits.AREA_CAP.imageryExport).toBe(10_000);
  });

  test('level factor: L1 and L2A ×1; L3A and L3B ×1.1; L3C and L3D ×1.15; L5C and L5D ×1.2', () => {
    expect(limits.PRODUCT_LEVELS.map((level) => [level, levelFactor(level)])).toEqual([
      ['L1', 1],
      ['L2A', 1],
      ['L3A', 1.1],
      ['L3B', 1.1],
      ['L3C', 1.15],
      ['L3D', 1.15],
      ['L5C', 1.2],
      ['L5D', 1.2],
    ]);
  });

  test('projections: LAT_LON, UTM; product modes: MONO, STEREO, TRISTEREO; sources: S, C, CA, A', () => {
    expect(limits.PROJECTIONS).toEqual(['LAT_LON', 'UTM']);
    expect(limits.PRODUCT_MODES).toEqual(['MONO', 'STEREO', 'TRISTEREO']);
    expect(limits.SOURCES).toEqual(['S', 'C', 'CA', 'A']);
  });

  test('daily usage window: 14 days; map initialisation delay: 500 ms; layer selector close delay: 200 ms', () => {
    expect([limits.USAGE_DAYS, limits.MAP_INIT_DELAY_MS, limits.LAYER_CLOSE_DELAY_MS]).toEqual([
      14, 500, 200,
    ]);
  });

  test('dialog widths: 480 (success, imagery export), 600 (upload, coordinates), 1080 (tasking)', () => {
    expect(limits.DIALOG_WIDTH).toEqual({
      success: 480,
      imageryExport: 480,
      upload: 600,
      coordinates: 600,
      tasking: 1080,
    });
  });

  test('default base map: OSM; local storage key: map_default', () => {
    expect([limits.BASE_MAPS[0], limits.BASE_MAP_STORAGE_KEY]).toEqual(['OSM', 'map_default']);
  });

  test('accepted upload extensions: .shp, .kml, .kmz, .geojson, .zip', () => {
    expect([...limits.UPLOAD_EXTENSIONS].sort()).toEqual(['.geojson', '.kml', '.kmz', '.shp', '.zip']);
  });
});

describe('§3 Entities and their fields', () => {
  test('there are 21 industry options, Agriculture to Other', () => {
    expect([INDUSTRIES.length, INDUSTRIES[0], INDUSTRIES.at(-1)]).toEqual([21, 'Agriculture', 'Other']);
  });

  test('an order list item has id, orderNum, orderName, status, ctime and downloadUrl (array of links)', () => {
    const item = order('GT-1', 7);
    expect(orderItem.safeParse(item).success).toBe(true);
    for (const field of ['id', 'orderNum', 'orderName', 'status', 'ctime', 'downloadUrl'] as const) {
      const { [field]: _, ...rest } = item;
      expect(orderItem.safeParse(rest).success, field).toBe(false);
    }
  });

  test('§5 Tasking from search: SV gives S, OB gives C, BJ gives A; others are not supported', () => {
    expect(['SV2-01', 'OB-3', 'BJ3A', 'XX-1', ''].map(limits.sourceOfSatellite)).toEqual([
      'S',
      'C',
      'A',
      null,
      null,
    ]);
  });
});

describe('§5 Validation rules', () => {
  test.each(['', '   '])('tasking order form: orderName required, %j is empty', (orderName) => {
    expect(taskingForm.safeParse({ ...form, orderName }).success).toBe(false);
  });

  test.each(['2026-13-01', '2026-11-32', '21.11.2026', '2026-1-1', ''])('%j is not a UTC day', (day) => {
    expect(utcDay.safeParse(day).success).toBe(false);
  });

  test.each([0, -1, 1.5, 'two', undefined])('cpage %j is not a page', (cpage) => {
    expect(pageQuery.safeParse({ cpage }).success).toBe(false);
  });
});

describe('§7 The calls it makes', () => {
  /** Methods and paths in the order of the specification's tables, without map tiles, which are not JSON. */
  const SPECIFIED = [
    'POST /reg/captcha',
    'POST /reg/submit',
    'POST /resetpass/captcha',
    'POST /resetpass/submit',
    'POST /login',
    'POST /web/cpwd',
    'GET /glu',
    'GET /logout',
    'GET /web/credits',
    'GET /api/usage/daily',
    'GET /web/order/pay/record',
    'POST /api/soi/v1/search',
    'POST /api/order/v1/tasking/getPrice',
    'POST /api/order/v1/tasking/submit',
    'GET /web/order/archive/list',
    'POST /api/order/v1/archive/cancel/{orderNum}',
    'GET /web/order/tasking/list',
    'POST /api/order/v1/tasking/cancel/{orderNum}',
    'GET /web/useraoi/view/list/all',
    'GET /web/useraoi/del/{id}',
    'POST /web/useraoi/cm/save',
    'GET /web/usersearchrecord/view/list/all',
    'GET /web/usersearchrecord/del/{id}',
    'GET /web/usersearchrecord/view/one/{id}',
    'GET /api/user/images',
    'GET /api/vec/irv/{layerId}',
    'POST /api/imagery/v1/export/getPrice',
    'POST /api/imagery/v1/export/submit',
    'GET /web/exporttask/view/list/all',
    'POST /web/exporttask/cm/rename',
    'GET /api/imagery/v1/export/internal/list',
  ];
  const rows = Object.entries(endpoints).map(([name, row]) => ({
    name,
    call: `${row.method} ${row.path}`,
    row,
  }));

  test('the table has every call of the specification, and all others are extensions', () => {
    const own = new Set(Object.keys(extensions));
    const specified = rows.filter(({ name }) => !own.has(name)).map(({ call }) => call);
    expect(specified).toEqual(SPECIFIED);
  });

  test('every call has its own path', () => {
    expect(new Set(rows.map(({ call }) => call)).size).toBe(rows.length);
  });

  test('exactly the paths with parameters have a schema for them', () => {
    for (const { call, row } of rows) expect(row.params !== undefined, call).toBe(call.includes('{'));
  });

  test('log-in, registration, reset, settings and shared searches are for anyone; all else needs a user', () => {
    const open = rows.filter(({ row }) => row.access === 'anyone').map(({ name }) => name);
    expect(open.sort()).toEqual(
      [
        'login',
        'register',
        'resetPassword',
        'sendRegisterCode',
        'sendResetCode',
        'settings',
        'sharedSearch',
      ].sort(),
    );
  });

  test('decision 7: every submit that costs money or credits takes an idempotency key', () => {
    const keyed = rows.filter(({ row }) => row.idempotent).map(({ name }) => name);
    expect(keyed.sort()).toEqual(['archiveSubmit', 'imageryExportSubmit', 'taskingSubmit']);
  });

  test('all replies carry a result field, with optional message and data', () => {
    const reply = replyOf(z.number());
    expect(reply.safeParse({ result: 1 }).success).toBe(true);
    expect(reply.safeParse({ result: 0, message: 'No.' }).success).toBe(true);
    expect(reply.safeParse({ message: 'No.', data: 1 }).success).toBe(false);
  });
});

describe('§2 Links out', () => {
  test('the terms are a PDF at ./docs/terms_order.pdf', () => {
    const file = readFileSync(new URL('../../../public/docs/terms_order.pdf', import.meta.url));
    expect(file.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(file.subarray(-8).toString('latin1')).toContain('%%EOF');
    expect(file.length).toBeGreaterThan(20_000);
  });
});
