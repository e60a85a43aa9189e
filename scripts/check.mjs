// `npm run check`: formatter, linter with the import walls, type checker. Exits with 1 when one of them objects.
import { spawnSync } from 'node:child_process';

const STEPS = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint and import walls', 'oxlint', ['--deny-warnings', '.']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
];

let failed = 0;
for (const [name, command, options] of STEPS) {
  const run = spawnSync(`node_modules/.bin/${command}`, options, { stdio: 'inherit' });
  const ok = run.status === 0;
  if (!ok) failed += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
}
process.exitCode = failed === 0 ? 0 : 1;
