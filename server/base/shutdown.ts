import { within } from './clock.ts';

/** How long requests and background work may take to finish after a signal. */
const GRACE_MS = 5_000;

/**
 * Waits for the end of requests and background work, for a few seconds: what remains then is done again at the next
 * start, as after a kill.
 * @returns how to close the database
 */
export async function settled(work: Promise<unknown>): Promise<'now' | undefined> {
  return within(GRACE_MS, work).then(
    () => undefined,
    () => 'now',
  );
}

/** npm forwards a Ctrl-C that the terminal has sent already: only a later one is the user's second. */
const SAME_PRESS_MS = 500;

/**
 * Runs `work` once on Ctrl-C, SIGTERM or a closed terminal, then exits, with code 0 if it succeeded. A second
 * Ctrl-C exits immediately.
 */
export function onShutdown(work: () => Promise<void>): void {
  let begunAt: number | null = null;
  const end = (signal: NodeJS.Signals) => {
    if (begunAt !== null) {
      if (signal === 'SIGINT' && performance.now() - begunAt > SAME_PRESS_MS) process.exit(130);
      return;
    }
    begunAt = performance.now();
    work().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}
