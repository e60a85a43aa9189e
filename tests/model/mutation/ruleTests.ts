import { appendFileSync } from 'node:fs';
import { TestRunner, type RunnerTestCase } from 'vitest';

/** The active mutant, those reached, and when a test of a mutant is given up. The code that `sourceMutants.ts` writes reads them. */
const state = { chosen: -1, reached: new Set<number>(), calls: 0, until: Infinity };
/** A mutant may never end: the clock is read once in so many calls. */
const CALLS = 1000;
const LONGEST_OF_MUTANT_MS = 3000;
Object.assign(globalThis, {
  __isMutant: (id: number) => {
    state.reached.add(id);
    if (++state.calls % CALLS === 0 && performance.now() > state.until)
      throw new Error('the mutant does not end');
    return id === state.chosen;
  },
});

/** A slower test starts a service or waits, so it doesn't test a rule. */
const LONGEST_MS = 500;
const noticed = new Set<number>();

async function passes(test: () => unknown, chosen: number): Promise<boolean> {
  state.chosen = chosen;
  state.until = performance.now() + LONGEST_OF_MUTANT_MS;
  try {
    await test();
    return true;
  } catch {
    return false;
  } finally {
    state.chosen = -1;
    state.until = Infinity;
  }
}

/** Runs each test once unchanged, then once for each mutant it reaches that no earlier test killed. */
export default class RuleTests extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    state.reached = new Set();
    const began = performance.now();
    await run();
    if (performance.now() - began > LONGEST_MS) return;
    const near = [...state.reached];
    appendFileSync(process.env['RULE_MUTANTS_OUT']!, `${JSON.stringify({ near })}\n`);
    // a stateful test can only run once
    if (near.every((id) => noticed.has(id)) || !(await passes(run, -1))) return;
    for (const id of near.filter((one) => !noticed.has(one))) {
      if (await passes(run, id)) continue;
      noticed.add(id);
      appendFileSync(process.env['RULE_MUTANTS_OUT']!, `${JSON.stringify({ noticed: id })}\n`);
      // leftovers of one mutant must not be attributed to the next
      if (!(await passes(run, -1))) return;
    }
  }
}
