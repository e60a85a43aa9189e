/**
 * `npm run paths`: generates, from the production machines, paths over every state, every transition and every outcome
 * of a guard, and writes them with their coverage.
 *   reports/paths/MACHINE.json   the paths, replayable
 *   reports/coverage.json        {total, machines: {name: {states, transitions, guards as {covered, all}, paths}}}
 *   reports/coverage.md          the same to read
 * Exits with 1 when anything is left uncovered.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathsOf, type Covered } from '../tests/model/explore.ts';
import { models } from '../tests/model/models.ts';

const KINDS = ['states', 'transitions', 'guards'] as const;
const share = (one: Covered) => `${one.covered} / ${one.all}`;

mkdirSync('reports/paths', { recursive: true });
const found = models.map((model) => {
  const { paths, coverage } = pathsOf(model);
  writeFileSync(`reports/paths/${model.name}.json`, `${JSON.stringify(paths, null, 1)}\n`);
  return { name: model.name, paths: paths.length, coverage };
});

const sum = (kind: (typeof KINDS)[number]): Covered => ({
  covered: found.reduce((total, one) => total + one.coverage[kind].covered, 0),
  all: found.reduce((total, one) => total + one.coverage[kind].all, 0),
});
const total = { states: sum('states'), transitions: sum('transitions'), guards: sum('guards') };
const machines = Object.fromEntries(
  found.map(({ name, paths, coverage: { states, transitions, guards } }) => [
    name,
    { states, transitions, guards, paths },
  ]),
);
writeFileSync('reports/coverage.json', `${JSON.stringify({ total, machines }, null, 1)}\n`);

const missing = found.flatMap((one) => one.coverage.missing.map((what) => `- ${one.name}: ${what}`));
const rows = found.map(
  ({ name, paths, coverage }) =>
    `| ${name} | ${KINDS.map((kind) => share(coverage[kind])).join(' | ')} | ${paths} |`,
);
const report = [
  '# What the generated paths cover',
  '',
  '| machine | states | transitions | guard outcomes | paths |',
  '|---|---|---|---|---|',
  ...rows,
  `| total | ${KINDS.map((kind) => share(total[kind])).join(' | ')} | ${found.reduce((all, one) => all + one.paths, 0)} |`,
  '',
  ...(missing.length === 0 ? ['Nothing is missing.'] : ['Missing:', '', ...missing]),
  '',
].join('\n');
writeFileSync('reports/coverage.md', report);
console.log(report);
if (missing.length > 0) process.exitCode = 1;
