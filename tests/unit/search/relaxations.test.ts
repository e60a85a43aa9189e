import { describe, expect, test } from 'vitest';
import type { SearchCondition } from '../../../contract/search.ts';
import { FAILS, type NearMatches } from '../../../server/search/scenes.relaxed.ts';
import { relaxationsOf, widerRelaxationsOf } from '../../../server/search/relaxations.rules.ts';

const condition: SearchCondition = {
  aoiWkt: 'POLYGON((103 1, 104 1, 104 2, 103 1))',
  acquisitionDateFrom: '2026-06-01',
  acquisitionDateTo: '2026-06-30',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  satList: ['SV2-01'],
  gsd: 1,
  productMode: 'MONO',
};
const near = (failed: number, count: number, more: Partial<NearMatches> = {}): NearMatches => ({
  failed,
  sensorType: 'OPTICAL',
  day: null,
  count,
  ...more,
});
/** Match counts by filter. */
const numbers = (groups: NearMatches[], more: Partial<SearchCondition> = {}, cap = 100) =>
  Object.fromEntries(
    relaxationsOf({ ...condition, ...more }, groups, cap).map((one) => [one.filter, one.numberMatched]),
  );
const changeOf = (filter: string, groups: NearMatches[], more: Partial<SearchCondition> = {}, cap = 100) =>
  relaxationsOf({ ...condition, ...more }, groups, cap).find((one) => one.filter === filter)?.change;

