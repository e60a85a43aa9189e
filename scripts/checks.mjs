import { spawnSync } from 'node:child_process';

/** The checks that do not run the product: name, program in node_modules/.bin, its arguments. */
const CHECKS = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint and import walls', 'oxlint', ['--deny-warnings', '.']],
  ['packages and unused code', 'knip', ['--no-progress']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['statecharts in docs/machines', 'tsx', ['scripts/machines/machineCharts.ts', '--check']],
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

/** Runs every check, even after a failure. @returns {boolean[]} whether each succeeded */
export function runChecks() {
  return CHECKS.map(([name, program, options]) =>
    printResult(name, runProgram(`node_modules/.bin/${program}`, options)),
  );
}
