// `npm run test:nightly`: unit, model and server tests whose property tests draw other examples each night and whose
// tests of chance are longer, browser tests whose journeys are made in both languages (NIGHTLY=on), all tests on other days (`test:dates`),
// 10,000 random walks, and half an hour of requests at their limits (`npm run cost`). Prints the seed; `-- SEED` repeats a
// night. Ends with 1 if anything fails.
import { randomInt } from 'node:crypto';
import { ensureClient } from '../bundle/builds.mjs';
import { printResult, runProgram } from '../checks.mjs';
import { checkNode, ensurePackages, root } from '../packages.mjs';
import { findBrowser } from './browser.mjs';
import { keepInMemory } from './memory.mjs';

checkNode();
process.chdir(root);
await ensurePackages({ development: true });
const seed = process.argv[2] ?? String(randomInt(1_000_000));
await ensureClient();
keepInMemory();
const browser = findBrowser();
const night = { FAST_CHECK_SEED: seed, NIGHTLY: 'on' };
const ok = [
  ['tests', runProgram('node_modules/.bin/vitest', ['run', '--reporter=dot'], night)],
  [
    'browser tests',
    browser !== null &&
      runProgram('node_modules/.bin/playwright', ['test', '--fail-on-flaky-tests'], { ...browser, ...night }),
  ],
  ['dates', runProgram(process.execPath, ['scripts/suite/dates.mjs'])],
  ['cost', runProgram('node_modules/.bin/tsx', ['lab/cost/main.ts', '--seconds', '1800', '--seed', seed])],
  ['walks', runProgram('node_modules/.bin/tsx', ['scripts/paths.ts', '--walks', '10000', '--seed', seed])],
].map(([name, ok]) => printResult(name, ok));
console.log(`seed ${seed}: \`npm run test:nightly -- ${seed}\` repeats this night`);
process.exitCode = ok.includes(false) ? 1 : 0;
