/** The server's clock: injected, so that tests advance it instead of waiting. */
export interface Clock {
  /** Now, as an instant (UTC). */
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };
