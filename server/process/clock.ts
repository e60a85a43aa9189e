/** The server's clock: injected, so that tests advance it instead of waiting. */
export interface Clock {
  now(): Date;
}

/** The machine's clock, ahead by a number of seconds (setting CLOCK_SHIFT). */
export const systemClock = (shiftSeconds = 0): Clock => ({
  now: () => new Date(Date.now() + shiftSeconds * 1000),
});
