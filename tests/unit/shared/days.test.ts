import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { defaultCondition } from '../../../contract/defaultSearch.ts';
import {
  daysIn,
  COMING_RANGES,
  PAST_RANGES,
  presetOf,
  presetRange,
  utcDayOf,
} from '../../../src/machines/shared/days.ts';

function defaultRange(now: Date) {
  const { acquisitionDateFrom: dateFrom, acquisitionDateTo: dateTo } = defaultCondition(now);
  return { dateFrom, dateTo };
}
const rangeAt = (instant: string) => defaultRange(new Date(instant));

describe('§9 Default date range: the last 3 months up to today', () => {
  test('on 21 November the range starts on 21 August', () => {
    expect(rangeAt('2026-11-21T08:00:00Z')).toEqual({ dateFrom: '2026-08-21', dateTo: '2026-11-21' });
  });

  test('the range can cross the turn of the year', () => {
    expect(rangeAt('2027-02-10T00:00:00Z')).toEqual({ dateFrom: '2026-11-10', dateTo: '2027-02-10' });
  });

  test.each([
    ['2026-05-31T12:00:00Z', '2026-02-28'],
    ['2028-05-31T12:00:00Z', '2028-02-29'],
    ['2026-12-31T12:00:00Z', '2026-09-30'],
    ['2026-05-29T12:00:00Z', '2026-02-28'],
  ])('if the earlier month is shorter, its last day is used: %s', (now, dateFrom) => {
    expect(rangeAt(now).dateFrom).toBe(dateFrom);
  });

  test('the range is between 89 and 92 days long, on any day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (now) => {
          const { dateFrom, dateTo } = defaultRange(now);
          const days = (Date.parse(dateTo) - Date.parse(dateFrom)) / 86_400_000;
          expect(days).toBeGreaterThanOrEqual(89);
          expect(days).toBeLessThanOrEqual(92);
          expect(dateTo).toBe(utcDayOf(now));
        },
      ),
    );
  });
});

describe('Decision 30: dates are UTC days', () => {
  test.each([
    ['2026-11-21T23:59:59.999Z', '2026-11-21'],
    ['2026-11-22T00:00:00.000Z', '2026-11-22'],
    ['2026-11-22T07:59:00+08:00', '2026-11-21'],
    ['2026-11-21T20:00:00-05:00', '2026-11-22'],
  ])('%s is on %s in every time zone', (instant, day) => {
    expect(utcDayOf(new Date(instant))).toBe(day);
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
    'the range is in UTC on a machine in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      try {
        // the local day differs from the UTC day at one of these instants
        expect(rangeAt('2026-10-31T23:30:00Z')).toEqual({ dateFrom: '2026-07-31', dateTo: '2026-10-31' });
        expect(rangeAt('2026-11-01T00:30:00Z')).toEqual({ dateFrom: '2026-08-01', dateTo: '2026-11-01' });
      } finally {
        vi.unstubAllEnvs();
      }
    },
  );
});

test('the presets of a range end today: 30 days, 3 months and a year', () => {
  expect(PAST_RANGES.map((preset) => presetRange(preset, '2028-02-29'))).toEqual([
    { from: '2028-01-31', to: '2028-02-29' },
    { from: '2027-11-29', to: '2028-02-29' },
    { from: '2027-02-28', to: '2028-02-29' },
  ]);
  const { from, to } = presetRange('days30', '2026-11-21');
  expect(daysIn(from, to)).toBe(30);
  expect(presetOf({ from: '2026-08-21', to: '2026-11-21' }, '2026-11-21')).toBe('months3');
  expect(presetOf({ from: '2026-08-21', to: '2026-11-20' }, '2026-11-21')).toBeNull();
  expect(presetOf({ from: '2026-08-20', to: '2026-11-21' }, '2026-11-21')).toBeNull();
});

test('the presets of a window begin tomorrow, the first day that can be ordered: 7, 15 and 30 days', () => {
  expect(COMING_RANGES.map((preset) => presetRange(preset, '2026-12-30'))).toEqual([
    { from: '2026-12-31', to: '2027-01-06' },
    { from: '2026-12-31', to: '2027-01-14' },
    { from: '2026-12-31', to: '2027-01-29' },
  ]);
  expect(presetOf({ from: '2026-12-31', to: '2027-01-14' }, '2026-12-30')).toBe('next15');
  expect(presetOf({ from: '2026-12-30', to: '2027-01-13' }, '2026-12-30')).toBeNull();
});
