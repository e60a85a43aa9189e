import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from 'playwright/test';
import { TEST_BROWSER_ARGS } from './tests/e2e/support/browser.ts';
import { BROWSER_TESTS_ONLY_IN_ALL, suite } from './tests/suite.ts';
// before the workers start, which inherit the clock of the run
import './tests/server/support/clock.ts';

const executablePath = process.env['CHROMIUM_PATH'];

/** In the rest, what `npm test` has left out, and journeys in the language that it has left out. */
const LEFT_OUT = new RegExp(String.raw`${BROWSER_TESTS_ONLY_IN_ALL.source}|\((?:en|zh)\)`);

const REPORT = `reports/${suite === 'rest' ? 'rest.' : ''}playwright`;

const DEBIAN = '/usr/share/postgresql';
/** Whether journeys can run on PostgreSQL with PostGIS here: by an address, or by Debian's packages. */
const hasPostgis =
  process.env['TEST_DATABASE_URL'] !== undefined ||
  (existsSync(DEBIAN) &&
    readdirSync(DEBIAN).some((version) => existsSync(`${DEBIAN}/${version}/extension/postgis.control`)));

/** Browser tests: each worker starts its own server (port, data folder); nothing is shared. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/globalSetup.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // the second try tells a flaky test from a broken one; `npm test` counts both as failed (scripts/suite/results.mjs)
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: `${REPORT}.json` }],
    ['junit', { outputFile: `${REPORT}.junit.xml` }],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // tests that check pixels have all of them: FINE in tests/e2e/support/test.ts
    deviceScaleFactor: 0.25,
    locale: 'en-GB',
    timezoneId: 'UTC',
    acceptDownloads: true,
    // docs/design.md, Motion: with reduced motion nothing moves, so that what is measured has arrived
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // a trace films the page, which costs more than drawing it with software graphics; TRACE=on enables it
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: TEST_BROWSER_ARGS,
    },
  },
  projects: [
    // first, so that no worker is idle beside this one file at the end
    ...(hasPostgis && suite !== 'test'
      ? [
          {
            name: 'postgres',
            use: { database: 'postgres' } as object,
            testMatch: 'session/newcomer.journey.spec.ts',
            grepInvert: /a new user \(zh\)|a restart/,
          },
        ]
      : []),
    {
      name: 'embedded',
      use: { database: 'embedded' } as object,
      ...(suite === 'rest' ? { grep: LEFT_OUT } : {}),
      grepInvert: [
        ...(suite === 'test' ? [BROWSER_TESTS_ONLY_IN_ALL] : []),
        // a language for each database
        ...(hasPostgis ? [/a new user \(en\)/] : []),
      ],
    },
  ],
});
