import { expect, test } from 'vitest';
import {
  imageOfFile,
  layerOfImage,
  withDeliveries,
} from '../../../src/machines/analytics/ownImages.machine.ts';
import { analyticsStart } from '../../../src/machines/session/shell.machine.ts';
import { factsOf, twoDeliveries } from '../../model/imagery/deliveredSamples.ts';

test('the deliveries of an area are listed newest first, with day, order and satellite', () => {
  const listed = withDeliveries([], twoDeliveries, [], -1);
  expect(listed.map(({ id, name }) => [id, name])).toEqual([
    [-2, '2026-11-14 · Harbour · SV-1'],
    [-1, '2026-09-04 · Harbour · SV-1'],
  ]);
});

test('another area keeps files and what is in use, and nothing else', () => {
  const known = [
    ...withDeliveries([], twoDeliveries, [], -1),
    imageOfFile(-3, Object.assign(new Blob([]), { name: 'field.tif' })),
  ];
  expect(withDeliveries(known, [], [-1], -4).map(({ id }) => id)).toEqual([-1, -3]);
  // a delivery that is listed again is not doubled
  const again = withDeliveries(known.slice(0, 1), twoDeliveries, [-2], -4);
  expect(again.map(({ id, image }) => [id, image.fileName])).toEqual([
    [-2, 'b.zip'],
    [-4, 'a.zip'],
  ]);
});

test('an opened image has the bands, the outline and the pixel size of a layer', () => {
  const [own] = withDeliveries([], twoDeliveries, [], -1);
  expect(layerOfImage(own!)).not.toHaveProperty('bandNames');
  const facts = { ...factsOf('red', 'nir'), bbox: [0, 59, 2, 61] as const, gsd: 10 };
  const outline = [
    [0, 59],
    [2, 59],
    [2, 61],
    [0, 59],
  ] as const;
  const layer = layerOfImage({ ...own!, facts: { ...facts, outline } });
  expect(layer.bandNames).toEqual(['red', 'nir']);
  expect(layer.footprint).toBe('POLYGON((0 59, 2 59, 2 61, 0 59))');
  // at 60° a metre on the ground is two of EPSG:3857
  expect(layer.mercatorMetres).toBeCloseTo(20, 9);
});

const image = {
  url: 'https://portal.example/a',
  bbox: [10, 10, 11, 11] as const,
  outlineWkt: 'POLYGON((10 10, 11 10, 11 11, 10 10))',
};
test.each([
  ['no image', 'POLYGON((0 0, 1 0, 1 1, 0 0))', null, 'POLYGON((0 0, 1 0, 1 1, 0 0))'],
  [
    'an AOI on the image',
    'POLYGON((10 10, 10.5 10, 10.5 10.5, 10 10))',
    image,
    'POLYGON((10 10, 10.5 10, 10.5 10.5, 10 10))',
  ],
  ['an AOI elsewhere', 'POLYGON((0 0, 1 0, 1 1, 0 0))', image, image.outlineWkt],
  ['no AOI', null, image, image.outlineWkt],
])('analytics starts with the AOI, or the outline of the image that is seen: %s', (_, aoi, seen, area) => {
  expect(analyticsStart(aoi, { layerId: 3, image: seen })).toEqual({
    area,
    layerId: seen === null ? 3 : null,
    imageUrl: seen?.url ?? null,
  });
});
