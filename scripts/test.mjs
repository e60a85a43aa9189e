// `npm test`: types, lint, import rules, unit and model tests, server tests on the embedded database, and the journeys that show a
// rule in the page which no rule test shows. `npm run test:all` (`--all`) runs all other tests, too (`tests/suite.ts`): both databases,
// all journeys in both languages, replays in the page, engines, the image, longer walks, a minute of calls at their limits. `--rest`
// runs these alone, after `npm test`, and counts both. `--long` makes tests of chance as long as their promises say, sends requests at
// their limits for half an hour, and runs all on other dates. `--seed N` is the seed of all that is drawn, `--seed random` another one
// each time.
// Ends with one line `N passed, N failed`.
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureClient, ensureServer } from './bundle/builds.mjs';
import { runProgram, runChecks, printResult } from './checks.mjs';
import { checkNode, ensurePackages, root } from './packages.mjs';
import { findBrowser } from './suite/browser.mjs';
import { keepInMemory } from './suite/memory.mjs';
import { countBrowserTests, countVitestTests } from './suite/results.mjs';

const { values: asked } = parseArgs({
  options: {
    all: { type: 'boolean' },
    rest: { type: 'boolean' },
    long: { type: 'boolean' },
    seed: { type: 'string' },
  },
});
const seed = asked.seed === 'random' ? String(randomInt(1_000_000)) : asked.seed;
const common = {
  ...(seed === undefined ? {} : { FAST_CHECK_SEED: seed }),
  ...(asked.long ? { LONG: 'on' } : {}),
};
/** What `npm test` counted and noted, for a run of the rest. */
const COUNTED = 'reports/test.json';

let sum = { passed: 0, failed: 0, skipped: 0 };
const notes = [];

/** Adds what a report counted. */
function add({ passed, failed, skipped, notes: more }) {
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
  notes.push(...more);
}

/** Counts and prints a step that passes or fails as a whole. */
function step(name, ok) {
  sum[ok ? 'passed' : 'failed'] += 1;
  return printResult(name, ok);
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

const reportOf = ({ SUITE }, name) => `reports/${SUITE === 'rest' ? 'rest.' : ''}${name}`;

function vitest(env, projects = []) {
  const file = reportOf(env, 'vitest.json');
  rmSync(file, { force: true });
  const ok = runProgram(
    'node_modules/.bin/vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      '--reporter=junit',
      `--outputFile.junit=${reportOf(env, 'vitest.junit.xml')}`,
    ],
    env,
  );
  const report = read(file);
  if (report === null) return step('unit, model and server tests', false);
  add(countVitestTests(report, root));
  // a file that fails to load, or an error outside a test, does not count as a failed test
  if (!ok && report.numFailedTests === 0) step('unit, model and server test files', false);
  return ok;
}

function playwright(env) {
  const file = reportOf(env, 'playwright.json');
  rmSync(file, { force: true });
  const ok = runProgram('node_modules/.bin/playwright', ['test'], env);
  const report = read(file);
  if (report === null) return step('browser tests', false);
  add(countBrowserTests(report));
  if (!ok && report.stats.unexpected === 0) step('browser test files', false);
  return ok;
}

/** A program of the rest that counts as one. */
function program(name, file, ...options) {
  const [command, args] = file.endsWith('.mjs')
    ? [process.execPath, [file]]
    : ['node_modules/.bin/tsx', [file]];
  step(name, runProgram(command, [...args, ...options], common));
}

/** Prints what was counted. */
const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

async function quick(browser) {
  const env = { ...common, SUITE: 'test' };
  for (const ok of await runChecks()) sum[ok ? 'passed' : 'failed'] += 1;
  const builds = [[], ['--config', 'scripts/bundle/server.config.ts']];
  const isBuilt = step(
    'build',
    builds.every((config) =>
      runProgram('node_modules/.bin/vite', ['build', '--logLevel', 'warn', ...config]),
    ),
  );
  vitest(env);
  if (browser === null) step('a browser for the browser tests', false);
  else if (isBuilt) playwright({ ...env, ...browser });
  writeFileSync(COUNTED, JSON.stringify({ sum, notes }));
}

async function rest(browser) {
  const env = { ...common, SUITE: 'rest' };
  await ensureClient();
  await ensureServer();
  vitest(env, ['server', 'rest']);
  if (browser === null) step('a browser for the browser tests', false);
  else playwright({ ...env, ...browser });
  program('engines', 'lab/engines/main.ts');
  program('image', 'lab/image/prove.ts');
  program('walks', 'scripts/paths.ts', '--walks', asked.long ? '10000' : '2000', '--seed', seed ?? '1');
  const costSeconds = asked.long ? '1800' : '60';
  program('cost', 'lab/cost/main.ts', '--seconds', costSeconds, '--seed', seed ?? '1', '--guard');
  if (asked.long) {
    program('dates', 'scripts/suite/dates.mjs');
  }
  const databases = read('reports/databases.json');
  if (databases !== null && !databases.postgres)
    notes.push(`server tests ran on the embedded database only: ${databases.reason}`);
}

const started = Date.now();
checkNode();
process.chdir(root);
try {
  await ensurePackages({ development: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
keepInMemory();
mkdirSync('reports', { recursive: true });
const browser = findBrowser();
const counted = asked.rest ? read(COUNTED) : null;
// of a log only the end may be kept
notes.push(...(counted?.notes ?? []));
let before = counted?.sum ?? null;
if (!asked.rest) await quick(browser);
if (asked.all || asked.rest) {
  before ??= sum;
  sum = { passed: 0, failed: 0, skipped: 0 };
  await rest(browser);
}
for (const note of notes) console.log(`note: ${note}`);
if (seed !== undefined) console.log(`seed ${seed}`);
console.log(`took ${Math.round((Date.now() - started) / 1000)} s`);
if (before !== null) {
  const counts = `npm test: ${inWords(before)}; the rest: ${inWords(sum)}`;
  for (const key of Object.keys(sum)) sum[key] += before[key];
  console.log(`${inWords(sum)} (${counts})`);
} else console.log(inWords(sum));
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
