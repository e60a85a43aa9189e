import { appendFileSync } from 'node:fs';
import { TestRunner } from 'vitest';

/** The code that `sourceMutants.ts` writes reads these: the active mutant of this worker, and those that a file reached. */
const chosen = Number(process.env['SQL_MUTANT'] ?? -1);
const reached = new Set<number>();
Object.assign(globalThis, {
  __isMutant: (id: number) => {
    reached.add(id);
    return id === chosen;
  },
});

/** Runs the files of the server's tests with one mutant, and reports what they reached. */
export default class SqlTests extends TestRunner {
  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    appendFileSync(
      process.env['SQL_MUTANTS_OUT']!,
      `${JSON.stringify({ near: [...reached], chosen, pid: process.pid })}\n`,
    );
  }
}
