/**
 * Runs `work` once on SIGINT or SIGTERM (and when the parent that asked for it by IPC goes away), then ends the
 * process: 0 when all went well. A second Ctrl-C ends it at once.
 */
export function onShutdown(work: (signal: string) => Promise<void>): void {
  let begun = false;
  const end = (signal: string) => {
    if (begun) {
      if (signal === 'SIGINT') process.exit(130);
      return;
    }
    begun = true;
    work(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => end('SIGINT'));
  process.on('SIGTERM', () => end('SIGTERM'));
}
