import { expect, test } from 'vitest';
import { stacSearchOf } from '../../../src/machines/search/searchCode.rules.ts';
import { condition } from '../../model/shared/samples.ts';

const area = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [103.7, 1.2],
      [104, 1.2],
      [104, 1.5],
      [103.7, 1.2],
    ],
  ],
};
const isNull = (property: string) => ({ op: 'isNull', args: [{ property }] });

test('a STAC search has the area, whole UTC days, and unknown values where the portal takes them', () => {
  const search = stacSearchOf(
    {
      ...condition,
      acquisitionDateFrom: '2026-08-22',
      acquisitionDateTo: '2026-11-22',
      maxCloudCover: 20,
      maxOffNadirAngle: 15,
      sensorType: 'OPTICAL',
      satList: ['SV2-03', 'OB 3'],
      gsd: 1,
      productMode: 'STEREO',
    },
    area,
  );
  expect(search.intersects).toEqual(area);
  expect(search.datetime).toBe('2026-08-22T00:00:00Z/2026-11-22T23:59:59.999Z');
  expect(search.filter).toEqual({
    op: 'and',
    args: [
      {
        op: 'or',
        args: [
          { op: '=', args: [{ property: 'groundtrack:sensor_type' }, 'OPTICAL'] },
          isNull('groundtrack:sensor_type'),
        ],
      },
      {
        op: 'or',
        args: [{ op: '<=', args: [{ property: 'eo:cloud_cover' }, 20] }, isNull('eo:cloud_cover')],
      },
      {
        op: 'or',
        args: [{ op: '<=', args: [{ property: 'view:off_nadir' }, 15] }, isNull('view:off_nadir')],
      },
      { op: 'or', args: [{ op: '<=', args: [{ property: 'gsd' }, 1] }, isNull('gsd')] },
      { op: 'in', args: [{ property: 'platform' }, ['sv2-03', 'ob-3']] },
      { op: '=', args: [{ property: 'groundtrack:product_mode' }, 'STEREO'] },
    ],
  });
});

test('conditions that a search lacks are not in the filter', () => {
  const { gsd: _, productMode: __, ...rest } = condition;
  const { filter } = stacSearchOf({ ...rest, satList: [] }, area);
  expect(filter.args).toHaveLength(3);
});
