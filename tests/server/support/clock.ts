import type { Clock } from '../../../server/base/clock.ts';

/** The instant at which every run of the tests begins, whatever the machine's clock says. */
const START = '2026-11-20T08:00:00Z';
const DAY_MS = 86_400_000;

/**
 * The seconds by which the run's clock is ahead of the machine's: the setting CLOCK_SHIFT of the servers that tests start.
 * The first process of a run sets it, and all others inherit it.
 */
export const CLOCK_SHIFT = (process.env['TEST_CLOCK_SHIFT'] ??= String(
  (Date.parse(START) - Date.now()) / 1000,
));
export const CLOCK_SHIFT_MS = Number(CLOCK_SHIFT) * 1000;

/** The clock that a run's servers, pages and tests share; it starts at START and goes on. */
export const runClock: Clock = { now: () => new Date(Date.now() + CLOCK_SHIFT_MS) };

/** The machine's clock, for tests of what others stamp by it: the database (scenes' `updated`), files, packages. */
export const machineClock: Clock = { now: () => new Date() };

/** The UTC day a number of days after the run's, YYYY-MM-DD. */
export const dayIn = (days: number): string =>
  new Date(runClock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** A clock that only tests advance. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: string): void;
}

/** A clock that stands at the start of the run, or at another instant. */
export function testClock(start = START): TestClock {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
    set: (instant) => {
      time = Date.parse(instant);
    },
  };
}
