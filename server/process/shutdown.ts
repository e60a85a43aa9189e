/** npm hands a Ctrl-C on that the terminal has sent already: only one that comes later is the user's second. */
const SAME_PRESS_MS = 500;

/**
 * Runs `work` once when the process is told to end (Ctrl-C, SIGTERM, or its terminal is closed), then ends it: with 0
 * when all went well. A second Ctrl-C ends it at once.
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
