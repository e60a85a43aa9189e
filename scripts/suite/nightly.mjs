// `npm run test:nightly`: unit, model and server tests whose property tests draw other examples each night and whose
// tests of chance are longer (NIGHTLY=on), and 10,000 random walks. Prints the seed; `-- SEED` repeats a night. Ends
// with 1 if anything fails.
import { randomInt } from 'node:crypto';
import { printResult, runProgram } from '../checks.mjs';
import { checkNode, ensurePackages, root } from '../packages.mjs';

checkNode();
process.chdir(root);
await ensurePackages({ development: true });
const seed = process.argv[2] ?? String(randomInt(1_000_000));
const ok = [
  [
    'tests',
    runProgram('node_modules/.bin/vitest', ['run', '--reporter=dot'], {
      FAST_CHECK_SEED: seed,
      NIGHTLY: 'on',
    }),
  ],
  ['walks', runProgram('node_modules/.bin/tsx', ['scripts/paths.ts', '--walks', '10000', '--seed', seed])],
].map(([name, ok]) => printResult(name, ok));
console.log(`seed ${seed}: \`npm run test:nightly -- ${seed}\` repeats this night`);
process.exitCode = ok.includes(false) ? 1 : 0;
