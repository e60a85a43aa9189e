import { expect, it } from 'vitest';
import {
  changed,
  conditionOf,
  defaultDraft,
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
