// `npm test`: types, lint, import rules, unit, model, server and browser tests; ends with one line `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { runProgram, runChecks, printResult } from './checks.mjs';
import { checkNode, ensurePackages, root } from './packages.mjs';
import { findBrowser } from './suite/browser.mjs';
import { keepInMemory } from './suite/memory.mjs';
import { countBrowserTests, countVitestTests } from './suite/results.mjs';

const sum = { passed: 0, failed: 0, skipped: 0 };
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

function vitest() {
  const file = 'reports/vitest.json';
  rmSync(file, { force: true });
  const ok = runProgram('node_modules/.bin/vitest', [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--reporter=junit',
    '--outputFile.junit=reports/vitest.junit.xml',
  ]);
  const report = read(file);
  if (report === null) return step('unit, model and server tests', false);
  add(countVitestTests(report, root));
  // a file that fails to load, or an error outside a test, does not count as a failed test
  if (!ok && report.numFailedTests === 0) step('unit, model and server test files', false);
  return ok;
}

function playwright(env) {
  const file = 'reports/playwright.json';
  rmSync(file, { force: true });
  const ok = runProgram('node_modules/.bin/playwright', ['test'], env);
  const report = read(file);
  if (report === null) return step('browser tests', false);
  add(countBrowserTests(report));
  if (!ok && report.stats.unexpected === 0) step('browser test files', false);
  return ok;
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
for (const ok of await runChecks()) sum[ok ? 'passed' : 'failed'] += 1;
const builds = [[], ['--config', 'scripts/bundle/server.config.ts']];
const isBuilt = step(
  'build',
  builds.every((config) => runProgram('node_modules/.bin/vite', ['build', '--logLevel', 'warn', ...config])),
);
vitest();
const env = findBrowser();
if (env === null) step('a browser for the browser tests', false);
else if (isBuilt) playwright(env);

const databases = read('reports/databases.json');
if (databases !== null && !databases.postgres)
  notes.push(`server tests ran on the embedded database only: ${databases.reason}`);
for (const note of notes) console.log(`note: ${note}`);
console.log(`took ${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
