/**
 * `npm run mutants:rules`: mutates comparisons, conditions, arithmetic and constants of the rules one by one,
 * and measures which mutants are killed by the generated paths (rules of src/machines) and by the rule tests
 * (those rules and the server's). Writes reports/ruleMutants.md and reports/ruleMutants.json.
 * `-- --machine NAME` replays the paths of one machine only (repeatable), `-- --server` mutates only the
 * server's rules, `-- --tests` runs only the tests, on what the paths left over in the last run,
 * `-- --changed` mutates only the files of the last commit. Without these it ends with 1 if less than
 * LEAST are noticed.
 * `-- --views` breaks what views print instead, and runs the unit tests of views; `-- --sql` leaves out one condition of a
 * statement, and runs the server's tests. They write reports/viewMutants.md and reports/sqlMutants.md. `--sample N --seed S`
 * tries N of the mutants only: the server's tests of all conditions take hours. `--own` runs only the tests of the statement's own
 * folder.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'vite';
import { startVitest } from 'vitest/node';
import { keyOf, outcomeOf, partOf, together, type Outcome } from '../../tests/model/mutation/ruleReport.ts';
import type * as RuleRun from '../../tests/model/mutation/ruleRun.ts';
import { mutated, type SourceMutant } from '../../tests/model/mutation/sourceMutants.ts';
import { VIEWS } from '../../tests/model/mutation/viewMutants.ts';
import { brokenSources, git, type Sample } from './brokenSources.ts';
import { byServerTests } from './byServerTests.ts';

/** The least share that must be noticed. */
const LEAST = 0.97;
const FOLDER = resolve('reports/ruleMutants');
const MACHINES = /^src\/machines\/(?!.*\.selectors\.ts$)/;
const SERVER =
  /^(?:server\/(?:\w+\/\w+\.rules|base\/(?:limits|work|fileName|clientAddress))|contract\/(?:orders\/price|imageryPrice|limits))\.ts$/;
/** Views, without the kit: it prints what it is given. */
const VIEW = /^src\/ui\/(?!shared\/kit\/).*\.tsx$/;
/** Tests without a service or page, in groups that each run by themselves; unit tests are those that import a rule. */
const RULE_TESTS = {
  pure: ['unit/**/*', ...['lifecycle', 'priceTable', 'pricing'].map((name) => `server/orders/${name}`)],
  onDatabase: ['server/rules/*'],
};
const IMPORTS_RULE =
  'src/machines/|server/[a-z]+/[A-Za-z]+[.]rules|server/base/(limits|work|fileName|clientAddress)|contract/(orders/price|imageryPrice|limits)';

/** The files to mutate; null for all. */
let onlyFiles: ReadonlySet<string> | null = null;
const filesOfLastCommit = () => new Set(git('diff', '--name-only', 'HEAD~1'));

/** The files of a group of tests. @throws Error if a name matches nothing */
const testsOf = (group: keyof typeof RULE_TESTS): string[] =>
  RULE_TESTS[group].flatMap((name) => {
    const files = git('ls-files', `:(glob)tests/${name}.test.ts`, ':(exclude)tests/unit/house');
    if (files.length === 0) throw new Error(`no test is named ${name}`);
    return name.startsWith('unit/') ? git('grep', '-lE', IMPORTS_RULE, '--', ...files) : files;
  });

/** A plugin that mutates the matching files but for the known mutants, and the mutants it has made, by id. */
function breaking(
  isRule: RegExp,
  known: ReadonlySet<string> = new Set(),
): { plugin: Plugin; mutants: SourceMutant[] } {
  const mutants: SourceMutant[] = [];
  const plugin: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    transform(text, id) {
      const file = relative(process.cwd(), id);
      if (!isRule.test(file) || onlyFiles?.has(file) === false) return null;
      const found = mutated(file, text, mutants.length, (index) => known.has(keyOf(file, index)));
      mutants.push(...found.mutants);
      return { code: found.code, map: null };
    },
  };
  return { plugin, mutants };
}

/** Results of the generated paths. */
async function byPaths(machines: readonly string[] | undefined): Promise<Outcome> {
  const { plugin, mutants } = breaking(MACHINES);
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    build: { ssr: 'tests/model/mutation/ruleRun.ts', outDir: FOLDER, minify: false, emptyOutDir: true },
  });
  const read = new Set<number>();
  Object.assign(globalThis, { __isMutant: (id: number) => !read.add(id) });
  const run = (await import(pathToFileURL(`${FOLDER}/ruleRun.js`).href)) as typeof RuleRun;
  console.warn = () => {};
  const near = await run.reaching(machines);
  const noticed = new Set<number>();
  for (const [id, paths] of near) if (await run.isNoticed(id, paths)) noticed.add(id);
  rmSync(FOLDER, { recursive: true, force: true });
  const told = machines === undefined ? mutants : mutants.filter(({ id }) => near.has(id));
  return outcomeOf(told, new Set(near.keys()), noticed, read);
}

const PATHS_FILE = resolve('reports/rulePaths.json');
const keepByPaths = ({ mutants, reached, noticed, read }: Outcome): void =>
  writeFileSync(
    PATHS_FILE,
    JSON.stringify({ mutants: [...mutants], reached: [...reached], noticed: [...noticed], read: [...read] }),
  );

