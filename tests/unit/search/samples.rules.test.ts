import { expect, it } from 'vitest';
import { placeOfPoint } from '../../../contract/places.ts';
import {
  changed,
  conditionOf,
  defaultDraft,
  searchAround,
  searchOfSample,
} from '../../../src/machines/search/search.rules.ts';

const sample = {
  productId: 'A',
  name: 'Landsat 8',
  gsd: 30,
  sensorType: 'OPTICAL',
  place: { en: 'Alabama' },
  aoiWkt: 'POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))',
  acquisitionDateFrom: '2015-08-04',
  acquisitionDateTo: '2015-08-06',
} as const;

it('the search of a sample has its area and days, and no limit on the resolution, satellites or mode', () => {
  const { area, patch } = searchOfSample(sample, 'Alabama');
  expect(area.source).toEqual({ kind: 'saved', name: 'Alabama' });
  const before = {
    ...defaultDraft(new Date('2026-11-20')),
    satList: ['SV1'],
    productMode: 'STEREO' as const,
  };
  const condition = conditionOf(changed(before, patch, []), area.aoi);
  expect(condition).toEqual({
    aoiWkt: 'POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))',
    acquisitionDateFrom: '2015-08-04',
    acquisitionDateTo: '2015-08-06',
    maxCloudCover: 20,
    maxOffNadirAngle: 15,
    sensorType: 'OPTICAL',
    satList: [],
  });
});

it('a radar sample is searched with the angle of radars', () => {
  expect(searchOfSample({ ...sample, sensorType: 'SAR' }, '').patch.maxOffNadirAngle).toBe(45);
});

it('the search around a place has 10 × 10 km under its name, and leaves the form as it is', () => {
  const { area, patch } = searchAround(placeOfPoint('Singapore', 1.28, 103.85));
  expect(area.source).toEqual({ kind: 'saved', name: 'Singapore' });
  expect(area.aoi.areaKm2).toBeCloseTo(100, 0);
  const [west, south, east, north] = area.aoi.bbox;
  expect([(west + east) / 2, (south + north) / 2]).toEqual([
    expect.closeTo(103.85, 4),
    expect.closeTo(1.28, 4),
  ]);
  expect(patch).toEqual({});
});

it.each([
  ['a pole', placeOfPoint('pole', 90, 0)],
  ['180°', placeOfPoint('here', 0, 180)],
  ['a country across 180°', { ...placeOfPoint('Fiji', -17, 0), bbox: [177, -21, -178, -12] as const }],
])('the surroundings of %s are an area', (_, place) => {
  expect(searchAround({ ...place, bbox: [...place.bbox] }).area.aoi.areaKm2).toBeCloseTo(100, -1);
});
