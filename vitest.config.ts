import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { FILES_ONLY_IN_ALL, suite } from './tests/suite.ts';

/** A busy machine may take long to reach an awaited state. */
const patient = { poll: { timeout: 20_000 } };

/** With the default of 16 MB, collecting young objects takes a fifth of the time of the model tests. */
const execArgv = ['--max-semi-space-size=64'];

const server = {
  execArgv,
  isolate: false,
  // its tests wait for a database or another process: as many workers as there are cores would leave some idle
  sequence: { groupOrder: 0 },
  maxWorkers: availableParallelism() + 1,
  expect: patient,
  setupFiles: ['tests/unit/shared/seed.ts'],
  environment: 'node' as const,
  globalSetup: ['tests/server/support/globalSetup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** What `npm test` leaves to the rest. */
const exclude = [...configDefaults.exclude, ...(suite === 'everything' ? [] : FILES_ONLY_IN_ALL)];

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
          exclude,
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
          exclude,
          environment: 'node',
          testTimeout: 120_000,
        },
      },
      { test: { ...server, name: 'server', include: ['tests/server/**/*.test.ts'], exclude } },
      // in the rest, what `npm test` has left out, whatever its kind
      ...(suite === 'rest' ? [{ test: { ...server, name: 'rest', include: FILES_ONLY_IN_ALL } }] : []),
    ],
  },
});
