import { appendFileSync } from 'node:fs';
import { TestRunner, type RunnerTestFile } from 'vitest';

/** The mutant of this worker. */
const chosen = Number(process.env['SQL_MUTANT'] ?? -1);
/** What a file reaches, and what modules have read while they were loaded: files of a worker share them. */
const reached = { byTests: new Set<number>(), byModules: new Set<number>() };
let isRunning = false;
Object.assign(globalThis, {
  __isMutant: (id: number) => {
    (isRunning ? reached.byTests : reached.byModules).add(id);
    return id === chosen;
  },
});

/** Runs the files of the server's tests with one mutant, and reports what each has reached. */
export default class SqlTests extends TestRunner {
  onBeforeRunFiles(): void {
    reached.byTests.clear();
    isRunning = true;
  }

  override onAfterRunFiles(files?: RunnerTestFile[]): void {
    super.onAfterRunFiles();
    isRunning = false;
    const near = [...new Set([...reached.byTests, ...reached.byModules])];
    for (const { filepath } of files ?? [])
      appendFileSync(process.env['SQL_MUTANTS_OUT']!, `${JSON.stringify({ filepath, near })}\n`);
  }
}
