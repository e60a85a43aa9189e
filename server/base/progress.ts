/** Progress of a long operation, on the terminal. */
export interface ProgressLine {
  show(done: number, total: number): void;
  /** Ends the line, if anything was shown. */
  end(): void;
}

const WIDTH = 24;

/**
 * A line that fills on a terminal; one line per 10% where output is stored (a log, a pipe).
 * @param out standard error or output
 */
export function progressLine(
  what: string,
  unit: string,
  out: NodeJS.WriteStream = process.stdout,
): ProgressLine {
  let tenth = -1;
  let shown = false;
  return {
    show(done, total) {
      const share = total > 0 ? Math.min(done / total, 1) : 1;
      const figures = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`;
      if (out.isTTY) {
        const filled = Math.round(share * WIDTH);
        out.write(`\r${what} [${'█'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${figures}\u001B[K`);
        shown = true;
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10);
        out.write(`${what}: ${figures}\n`);
      }
    },
    end() {
      if (shown) out.write('\n');
      shown = false;
    },
  };
}
