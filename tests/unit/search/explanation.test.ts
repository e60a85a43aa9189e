import { describe, expect, test } from 'vitest';
import type { Relaxable, Relaxation } from '../../../contract/search.ts';
import {
  type Explanation,
  explanationOf,
  relaxed,
  searchAround,
  warnedBy,
} from '../../../src/machines/search/search.rules.ts';

const brings = (filter: Relaxable, numberMatched: number, also?: Relaxable): Relaxation => ({
  filter,
  numberMatched,
  change: {},
  ...(also && { also }),
});
const dates = brings('dates', 3);
const cloud = brings('cloudCover', 7);
const sensor = brings('sensor', 90);
const pair = brings('dates', 4, 'cloudCover');
const all = brings('all', 4);

describe('why a search found nothing', () => {
  test.each<[what: string, given: Relaxation[], why: Explanation | null, warned: Relaxable[]]>([
    ['nothing was counted', [], null, []],
    ['nothing brings scenes, and not all was tried', [brings('dates', 0)], null, []],
    ['there are none of the place', [brings('dates', 0), brings('all', 0)], { cause: 'none' }, []],
    [
      'one condition, if only for one scene',
      [brings('dates', 1)],
      { cause: 'only', relaxations: [brings('dates', 1)] },
      ['dates'],
    ],
    [
      'either of two, the one with more scenes first',
      [dates, cloud],
      { cause: 'anyOf', relaxations: [cloud, dates] },
      ['cloudCover', 'dates'],
    ],
    [
      'another sensor last',
      [sensor, dates, cloud],
      { cause: 'anyOf', relaxations: [cloud, dates, sensor] },
      ['cloudCover', 'dates'],
    ],
    [
      'another sensor last, wherever it stood',
      [dates, sensor],
      { cause: 'anyOf', relaxations: [dates, sensor] },
      ['dates'],
    ],
    ['the sensor alone', [sensor], { cause: 'only', relaxations: [sensor] }, ['sensor']],
    ['two together', [pair], { cause: 'pair', relaxations: [pair] }, ['dates', 'cloudCover']],
    ['more than two', [all], { cause: 'several', relaxations: [all] }, ['all']],
  ])('%s', (_, given, why, warned) => {
    expect(explanationOf(given)).toEqual(why);
    expect([...warnedBy(why)]).toEqual(warned);
  });

  test('the form takes the change; its days have other names', () => {
    const change = { acquisitionDateFrom: '2026-11-01', acquisitionDateTo: '2026-11-30', gsd: null };
    expect(relaxed({ ...dates, change })).toEqual({
      dateFrom: '2026-11-01',
      dateTo: '2026-11-30',
      gsd: null,
    });
    expect(relaxed({ ...cloud, change: { maxCloudCover: 40 } })).toEqual({ maxCloudCover: 40 });
  });
});

describe('the surroundings of a place are searched around its middle', () => {
  test.each<[what: string, bbox: [number, number, number, number], middle: [number, number]]>([
    ['a town', [103, 1, 104, 2], [103.5, 1.5]],
    ['a mark without extent', [10, 50, 10, 50], [10, 50]],
    ['an island across 180°, mostly west of it', [178.5, -18, -179.5, -16], [179.5, -17]],
    ['one mostly east of it', [179.5, -18, -178.5, -16], [-179.5, -17]],
    ['a station near the pole', [0, 90, 0, 90], [0, 89.9]],
    ['one at the other', [0, -90, 0, -90], [0, -89.9]],
  ])('%s', (_, bbox, middle) => {
    const { area, patch } = searchAround({ name: 'There', label: 'There', bbox } as never);
    const [west, south, east, north] = area.aoi.bbox;
    expect([(west + east) / 2, (south + north) / 2]).toEqual(
      middle.map((one) => expect.closeTo(one, 6) as number),
    );
    // 10 km are 0.0904° from north to south
    expect(north - south).toBeCloseTo(0.09, 2);
    expect([area.source, patch]).toEqual([{ kind: 'saved', name: 'There' }, {}]);
  });
});
