import { describe, expect, test } from 'vitest';
import { heldLock, secondsLeft, secondsToSay } from '../../../src/machines/auth/codeLock.machine.ts';

const NOW = Date.UTC(2026, 10, 21, 8);

describe('§4 the lock of the code button', () => {
  test.each([
    ['none was kept', null, null],
    ['it is over', NOW, null],
    ['it holds for 20 s more', NOW + 20_000, NOW + 20_000],
    ['the clock was set back', NOW + 3_600_000, NOW + 60_000],
    ['it is no time', Number.NaN, null],
  ])('a kept lock when %s', (_, kept, held) => {
    expect(heldLock(kept, NOW)).toBe(held);
  });

  test.each([
    [60_000, 60],
    [59_001, 60],
    [59_000, 59],
    [1, 1],
  ])('%d ms before its end %d seconds are left', (ms, seconds) => {
    expect(secondsLeft(NOW + ms, NOW)).toBe(seconds);
  });

  test('the seconds left are said at the start, at 30, at 10 and at the end, not every second', () => {
    const message: number[] = [];
    let last: number | null = null;
    for (let left = 60; left >= 0; left -= 1) {
      const next = secondsToSay(last, left);
      if (next !== null && next !== last) message.push(next);
      last = next;
    }
    expect(message).toEqual([60, 30, 10, 0]);
  });

  test('a page that slept through 30 says the time that is left, once', () => {
    expect(secondsToSay(60, 24)).toBe(24);
    expect(secondsToSay(24, 23)).toBe(24);
  });

  test('nothing is said as long as there was no lock', () => {
    expect(secondsToSay(null, 0)).toBeNull();
  });

  test('a second lock is said anew', () => {
    expect(secondsToSay(0, 60)).toBe(60);
    expect(secondsToSay(10, 60)).toBe(60);
  });
});
