import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * The check of packages takes a package for named if another one has it as its peer. This one doesn't: every import of the
 * product is named in package.json, and not among the tools.
 */
export const STRICTLY_NAMED = [
  '--no-progress',
  '--production',
  '--strict',
  '--exclude',
  'dependencies,unresolved,binaries,files,exports,types',
];

/** The checks that do not run the product, the longest first: name, program in node_modules/.bin, its arguments. */
const CHECKS = [
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['format', 'oxfmt', ['--check', '.']],
  ['lint and import walls', 'oxlint', ['--deny-warnings', '.']],
  ['packages and unused code', 'knip', ['--no-progress']],
  ['packages of the product', 'knip', STRICTLY_NAMED],
  ['event examples of the machine viewer', 'tsx', ['scripts/machines/machineCharts.ts', '--check']],
  ['clocks of tests', 'tsx', ['scripts/suite/testClocks.ts']],
  ['tables in docs', 'tsx', ['scripts/docs/docTables.ts', '--check']],
];

/**
 * Runs a program and shows its output.
 * @param {string} command
 * @param {string[]} options
 * @param {Record<string, string>} env additional environment variables
 * @returns {boolean} whether it succeeded
 */
export function runProgram(command, options, env = {}) {
  return spawnSync(command, options, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

/** Prints the result of a step. @returns {boolean} `ok` */
export function printResult(name, ok) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  return ok;
}

/** Runs a program. @returns {Promise<{ ok: boolean, output: string }>} with all that it printed */
function programEnd(command, options) {
  return new Promise((resolve) => {
    const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Runs every check, one on each core, even after a failure. @returns {Promise<boolean[]>} whether each succeeded */
export async function runChecks() {
  const waiting = [...CHECKS];
  const results = [];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const [name, program, options] = check;
      const { ok, output } = await programEnd(`node_modules/.bin/${program}`, options);
      process.stdout.write(output);
      results.push(printResult(name, ok));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
