import { describe, expect, test } from 'vitest';
import { quote as quoteSchema } from '../../../../contract/orders/quote.ts';
import { sketchOf } from '../../../../src/geo/area/sketch.ts';
import { quoteOf } from '../../../../src/machines/orders/printedQuote.rules.ts';
import { sceneQuoteOf, taskingQuoteOf } from '../../../../src/machines/orders/quote.rules.ts';
import { newTasking } from '../../../../src/machines/orders/tasking.rules.ts';
import { formatMoney } from '../../../../src/ui/shared/i18n/formats.ts';
import * as sample from '../../../model/shared/samples.ts';
import type { TaskingStart } from '../../../../src/machines/search/taskingStart.rules.ts';
import { box } from '../../../fixtures/box.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const place = { aoi: sample.smallAoi, termsUrl: './docs/terms_order.pdf' };
const { price } = sample;
const draft = {
  orderName: ' Harbour ',
  productLevel: 'L3A',
  projection: 'UTM',
  cropByAoi: true,
  appendL1: true,
  contractNum: '',
} as const;
const start: TaskingStart = {
  satellite: { name: 'OB-3', code: 'OB-3', gsd: 0.9, sensorType: 'OPTICAL' },
  sourceCode: 'C',
  windowStart: '2026-11-25',
  windowEnd: '2026-12-25',
  productMode: 'MONO',
};
const scenes = sceneQuoteOf({ input: { ...place, scenes: sample.scenes.slice(0, 2) }, draft, price });
const tasking = (patch: object = {}, from = start) =>
  taskingQuoteOf({ input: { ...place, start: from }, draft: { ...newTasking(from), ...patch }, price });

describe('Quote to print', () => {
  test('scenes: area, scenes with their footprints, product, every factor of the price, terms', () => {
    expect(scenes).toMatchObject({
      orderName: 'Harbour',
      productLevel: 'L3A',
      projection: 'UTM',
      appendL1: true,
      price: sample.price,
      termsUrl: './docs/terms_order.pdf',
      tasking: null,
      billed: null,
    });
    expect(scenes.scenes.map(({ productId, geometry }) => [productId, geometry.type])).toEqual([
      ['A', 'Polygon'],
      ['B', 'Polygon'],
    ]);
    expect(scenes.aoi.areaKm2).toBe(sample.smallAoi.areaKm2);
  });

  test('a new acquisition: satellite, window, limits; the billed area if it differs from the AOI', () => {
    expect(tasking().tasking).toEqual({
      satellite: 'OB-3',
      windowStart: '2026-11-25',
      windowEnd: '2026-12-25',
      maxCloudCover: 30,
      maxOffNadirAngle: 45,
      resolution: 0.9,
      productMode: 'MONO',
    });
    expect(tasking().billed).toBeNull();
    expect(tasking({ cropByAoi: false }).billed?.type).toBe('Polygon');
  });

  test('names the signed-in user, has no token, and survives serialization', () => {
    const made = quoteOf(scenes, sample.user, 'Groundtrack', NOW);
    expect(made.customer).toEqual({
      name: 'Mei Lin',
      company: 'Harbourline',
      email: 'mei.lin@harbourline.example',
    });
    const text = JSON.stringify(made);
    expect(text).not.toContain(sample.user.token);
    expect(quoteSchema.parse(JSON.parse(text))).toEqual(made);
  });

  test('keeps what the server needs to number it only where the server numbers quotes', () => {
    const request = { kind: 'scenes' } as never;
    const made = (hasNumbers?: boolean, of: object = { request }) =>
      quoteOf({ ...scenes, ...of }, sample.user, 'Groundtrack', NOW, hasNumbers);
    expect([made().request, made(false).request, made(true).request]).toEqual([
      undefined,
      undefined,
      request,
    ]);
    expect('request' in made(true, { request: undefined })).toBe(false);
  });

  test.each([
    ['scenes', scenes, '2026-12-05'],
    [
      'a window far ahead',
      tasking({}, { ...start, windowStart: '2027-01-10', windowEnd: '2027-02-10' }),
      '2026-12-05',
    ],
    ['a window that begins in four days', tasking(), '2026-11-24'],
  ])('is valid for 14 days, and only while it can be ordered: %s', (_, one, day) => {
    expect(
      quoteOf({ ...one, tasking: one.tasking && { ...one.tasking } }, sample.user, 'G', NOW),
    ).toMatchObject({
      issuedAt: '2026-11-21T08:00:00.000Z',
      validUntil: day,
    });
  });

  test('without a price there is no quote', () => {
    expect(() => sceneQuoteOf({ input: { ...place, scenes: [] }, price: null, draft })).toThrow('no price');
  });
});

