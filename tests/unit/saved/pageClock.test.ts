import { expect, test } from 'vitest';
import { isUsedToday } from '../../../src/machines/account/account.selectors.ts';
import { secondsUntilRetry } from '../../../src/machines/map/baseTiles.machine.ts';
import { daysOfWatch } from '../../../src/machines/saved/watches.selectors.ts';

/** A snapshot at a time; the selectors read nothing else of it. */
const at = (instant: string, context: object = {}) =>
  ({ context: { ...context, now: () => new Date(instant) } }) as never;

test('a watch is as many days old as have passed in full, none before it was made', () => {
  const days = (now: string) => daysOfWatch({ ctime: '2026-11-20T08:00:00Z' } as never)(at(now));
  expect(days('2026-11-23T07:59:59Z')).toBe(2);
  expect(days('2026-11-23T08:00:00Z')).toBe(3);
  expect(days('2026-11-19T08:00:00Z')).toBe(0);
});

test('a key was used today if it was on this UTC day', () => {
  const isToday = (lastUsedAt: string | null) =>
    isUsedToday({ lastUsedAt } as never)(at('2026-11-21T00:30:00Z'));
  expect(['2026-11-21T00:00:00Z', '2026-11-20T23:59:59Z', null].map(isToday)).toEqual([true, false, false]);
});

test('the next try of the base map is told in whole seconds, never in negative ones', () => {
  const retryAt = Date.parse('2026-11-21T08:01:00Z');
  const seconds = (now: string) => secondsUntilRetry(at(now, { retryAt }));
  expect(seconds('2026-11-21T08:00:00.100Z')).toBe(60);
  expect(seconds('2026-11-21T08:00:59Z')).toBe(1);
  expect(seconds('2026-11-21T08:02:00Z')).toBe(0);
});
