/**
 * `npm run paths`: generates, from the production machines, paths over every state, every transition, every outcome of a
 * guard and of an invoked actor, and over two transitions in a row; docs/paths.md tells of them.
 *   reports/paths/MACHINE.json   the paths, replayable
 *   reports/paths/MACHINE.md     the same as scenarios to read
 *   reports/coverage.json        {total, machines: {name: {states, transitions, guards, outcomes, samples, transitionPairs as
 *                                {covered, all}, paths}}}
 *   reports/coverage.md          the same to read
 *   reports/rows.md              rows of the specification, and the tests and paths that show them
 * `-- --machine NAME` writes the paths of one machine only. `-- --replay FILE` replays the paths of a file, with `--shrink`
 * each that fails is written again as short as it fails. Exits with 1 when anything is left uncovered or fails.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { KINDS, walksOf, type Covered, type Coverage } from '../tests/model/coverage.ts';
import type { Model } from '../tests/model/explore.ts';
import { models } from '../tests/model/models.ts';
import { check, pathFileOf, readPathFile, SCHEMA, type Path } from '../tests/model/pathFile.ts';
import { scenarioOf } from '../tests/model/scenario.ts';
import { shrink } from '../tests/model/shrink.ts';
import { rowsReport } from '../tests/rows/rows.ts';

const FOLDER = 'reports/paths';
const HEADS = [
  'states',
  'transitions',
  'guard outcomes',
  'actors’ outcomes and delays',
  'samples of events',
  'pairs of transitions',
];

function modelOf(name: string): Model {
  const model = models.find((one) => one.name === name);
  if (model === undefined) throw new Error(`no machine ${name}: ${models.map((one) => one.name).join(', ')}`);
  return model;
}

async function generate(model: Model) {
  const { walks, coverage } = walksOf(model);
  const file = await pathFileOf(model, walks);
  writeFileSync(`${FOLDER}/${model.name}.json`, `${JSON.stringify(file, null, 1)}\n`);
  const scenarios = [`# ${model.name}: ${file.paths.length} scenarios`, '', ...file.paths.map(scenarioOf)];
  writeFileSync(`${FOLDER}/${model.name}.md`, scenarios.join('\n'));
  return { name: model.name, paths: file.paths.length, coverage };
}
type Generated = Awaited<ReturnType<typeof generate>>;

const share = (one: Covered) => `${one.covered} / ${one.all}`;
const figures = (coverage: Coverage) => Object.fromEntries(KINDS.map((kind) => [kind, coverage[kind]]));

function report(found: readonly Generated[]): string {
  const sum = (pick: (one: Generated) => number) => found.reduce((total, one) => total + pick(one), 0);
  const total = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      { covered: sum((one) => one.coverage[kind].covered), all: sum((one) => one.coverage[kind].all) },
    ]),
  ) as Record<(typeof KINDS)[number], Covered>;
  const paths = sum((one) => one.paths);
  const machines = Object.fromEntries(
    found.map((one) => [one.name, { ...figures(one.coverage), paths: one.paths }]),
  );
  const json = { total: { ...total, paths }, machines };
  writeFileSync('reports/coverage.json', `${JSON.stringify(json, null, 1)}\n`);
  const missing = found.flatMap((one) => one.coverage.missing.map((what) => `- ${one.name}: ${what}`));
  return [
    '# What the generated paths cover',
    '',
    `| machine | ${HEADS.join(' | ')} | paths |`,
    `|---|${'---|'.repeat(HEADS.length + 1)}`,
    ...found.map(
      ({ name, paths: own, coverage }) =>
        `| ${name} | ${KINDS.map((kind) => share(coverage[kind])).join(' | ')} | ${own} |`,
    ),
    `| total | ${KINDS.map((kind) => share(total[kind])).join(' | ')} | ${paths} |`,
    '',
    'A guard has two outcomes. A sample is an event of a model with what it leads to. Samples and pairs (those that can follow',
    'each other in a model) are counted, not demanded.',
    '',
    ...(missing.length === 0 ? ['Nothing is missing.'] : ['Missing:', '', ...missing]),
    '',
  ].join('\n');
}

async function shrunk(model: Model, path: Path): Promise<void> {
  const small = await shrink(model, path);
  if (small === null) return;
  const file = `${FOLDER}/${small.id}.json`;
  writeFileSync(
    file,
    `${JSON.stringify({ schema: SCHEMA, machine: model.name, paths: [small] }, null, 1)}\n`,
  );
  console.log(`  as short as it fails: ${small.title || 'at its start'}\n  ${file}`);
}

async function replayFile(name: string, isShrinking: boolean): Promise<void> {
  const file = readPathFile(name);
  const model = modelOf(file.machine);
  let failed = 0;
  for (const path of file.paths) {
    const difference = await check(model, path);
    if (difference === null) continue;
    failed += 1;
    const { step, expected, seen } = difference;
    const where = step === 0 ? 'at its start' : `after step ${step}: ${path.steps[step - 1]!.says}`;
    console.log(`FAILED ${path.id} ${where}`);
    console.log(`  expected ${JSON.stringify(expected)}\n  seen     ${JSON.stringify(seen)}`);
    if (isShrinking) await shrunk(model, path);
  }
  console.log(`${file.machine}: ${file.paths.length - failed} paths passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

async function generateAll(machine: string | undefined): Promise<void> {
  const found: Generated[] = [];
  for (const model of machine === undefined ? models : [modelOf(machine)]) found.push(await generate(model));
  if (machine === undefined) {
    const text = report(found);
    writeFileSync('reports/coverage.md', text);
    writeFileSync('reports/rows.md', rowsReport());
    console.log(text);
  } else {
    console.log(`${machine}: ${found[0]!.paths} paths in ${FOLDER}/${machine}.json and .md`);
  }
  const missing = found.flatMap((one) => one.coverage.missing);
  if (machine !== undefined) for (const what of missing) console.log(`- missing: ${what}`);
  if (missing.length > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      machine: { type: 'string' },
      replay: { type: 'string' },
      shrink: { type: 'boolean', default: false },
    },
  });
  mkdirSync(FOLDER, { recursive: true });
  if (values.replay === undefined) await generateAll(values.machine);
  else await replayFile(values.replay, values.shrink);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
