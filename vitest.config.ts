import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** A busy machine may take long to reach an awaited state. */
const patient = { poll: { timeout: 20_000 } };

/** With the default of 16 MB, collecting young objects takes a fifth of the time of the model tests. */
const execArgv = ['--max-semi-space-size=64'];

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: ['{contract,server,src}/**/*.{ts,tsx}'],
      exclude: ['tests/**'],
      reporter: ['json-summary'],
      reportsDirectory: 'reports/coverage',
    },
    // `isolate: false`: files of a worker share what they import, which a file takes longer to load than to
    // test; each
    // puts back what it changed (stubs, spies, the language), so that their order is of no matter
    projects: [
      {
        test: {
          name: 'unit',
          execArgv,
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism(),
          expect: patient,
          setupFiles: ['tests/unit/shared/seed.ts'],
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'model',
          execArgv,
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism(),
          include: ['tests/model/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          execArgv,
          isolate: false,
          // its tests wait for a database or another process: as many workers as there are cores would leave some idle
          sequence: { groupOrder: 0 },
          maxWorkers: availableParallelism() + 1,
          expect: patient,
          setupFiles: ['tests/unit/shared/seed.ts'],
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/server/support/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