describe('The drawn map of a quote', () => {
  const frame = { width: 720, height: 300 };
  const places = (path: string) =>
    [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

  test('shows the whole area, north up', () => {
    const sketch = sketchOf(sample.smallAoi.bbox, frame, 34);
    const drawn = places(sketch.path(sample.smallArea));
    expect(drawn).toHaveLength(4);
    for (const [x = 0, y = 0] of drawn) {
      expect(x).toBeGreaterThanOrEqual(34);
      expect(x).toBeLessThanOrEqual(720 - 34);
      expect(y).toBeGreaterThanOrEqual(33.9);
      expect(y).toBeLessThanOrEqual(300 - 33.9);
    }
    // the first two corners of the box are the southern ones
    expect(drawn[0]?.[1]).toBeGreaterThan(drawn[2]?.[1] ?? Infinity);
  });

  test('an area beyond 180° is drawn in one piece', () => {
    const east = box(179, -1, 180, 1);
    const west = box(-180, -1, -179, 1);
    const sketch = sketchOf([179, -1, 181, 1], frame, 34);
    const [right] = places(sketch.path(east)).slice(1);
    const [left] = places(sketch.path(west));
    expect(left?.[0]).toBeCloseTo(right?.[0] ?? 0, 0);
  });

  test('has grid lines with degrees and a scale bar of a round length', () => {
    const { meridians, parallels, digits, scale } = sketchOf(sample.smallAoi.bbox, frame, 34);
    expect(meridians.length).toBeGreaterThan(2);
    expect(parallels.length).toBeGreaterThan(1);
    expect(digits).toBe(1);
    expect(String(scale.km)).toMatch(/^[125]0*$/);
    // 0.3° are drawn over 232 units and measure 33.4 km
    expect(scale.length / scale.km).toBeCloseTo(232 / (0.3 * 111.32), 2);
  });
});

test('a quote that a portal before dollars at the wire has stored is still read: its money is cents', () => {
  const stored = `{"orderName":"Harbour","contractNum":"","aoi":{"geometry":{"type":"Polygon","coordinates":[[[103.8,1.2],[103.9,1.2],[103.9,1.3],[103.8,1.2]]]},"areaKm2":61.5},"billed":null,"scenes":[],"tasking":null,"productLevel":"L1","projection":"LAT_LON","cropByAoi":true,"appendL1":false,"price":{"unitPrice":10,"aoiArea":61.5,"valuationArea":123.456,"discount":1,"finalPrice":123456,"minimumArea":25,"lines":[{"productId":"A","unitPrice":10,"valuationArea":123.456,"finalPrice":123456}]},"termsUrl":"./docs/terms_order.pdf","appName":"Groundtrack","customer":{"name":"Mei Lin","company":"Harbourline","email":"mei.lin@harbourline.example"},"issuedAt":"2026-11-21T08:00:00.000Z","validUntil":"2026-12-05"}`;
  const { price } = quoteSchema.parse(JSON.parse(stored));
  expect([price.finalPrice, price.lines?.[0]?.finalPrice]).toEqual([123_456, 123_456]);
  expect(formatMoney(price.finalPrice)).toBe('$1,234.56');
});
