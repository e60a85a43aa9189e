import { expect, it } from 'vitest';
import { monthLabels } from '../../../src/ui/search/DateHistogram.tsx';

/** Weeks that begin on these days, one after the other. */
const weeks = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const day = (more: number) =>
      new Date(Date.parse(first) + (7 * at + more) * 86_400_000).toISOString().slice(0, 10);
    return { from: day(0), to: day(6) };
  });
const texts = (first: string, count: number) => monthLabels(weeks(first, count)).map(({ text }) => text);

it('the time axis of results shows the year where the range spans more than one', () => {
  expect(texts('2025-10-31', 52)).toEqual(['Dec\u00a02025', 'Mar\u00a02026', 'Jun', 'Sep']);
  expect(texts('2025-12-05', 52)).toEqual(['Jan\u00a02026', 'Apr', 'Jul', 'Oct']);
  expect(texts('2026-06-05', 12)).toEqual(['Jul', 'Aug']);
});
