/**
 * `npm run paths`: generates paths from the production machines that cover every state, transition, guard
 * result, outcome of an invoked actor, and pair of consecutive transitions (docs/paths.md).
 *   reports/paths/MACHINE.json   the paths, replayable
 *   reports/paths/MACHINE.md     the paths as scenarios
 *   reports/coverage.json        {total, machines: {name: {states, transitions, guards, outcomes, samples,
 *                                transitionPairs as {covered, all}, paths}}}
 *   reports/coverage.md          the same as text
 *   reports/rows.md              rows of the specification, and the tests and paths that cover them
 * `-- --machine NAME` writes the paths of one machine only. `-- --replay FILE` replays the paths of a file;
 * with `--shrink` it also writes each failing path as short as it still fails. `--times N` replays the paths
 * N times in this process, each time in another order; `--seed S` repeats an order. `--accept` accepts what the
 * machines do now; `--walks N` plays N random walks. FILE may be a session that was saved in the browser: `--accept NAME` puts
 * it among the accepted ones, `--wrong STEP` says that what was seen after that step is a fault, `--in-page` plays it on the
 * real views, and `--server` against a real server: a new one, or that of a URL that follows. Exits with 1 if anything is uncovered or fails.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { accept } from '../tests/model/golden/accept.ts';
import { KINDS, walksOf, type Covered, type Coverage } from '../tests/model/paths/coverage.ts';
import type { Model } from '../tests/model/paths/explore.ts';
import { acceptSession, sessionFileText } from '../tests/model/golden/sessions.ts';
import {
  findingInWords,
  findingsOf,
  markedWrong,
  savedPaths,
  type Finding,
} from '../tests/model/paths/replay/session.ts';
import type { SavedPath } from '../tests/model/paths/replay/saved.ts';
import { models } from '../tests/model/session/models.ts';
import { keepPrinted } from '../tests/model/paths/pathData.ts';
import { PATH_SCHEMA } from '../src/machines/inspector/sessionFile.ts';
import {
  check,
  pathFileOf,
  readPathFile,
  type Difference,
  type Path,
  type PathFile,
} from '../tests/model/paths/pathFile.ts';
import { repeated, type Replayed } from '../tests/model/paths/replay/repeat.ts';
import { longValuesOf, scenarioOf } from '../tests/model/paths/scenario.ts';
import { stateInWords } from '../tests/model/paths/words.ts';
import { shrink } from '../tests/model/paths/replay/shrink.ts';
import { failureInWords, randomWalks } from '../tests/model/walks/walk.ts';
import { rowsReport } from '../tests/rows/rows.ts';

const FOLDER = 'reports/paths';
/** Of a session that passes, as many steps are listed, to say which is wrong. */
const LAST_STEPS = 12;
/** The values that the scenarios show by fingerprint. */
const printed = keepPrinted();
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

const chosen = (machine: string | undefined) => (machine === undefined ? models : [modelOf(machine)]);

async function generate(model: Model) {
  const { walks, coverage } = walksOf(model);
  const file = await pathFileOf(model, walks);
  writeFileSync(`${FOLDER}/${model.name}.json`, `${JSON.stringify(file, null, 1)}\n`);
  const head = `# ${model.name}: ${file.paths.length} scenarios\n\n`;
  const scenarios = file.paths.map(scenarioOf).join('\n');
  writeFileSync(`${FOLDER}/${model.name}.md`, head + scenarios + longValuesOf(scenarios, printed));
  const replayed = file.paths.map((path): Replayed => ({ model, path }));
  return { name: model.name, paths: file.paths.length, coverage, replayed };
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
    `${JSON.stringify({ schema: PATH_SCHEMA, machine: model.name, paths: [small] }, null, 1)}\n`,
  );
  console.log(`  as short as it fails: ${small.title || 'at its start'}\n  ${file}`);
}

function printFailure(path: Path, { step, expected, seen }: Difference): void {
  const where = step === 0 ? 'at its start' : `after step ${step}: ${path.steps[step - 1]!.says}`;
  console.log(`FAILED ${path.id} ${where}`);
  console.log(`  expected ${JSON.stringify(expected)}\n  seen     ${JSON.stringify(seen)}`);
}

/** The paths of an existing file. */
function pathsIn(name: string): Replayed[] {
  const file = readPathFile(name);
  const model = modelOf(file.machine);
  return file.paths.map((path) => ({ model, path }));
}