/** The last results of the generated paths, of files whose mutants are still the same; null without any. */
function lastByPaths(): Outcome | null {
  if (!existsSync(PATHS_FILE)) return null;
  type Kept = { mutants: [string, SourceMutant][] } & Record<'reached' | 'noticed' | 'read', string[]>;
  const { mutants, reached, noticed, read } = JSON.parse(readFileSync(PATHS_FILE, 'utf8')) as Kept;
  const codesOf = (list: readonly SourceMutant[]) => JSON.stringify(list.map(({ was, is }) => [was, is]));
  const kept = new Map<string, [string, SourceMutant][]>();
  for (const one of mutants) kept.set(one[1].file, [...(kept.get(one[1].file) ?? []), one]);
  const same = [...kept].flatMap(([file, list]) => {
    const now = existsSync(file) ? mutated(file, readFileSync(file, 'utf8'), 0).mutants : [];
    return codesOf(now) === codesOf(list.map(([, mutant]) => mutant)) ? list : [];
  });
  const keys = new Set(same.map(([key]) => key));
  const still = (list: readonly string[]) => new Set(list.filter((key) => keys.has(key)));
  return { mutants: new Map(same), reached: still(reached), noticed: still(noticed), read: still(read) };
}

/** What tests reach and notice of the mutants that a plugin puts into the code, by the ids of the mutants. */
async function triedBy(
  plugin: Plugin,
  include: string[],
  globalSetup: string[] = [],
): Promise<{ reached: Set<number>; noticed: Set<number> }> {
  const told = resolve('reports/ruleTests.jsonl');
  writeFileSync(told, '');
  process.env['RULE_MUTANTS_OUT'] = told;
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      include,
      globalSetup,
      runner: resolve('tests/model/mutation/ruleTests.ts'),
      reporters: ['dot'],
      isolate: false,
      fileParallelism: false,
      maxWorkers: 1,
      watch: false,
      // a mutant may never end
      testTimeout: 3000,
    },
    { plugins: [plugin] },
  );
  await vitest.close();
  const lines = readFileSync(told, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { near?: number[]; noticed?: number });
  rmSync(told);
  return {
    reached: new Set(lines.flatMap(({ near }) => near ?? [])),
    noticed: new Set(lines.flatMap(({ noticed }) => (noticed === undefined ? [] : [noticed]))),
  };
}

/**
 * Results of a group of the rule tests.
 * @param known mutants that paths have noticed, which the tests need not try
 */
async function byTests(
  isRule: RegExp,
  group: keyof typeof RULE_TESTS,
  known?: ReadonlySet<string>,
): Promise<Outcome> {
  const { plugin, mutants } = breaking(isRule, known);
  const globalSetup = group === 'onDatabase' ? ['tests/server/support/globalSetup.ts'] : [];
  const { reached, noticed } = await triedBy(plugin, testsOf(group), globalSetup);
  // a file that no test loads counts too
  const loaded = new Set(mutants.map(({ file }) => file));
  for (const file of git('ls-files', 'server', 'contract'))
    if (SERVER.test(file) && !loaded.has(file) && onlyFiles?.has(file) !== false)
      mutants.push(...mutated(file, readFileSync(file, 'utf8'), mutants.length).mutants);
  return outcomeOf(mutants, reached, noticed);
}

/** Results of the unit tests that render views. */
async function byViewTests(sample: Sample | null): Promise<Outcome> {
  const { plugin, mutants } = brokenSources((file) => VIEW.test(file), VIEWS, sample);
  const tests = git('grep', '-lE', String.raw`src/ui/.*\.tsx`, '--', ':(glob)tests/unit/**/*.test.ts');
  const { reached, noticed } = await triedBy(plugin, tests);
  return outcomeOf(mutants, reached, noticed);
}

/** Writes the report of views or of statements. */
function keep(name: string, { text, total, files }: ReturnType<typeof partOf>): void {
  writeFileSync(`reports/${name}.md`, text);
  writeFileSync(`reports/${name}.json`, JSON.stringify({ total, files }, null, 2));
  console.log(text);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      machine: { type: 'string', multiple: true },
      server: { type: 'boolean' },
      tests: { type: 'boolean' },
      changed: { type: 'boolean' },
      views: { type: 'boolean' },
      sql: { type: 'boolean' },
      own: { type: 'boolean', default: false },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const sample =
    values.sample === undefined ? null : { count: Number(values.sample), seed: Number(values.seed) };
  if (values.views === true || values.sql === true) {
    mkdirSync('reports', { recursive: true });
    if (values.views === true)
      keep(
        'viewMutants',
        partOf('What views print', () => true, null, await byViewTests(sample)),
      );
    if (values.sql === true)
      keep(
        'sqlMutants',
        partOf('Conditions of statements', () => true, null, await byServerTests(sample, values.own)),
      );
    return;
  }
  if (values.changed === true) onlyFiles = filesOfLastCommit();
  mkdirSync('reports', { recursive: true });
  const paths =
    values.server === true ? null : values.tests === true ? lastByPaths() : await byPaths(values.machine);
  const isWhole = values.machine === undefined && values.changed !== true && values.tests !== true;
  if (paths !== null && isWhole) keepByPaths(paths);
  const isRule = values.server === true ? SERVER : new RegExp(`${SERVER.source}|${MACHINES.source}`);
  const tests =
    values.machine === undefined
      ? together(await byTests(isRule, 'pure', paths?.noticed), await byTests(SERVER, 'onDatabase'))
      : null;
  const parts = [
    ...(paths === null ? [] : [partOf('Rules of the machines', (file) => MACHINES.test(file), paths, tests)]),
    ...(tests === null ? [] : [partOf('Rules of the server', (file) => SERVER.test(file), null, tests)]),
  ];
  const report = ['# Broken rules that are noticed', '', ...parts.map(({ text }) => text)].join('\n');
  writeFileSync('reports/ruleMutants.md', report);
  writeFileSync(
    'reports/ruleMutants.json',
    JSON.stringify(
      parts.map(({ total, files }) => ({ total, files })),
      null,
      2,
    ),
  );
  console.log(report);
  if (isWhole && parts.some(({ total }) => total.noticed < LEAST * total.all)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
