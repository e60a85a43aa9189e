import { describe, expect, it } from 'vitest';
import { weekCount, wilsonInterval } from '../../../src/machines/search/calendar.machine.ts';

describe('how many of the last 52 weeks were clear, counted', () => {
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I, method 3
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('Wilson’s interval of %i in %i is the published one', (count, all, low, high) => {
    const interval = wilsonInterval(count, all);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it('of no week, and of all, the interval ends at z² / (n + z²), by hand 3.8415 / 55.8415', () => {
    expect(wilsonInterval(0, 52)[0]).toBe(0);
    expect(wilsonInterval(0, 52)[1]).toBeCloseTo(0.06879, 5);
    expect(wilsonInterval(52, 52)[0]).toBeCloseTo(1 - 0.06879, 5);
    expect(wilsonInterval(52, 52)[1]).toBeCloseTo(1, 12);
  });

  const weeks = (shares: readonly (readonly [covered: number, clear: number | null])[]) =>
    shares.map(([covered, clear]) => ({ from: '', to: '', scenes: 1, covered, clear }));
  const rounded = (all: ReturnType<typeof weeks>) => {
    const { share, low, high, ...counts } = weekCount(all);
    return { ...counts, share: Math.round(share), low: Math.round(low), high: Math.round(high) };
  };

  it('9 of 52 weeks are 17 % (9–30 %)', () => {
    const nine = Array.from({ length: 9 }, (_, at) => [100, at === 0 ? 90 : 95] as const);
    const others = Array.from({ length: 43 }, (_, at) => [100, at === 0 ? 89.9 : 0] as const);
    expect(rounded(weeks([...nine, ...others]))).toEqual({
      count: 9,
      weeks: 52,
      share: 17,
      low: 9,
      high: 30,
      isClear: true,
    });
  });

  it('without clear shares weeks count by what is covered', () => {
    const thirteen = Array.from({ length: 13 }, () => [92, null] as const);
    const others = Array.from({ length: 39 }, () => [60, null] as const);
    expect(rounded(weeks([...thirteen, ...others]))).toEqual({
      count: 13,
      weeks: 52,
      share: 25,
      low: 15,
      high: 38,
      isClear: false,
    });
  });
});
