/** The server's clock: injected, so that tests advance it instead of waiting. */
export interface Clock {
  now(): Date;
}

/** The machine's clock, ahead by a number of seconds (setting CLOCK_SHIFT). */
export const systemClock = (shiftSeconds = 0): Clock => ({
  now: () => new Date(Date.now() + shiftSeconds * 1000),
});

/** Some work has taken longer than it may. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** The outcome of some work. @throws TooLate if it takes longer; the work itself goes on */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate('no answer in time')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