async function replayFile(name: string, isShrinking: boolean): Promise<void> {
  const paths = pathsIn(name);
  let failed = 0;
  for (const { model, path } of paths) {
    const difference = await check(model, path);
    if (difference === null) continue;
    failed += 1;
    printFailure(path, difference);
    if (isShrinking) await shrunk(model, path);
  }
  console.log(`${name}: ${paths.length - failed} paths passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/** The path of a finding, as short as it fails; as it is if this build can't replay it. */
async function smallest({ model, path }: Finding): Promise<SavedPath> {
  if (model === null || path.isWrong === true) return path;
  return ((await shrink(model, path)) as SavedPath | null) ?? path;
}

/** Replays a saved session, and accepts it by a name: of one that fails, what fails. */
async function replaySession(name: string, file: PathFile, accepted: string | undefined): Promise<void> {
  console.warn = () => {};
  const findings = await findingsOf(file);
  const failing: SavedPath[] = [];
  for (const finding of findings) {
    console.log(`FAILED ${findingInWords(finding)}`);
    const small = await smallest(finding);
    failing.push(small);
    const written = `${FOLDER}/${small.id}.json`;
    writeFileSync(written, sessionFileText({ ...file, paths: [small] }));
    console.log(`  as short as it fails: ${small.steps.map(({ says }) => says).join(' → ')}\n  ${written}`);
  }
  const paths = savedPaths(file);
  const steps = paths.flatMap((path) => path.steps.map((step) => ({ path, ...step })));
  const last = steps.sort((one, other) => (one.number ?? 0) - (other.number ?? 0)).slice(-LAST_STEPS);
  if (findings.length === 0) {
    console.log('The last steps:');
    for (const { path, number, says, expect } of last)
      console.log(`  ${number} ${path.title.replace(/,.*$/, '')} ${says}: ${stateInWords(expect.value)}`);
  } else process.exitCode = 1;
  console.log(`${name}: ${steps.length} events, ${paths.length} actors, ${findings.length} failed`);
  if (accepted === undefined) return;
  const written = acceptSession(accepted, failing.length === 0 ? file : { ...file, paths: failing });
  console.log(`${written}: replayed by npm test from now on`);
  process.exitCode = 0;
}

/** Plays a saved session where a test runner is needed. */
function playBy(command: string, env: Record<string, string>): void {
  const { status } = spawnSync('npx', command.split(' '), {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.exitCode = status ?? 1;
}
/** On the real views, in a browser. */
const IN_PAGE = 'playwright test tests/e2e/paths/stage/session.spec.ts --project=embedded --reporter=list';
const ON_SERVER = 'vitest run tests/server/oracle/session.test.ts --project=server';

/** Replays paths several times and reports each run. */
async function replayTimes(paths: readonly Replayed[], times: number, seed: number): Promise<void> {
  let run = 0;
  for await (const { seed: own, failed } of repeated(paths, times, seed)) {
    run += 1;
    for (const { path, difference } of failed) printFailure(path, difference);
    console.log(`run ${run} of ${times}, seed ${own}: ${paths.length} paths, ${failed.length} failed`);
    if (failed.length === 0) continue;
    console.log(`The same order again: --times 1 --seed ${own}`);
    process.exitCode = 1;
  }
}

async function generateAll(machine: string | undefined): Promise<Replayed[]> {
  const found: Generated[] = [];
  for (const model of chosen(machine)) found.push(await generate(model));
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
  return found.flatMap(({ replayed }) => replayed);
}

/** Accepts what the machines do now, and says what that changes. */
async function acceptAll(machine: string | undefined): Promise<void> {
  const said: string[] = [];
  for (const model of chosen(machine)) said.push(...(await accept(model)));
  console.log(said.length === 0 ? 'Nothing changed.' : said.join('\n'));
}

/** Walks at random, and reports which sentences that breaks. */
async function walkAll(machine: string | undefined, walks: number, seed: number): Promise<void> {
  console.warn = () => {};
  const failures = await randomWalks(chosen(machine), walks, seed);
  for (const failure of failures) console.log(failureInWords(failure));
  console.log(`${walks} walks, seed ${seed}: ${failures.length} sentences broken`);
  if (failures.length > 0) process.exitCode = 1;
}

/** Parses an integer argument with a minimum. @throws Error if it is invalid */
function wholeNumber(option: string, given: string, smallest: number): number {
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < smallest)
    throw new Error(`--${option} takes a whole number from ${smallest}, not '${given}'`);
  return number;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      machine: { type: 'string' },
      replay: { type: 'string' },
      shrink: { type: 'boolean', default: false },
      times: { type: 'string' },
      seed: { type: 'string' },
      accept: { type: 'boolean', default: false },
      wrong: { type: 'string' },
      'in-page': { type: 'boolean', default: false },
      server: { type: 'boolean', default: false },
      walks: { type: 'string' },
    },
  });
  const { machine, replay, shrink: isShrinking } = values;
  if (isShrinking && (replay === undefined || values.times !== undefined))
    throw new Error('--shrink goes with --replay FILE alone: it shortens the paths of a file that fail');
  if (values.seed !== undefined && values.times === undefined && values.walks === undefined)
    throw new Error('--seed goes with --times N or --walks N');
  const times = values.times === undefined ? null : wholeNumber('times', values.times, 1);
  const seed = values.seed === undefined ? randomInt(1_000_000) : wholeNumber('seed', values.seed, 0);
  if (positionals.length > ((values.accept || values.server) && replay !== undefined ? 1 : 0))
    throw new Error(
      `what is ${positionals.join(' ')}? A name goes with --replay FILE --accept NAME, a URL with --server`,
    );
  if (replay !== undefined && times === null) {
    const file = readPathFile(replay);
    if (file.session !== undefined) {
      if (values['in-page']) return playBy(IN_PAGE, { SESSION: replay });
      if (values.server) return playBy(ON_SERVER, { SESSION: replay, SERVER: positionals[0] ?? '' });
      mkdirSync(FOLDER, { recursive: true });
      const { wrong } = values;
      const marked = wrong === undefined ? file : markedWrong(file, wholeNumber('wrong', wrong, 1));
      return replaySession(replay, marked, values.accept ? positionals[0] : undefined);
    }
  }
  if (values.accept) return acceptAll(machine);
  if (values.walks !== undefined) return walkAll(machine, wholeNumber('walks', values.walks, 1), seed);
  mkdirSync(FOLDER, { recursive: true });
  if (times === null && replay !== undefined) return replayFile(replay, isShrinking);
  const paths = replay === undefined ? await generateAll(machine) : pathsIn(replay);
  if (times !== null) await replayTimes(paths, times, seed);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
