/** Where the server takes its time from: injected, so that tests move it instead of waiting. */
export interface Clock {
  /** Now, as an instant (UTC). */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
