import { describe, expect, test } from 'vitest';
import type { ImageFacts } from '../../../src/raster/delivered/deliveredImage.ts';
import {
  bandsOf,
  deliveriesAround,
  deliveriesOver,
  differenceOf,
  firstStyle,
  isAlike,
  namedAsset,
  neighbourDelivery,
  pixelText,
  styleAfter,
} from '../../../src/machines/imagery/delivered.rules.ts';
import { roleOf } from '../../../src/raster/bands.ts';
import { orderDetails, scene } from '../../model/shared/samples.ts';

/** Counts of an axis from 0 to 4095, a part for each whole number: once each of a hundred numbers. */
function hundredFrom(first: number): Uint32Array {
  const counts = new Uint32Array(4096);
  counts.fill(1, first, first + 100);
  return counts;
}

/** An image whose bands hold a hundred numbers each, from these on. */
function image(bands: Record<string, number>, kind: ImageFacts['kind'] = 'uint16'): ImageFacts {
  return {
    kind,
    bands: Object.keys(bands).map((name, at) => ({
      at,
      name: name.startsWith('?') ? '' : name,
      role: roleOf(name),
    })),
    histogram: { min: 0, max: 4095, counts: Object.values(bands).map(hundredFrom) },
  } as unknown as ImageFacts;
}
const four = image({ blue: 100, green: 200, red: 300, nir: 1000 });
const three = image({ blue: 100, green: 200, red: 300 });
const unnamed = image({ '?1': 100, '?2': 200, '?3': 300 });
const two = image({ '?1': 100, '?2': 200 });

describe('how a delivered image is drawn at first', () => {
  test('the bands of a combination, if the image has them', () => {
    expect(bandsOf(four, 'true')).toEqual([2, 1, 0]);
    expect(bandsOf(four, 'infrared')).toEqual([3, 2, 1]);
    expect(bandsOf(three, 'infrared')).toBeNull();
    expect(bandsOf(unnamed, 'true')).toBeNull();
    expect(bandsOf(unnamed, 'custom')).toEqual([0, 1, 2]);
    expect(bandsOf(two, 'custom')).toBeNull();
    expect(bandsOf(two, 'single')).toEqual([0]);
  });

  test('true colours, else its first three bands, else one', () => {
    expect(firstStyle(four)).toMatchObject({ combination: 'true', style: { bands: [2, 1, 0], gamma: 1 } });
    expect(firstStyle(unnamed)).toMatchObject({ combination: 'custom', style: { bands: [0, 1, 2] } });
    expect(firstStyle(two)).toMatchObject({ combination: 'single', style: { bands: [0], ramp: 'grey' } });
  });

  test('between the 2nd and the 98th percentile of the shown bands; 8 bit colours as they are', () => {
    // of one hundred numbers from 100 on, two are at most 101 and ninety-eight at most 197
    expect(firstStyle(two).style).toMatchObject({ low: 101, high: 197 });
    // of the three hundred from 100 on, six and two hundred and ninety-four
    expect(firstStyle(three).style).toMatchObject({ low: 105, high: 393 });
    expect(firstStyle(image({ red: 10, green: 20, blue: 30 }, 'uint8')).style).toMatchObject({
      low: 0,
      high: 255,
    });
    expect(firstStyle(image({ pan: 100 }, 'uint8')).style).toMatchObject({ low: 101, high: 197 });
    const thirds = (kind: ImageFacts['kind']) => {
      const facts = image({ '?': 100 }, kind);
      return firstStyle({ ...facts, histogram: { ...facts.histogram, max: 1365 } }).style;
    };
    // numbers of floats stay what they are, others are whole
    expect(thirds('float32').low).toBeCloseTo(101 / 3, 9);
    expect(thirds('uint16').low).toBe(34);
  });
});

describe('changes of how it is drawn', () => {
  const { style } = firstStyle(four);
  const after = (event: Parameters<typeof styleAfter>[2], from = style) => styleAfter(four, from, event);
  const custom = { type: 'combination.chosen', combination: 'custom' } as const;

  test('another combination keeps the percentiles', () => {
    const infrared = after({ type: 'combination.chosen', combination: 'infrared' } as const);
    // bands from 1000, 300 and 200 on; still six of three hundred below
    expect(infrared).toMatchObject({ bands: [3, 2, 1], low: 205, high: 1093 });
    expect(after(custom)).toBe(style);
    const single = after({ type: 'combination.chosen', combination: 'single' } as const);
    expect(single).toMatchObject({ bands: [0], low: 101, high: 197 });
    expect(after(custom, single).bands).toEqual([0, 1, 2]);
  });

  test('another band of one channel', () => {
    expect(after({ type: 'band.chosen', channel: 0, place: 3 } as const).bands).toEqual([3, 1, 0]);
    expect(after({ type: 'band.chosen', channel: 2, place: 3 } as const).bands).toEqual([2, 1, 3]);
    const single = after({ type: 'combination.chosen', combination: 'single' } as const);
    expect(after({ type: 'band.chosen', channel: 0, place: 1 } as const, single).bands).toEqual([1]);
  });

  test('the ends of the stretch do not cross: the one that moves stops at the other', () => {
    const ends = (event: { low?: number; high?: number }) => {
      const { low, high } = after({ type: 'stretch.chosen', ...event } as const, {
        ...style,
        low: 10,
        high: 20,
      });
      return [low, high];
    };
    expect(ends({ low: 15 })).toEqual([15, 20]);
    expect(ends({ high: 12 })).toEqual([10, 12]);
    expect(ends({ low: 20 })).toEqual([20, 20]);
    expect(ends({ low: 20, high: 20 })).toEqual([20, 20]);
    expect(ends({ low: 25 })).toEqual([20, 20]);
    expect(ends({ high: 5 })).toEqual([10, 10]);
    expect(after({ type: 'stretch.reset' } as const, { ...style, low: 0, high: 1 })).toEqual(style);
  });

  test('other fields, and events of something else', () => {
    const patch = { ramp: 'heat', gamma: 2 } as unknown as { gamma: number };
    expect(after({ type: 'style.changed', patch } as const)).toEqual({ ...style, ...patch });
    expect(after({ type: 'image.left' })).toBe(style);
  });
});

test('a style fits an image with the same bands of the same kind of values', () => {
  expect(isAlike(four, image({ blue: 5, green: 6, red: 7, nir: 8 }))).toBe(true);
  expect(isAlike(four, three)).toBe(false);
  expect(isAlike(three, four)).toBe(false);
  expect(isAlike(three, image({ blue: 1, green: 2, red: 3 }, 'uint8'))).toBe(false);
  expect(isAlike(three, image({ red: 1, green: 2, blue: 3 }))).toBe(false);
});

test('the values of a pixel as text, a band a line', () => {
  const place = { longitude: 103.85, latitude: 1.28 };
  const facts = image({ red: 1, '?2': 2 });
  expect(pixelText(facts, { ...place, values: [7, 9] })).toBe(
    'Longitude\t103.8500000\nLatitude\t1.2800000\nred\t7\nBand 2\t9',
  );
  expect(pixelText(facts, { ...place, values: null })).toMatch(/red\t\nBand 2\t$/);
});

test('the normalized difference of two bands', () => {
  const ndvi = (values: number[], facts = four) => differenceOf(facts, values, ['nir', 'red']);
  expect(ndvi([0, 0, 1, 3])).toBe(0.5);
  expect(ndvi([0, 0, 3, 1])).toBe(-0.5);
  expect(ndvi([0, 0, 0, 0])).toBeNull();
  expect(ndvi([0, 0, 1], three)).toBeNull();
  expect(ndvi([])).toBeNull();
});

describe('what was delivered', () => {
  const file = (name: string, bytes: number | null = 5) =>
    ({ name, url: `/files/${name}`, bytes }) as ReturnType<typeof orderDetails>['files'][number];
  const made = (id: string, acquisitionDate: string) => {
    const one = scene(id, 'one');
    return { ...one, properties: { ...one.properties, acquisitionDate } };
  };
  const withFiles = (num: string, scenes: ReturnType<typeof made>[], ...names: string[]) => ({
    ...orderDetails(num, 7),
    scenes: scenes.map((one) => ({ scene: one, isSold: true, line: null, pixelMetres: 0.5 })),
    files: names.map((name) => file(name)),
  });
  const later = made('S 1/X', '2026-11-14T03:00:00Z');
  const earlier = made('S 1/X2', '2026-11-09T03:00:00Z');
  const order = withFiles(
    'GT-1',
    [later, earlier],
    'S_1_X_L1.tif',
    'S_1_X2_L3A.zip',
    'S_1_X_L1.json',
    'other.tif',
  );

  test('images of an order, oldest first, each with the facts of its scene', () => {
    const found = deliveriesAround(order, null);
    expect(found.map(({ productId, image: { fileName, level } }) => [productId, fileName, level])).toEqual([
      ['S 1/X2', 'S_1_X2_L3A.zip', 'L3A'],
      ['S 1/X', 'S_1_X_L1.tif', 'L1'],
      // of no known scene: it stands for the order, made on the 20th
      ['other.tif', 'other.tif', 'L1'],
    ]);
    expect(found.map(({ acquired }) => acquired.slice(8, 10))).toEqual([
      '09',
      '14',
      order.ctime.slice(8, 10),
    ]);
    const gone = { ...order, files: [file('S_1_X_L1.tif', null)] };
    expect(deliveriesAround(gone, null)).toEqual([]);
  });

  test('those of an area, with how clear each is, and each order once', () => {
    const other = withFiles('GT-2', [made('T', '2026-11-10T03:00:00Z')], 'T_L1.tif');
    const over = { orders: [other, order], clear: [{ productId: 'T', percent: 80 }] };
    const ids = (list: ReturnType<typeof deliveriesOver>) =>
      list.map(({ productId, clear }) => `${productId} ${clear}`);
    const all = ['S 1/X2 null', 'T 80', 'S 1/X null', 'other.tif null'];
    expect(ids(deliveriesOver(over as never))).toEqual(all);
    expect(ids(deliveriesAround(order, over as never))).toEqual(all);
    const list = deliveriesAround(order, null);
    expect(neighbourDelivery(list, list[0]!.key, 1)).toBe(list[1]);
    expect(neighbourDelivery(list, list[1]!.key, -1)).toBe(list[0]);
    expect(neighbourDelivery(list, list[0]!.key, -1)).toBeNull();
    expect(neighbourDelivery(list, list[2]!.key, 1)).toBeNull();
    expect(neighbourDelivery(list, 'unknown', 1)).toBeNull();
  });

  test('a named file of another archive, if it can be opened', () => {
    const asset = (key: string, imageUrl: string | null) => ({ key, title: null, imageUrl, bandNames: [] });
    const item = {
      scene: earlier,
      assets: [asset('thumbnail', null), asset('visual', 'https://a.example/v.tif')],
    };
    const named = (name: string) => namedAsset(item as never, name);
    expect(named('S%201%2FX2/visual')).toMatchObject([
      {
        key: 'https://a.example/v.tif',
        orderNum: null,
        title: 'visual',
        productId: 'S 1/X2',
        image: { url: 'https://a.example/v.tif', fileName: 'visual' },
      },
    ]);
    expect(named('S%201%2FX2/thumbnail')).toEqual([]);
    expect(named('S%201%2FX2/none')).toEqual([]);
  });
});
