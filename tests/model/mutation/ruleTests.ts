import { appendFileSync } from 'node:fs';
import { TestRunner, type RunnerTestCase } from 'vitest';

/** The mutant that is chosen, and those that were come by; read by what `sourceMutants.ts` writes. */
const state = { chosen: -1, reached: new Set<number>() };
Object.assign(globalThis, {
  __isMutant: (id: number) => {
    state.reached.add(id);
    return id === state.chosen;
  },
});

/** What takes longer than this starts a service or waits; it is no test of a rule. */
const LONGEST_MS = 500;
const noticed = new Set<number>();

async function passes(test: () => unknown, chosen: number): Promise<boolean> {
  state.chosen = chosen;
  try {
    await test();
    return true;
  } catch {
    return false;
  } finally {
    state.chosen = -1;
  }
}

/** Runs each test once as it is, and then once for each broken rule that it comes by and that no test before it noticed. */
export default class RuleTests extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    state.reached = new Set();
    const began = performance.now();
    await run();
    if (performance.now() - began > LONGEST_MS) return;
    const near = [...state.reached];
    appendFileSync(process.env['RULE_MUTANTS_OUT']!, `${JSON.stringify({ near })}\n`);
    // a test that remembers can only be asked once
    if (near.every((id) => noticed.has(id)) || !(await passes(run, -1))) return;
    for (const id of near.filter((one) => !noticed.has(one))) {
      if (await passes(run, id)) continue;
      noticed.add(id);
      appendFileSync(process.env['RULE_MUTANTS_OUT']!, `${JSON.stringify({ noticed: id })}\n`);
      // what the broken rule left behind must not be taken for the next one's doing
      if (!(await passes(run, -1))) return;
    }
  }
}