describe('Why nothing?', () => {
  const groups = [
    near(FAILS.cloudCover, 3),
    near(FAILS.offNadirAngle, 4),
    near(FAILS.cloudCover | FAILS.offNadirAngle, 50),
    near(FAILS.satellites, 5),
    near(FAILS.resolution, 6, { sensorType: null }),
    near(FAILS.productMode, 7),
    near(FAILS.dates, 8, { day: '2026-07-02' }),
  ];

  test('each condition counts the scenes that fail it alone', () => {
    expect(numbers(groups)).toEqual({
      dates: 8,
      cloudCover: 3,
      offNadirAngle: 4,
      resolution: 6,
      satellites: 5,
      productMode: 7,
      // a scene without a sensor type matches every filter
      sensor: 6,
    });
  });

  test('numbers are counted to one more than the cap', () => {
    expect(numbers([near(FAILS.cloudCover, 99)], {}, 4)['cloudCover']).toBe(5);
    expect(numbers([near(FAILS.satellites, 99, { sensorType: 'SAR' })], {}, 4)['sensor']).toBe(5);
  });

  test('a condition that leaves nothing out is not offered', () => {
    const wide = { maxCloudCover: 100, maxOffNadirAngle: 45, satList: [] };
    const { gsd: _, productMode: __, ...plain } = { ...condition, ...wide };
    const offered = relaxationsOf(plain, [], 10).map(({ filter }) => filter);
    expect(offered).toEqual(['dates', 'sensor']);
    expect(Object.keys(numbers([], { sensorType: 'SAR' }))).toEqual([
      'dates',
      'cloudCover',
      'offNadirAngle',
      'satellites',
      'sensor',
    ]);
  });

  test('another sensor: the one with most matches, with any satellite, resolution and mode not counting', () => {
    const others = [
      near(FAILS.satellites | FAILS.resolution, 9, { sensorType: 'SAR' }),
      near(0, 4, { sensorType: 'NIGHT' }),
      near(FAILS.cloudCover, 70, { sensorType: 'VIDEO' }),
    ];
    expect(numbers(others)['sensor']).toBe(9);
    expect(changeOf('sensor', others)).toEqual({ sensorType: 'SAR', satList: [] });
    expect(changeOf('sensor', [...others, near(0, 8, { sensorType: 'NIGHT' })])).toMatchObject({
      sensorType: 'NIGHT',
    });
    expect(changeOf('sensor', others, { satList: [] })).toEqual({ sensorType: 'SAR' });
  });

  test('dates: the narrowest around the own ones that bring as many as a search shows', () => {
    const days = [
      near(FAILS.dates, 2, { day: '2026-05-20' }),
      near(FAILS.dates, 2, { day: '2026-07-04' }),
      near(FAILS.dates, 2, { day: '2026-05-01' }),
    ];
    const between = (acquisitionDateFrom: string, acquisitionDateTo: string) => ({
      acquisitionDateFrom,
      acquisitionDateTo,
    });
    expect(changeOf('dates', days)).toEqual(between('2026-05-01', '2026-07-04'));
    expect(changeOf('dates', days, {}, 3)).toEqual(between('2026-05-20', '2026-07-04'));
    expect(changeOf('dates', days, {}, 4)).toEqual(between('2026-05-01', '2026-07-04'));
    expect(changeOf('dates', days, {}, 1)).toEqual(between('2026-06-01', '2026-07-04'));
    expect(changeOf('dates', [days[0]!])).toEqual(between('2026-05-20', '2026-06-30'));
    expect(changeOf('dates', [])).toEqual(between('2026-06-01', '2026-06-30'));
  });

  test('pairs of conditions, the one with most scenes first; of the other sensors the best', () => {
    const { cloudCover, offNadirAngle, satellites, dates } = FAILS;
    const any = [
      near(cloudCover | offNadirAngle, 3, { day: '2026-06-02' }),
      near(cloudCover | dates, 5, { day: '2026-01-05' }),
      near(cloudCover | offNadirAngle | dates, 90, { day: '2026-01-05' }),
      near(cloudCover | satellites, 2, { sensorType: 'SAR', day: '2026-06-03' }),
      near(cloudCover, 4, { sensorType: 'NIGHT', day: '2026-06-04' }),
    ];
    expect(widerRelaxationsOf(condition, any, 100)).toEqual([
      {
        filter: 'dates',
        also: 'cloudCover',
        change: {
          maxCloudCover: 100,
          acquisitionDateFrom: '2026-01-05',
          acquisitionDateTo: '2026-06-30',
        },
        numberMatched: 5,
      },
      {
        filter: 'cloudCover',
        also: 'sensor',
        change: { maxCloudCover: 100, sensorType: 'NIGHT', satList: [] },
        numberMatched: 4,
      },
      {
        filter: 'cloudCover',
        also: 'offNadirAngle',
        change: { maxCloudCover: 100, maxOffNadirAngle: 45 },
        numberMatched: 3,
      },
    ]);
  });

  test('all conditions where no pair helps, with the sensor that has most scenes; none where there are none', () => {
    const { cloudCover, offNadirAngle, dates } = FAILS;
    const failed = cloudCover | offNadirAngle | dates;
    const everything = {
      acquisitionDateFrom: '2026-01-05',
      acquisitionDateTo: '2026-06-30',
      maxCloudCover: 100,
      maxOffNadirAngle: 45,
      satList: [],
      gsd: null,
      productMode: null,
    };
    const own = near(failed, 9, { day: '2026-01-05' });
    expect(widerRelaxationsOf(condition, [own], 5)).toEqual([
      { filter: 'all', change: everything, numberMatched: 6 },
    ]);
    const night = near(failed, 8, { sensorType: 'NIGHT', day: '2026-01-05' });
    expect(widerRelaxationsOf(condition, [night], 100)).toEqual([
      { filter: 'all', change: { ...everything, sensorType: 'NIGHT' }, numberMatched: 8 },
    ]);
    // radar has neither resolution nor product mode; the sensor that has scenes has both
    expect(widerRelaxationsOf({ ...condition, sensorType: 'SAR' }, [own], 5)).toEqual([
      { filter: 'all', change: { ...everything, sensorType: 'OPTICAL' }, numberMatched: 6 },
    ]);
    expect(widerRelaxationsOf(condition, [], 100)).toMatchObject([{ filter: 'all', numberMatched: 0 }]);
  });
});
