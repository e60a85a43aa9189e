import { spawnSync } from 'node:child_process';

/** The checks that do not run the product: name, program in node_modules/.bin, its arguments. */
const CHECKS = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint and import walls', 'oxlint', ['--deny-warnings', '.']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['statecharts in docs/machines', 'tsx', ['scripts/machineCharts.ts', '--check']],
  ['tables in docs', 'tsx', ['scripts/docTables.ts', '--check']],
];

/**
 * Runs a program with its output shown.
 * @param {string} command
 * @param {string[]} options
 * @param {Record<string, string>} env beside the process's own
 * @returns {boolean} whether it ended well
 */
export function ran(command, options, env = {}) {
  return spawnSync(command, options, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

/** Says how a step ended. @returns {boolean} `ok` */
export function told(name, ok) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  return ok;
}

/** Runs every check, also after one that fails. @returns {boolean[]} how each ended */
export function runChecks() {
  return CHECKS.map(([name, program, options]) => told(name, ran(`node_modules/.bin/${program}`, options)));
}
