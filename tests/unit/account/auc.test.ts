import { describe, expect, it } from 'vitest';
import { aucOf } from '../../../lab/bench/support/timing.ts';

describe('the rank statistic of the timing benchmark', () => {
  it.each([
    ['all longer', [3, 4], [1, 2], 1],
    ['all shorter tells as much', [1, 2], [3, 4], 1],
    ['all equal', [5, 5, 5], [5, 5], 0.5],
    ['nested', [1, 4], [2, 3], 0.5],
    ['three of four pairs', [2, 4], [1, 3], 0.75],
    ['a tie counts half', [1, 2], [2, 3], 0.875],
    ['unlike numbers of calls', [2], [1, 1, 3], 2 / 3],
  ])('%s', (_, known, unknown, auc) => {
    expect(aucOf(known, unknown)).toBeCloseTo(auc, 12);
  });
});
