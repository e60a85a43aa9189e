/**
 * `npm run mutants:rules`: mutates comparisons, conditions, arithmetic and constants of the rules one by one,
 * and measures which mutants are killed by the generated paths (rules of src/machines) and by the rule tests
 * that need no database (those rules and the server's). Writes reports/ruleMutants.md and
 * reports/ruleMutants.json.
 * `-- --machine NAME` replays the paths of one machine only (repeatable), `-- --server` mutates only the
 * server's rules, `-- --tests` runs only the tests, `-- --changed` mutates only the files of the last commit.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'vite';
import { startVitest } from 'vitest/node';
import { equalBecause } from '../tests/model/mutation/equalMutants.ts';
import type * as RuleRun from '../tests/model/mutation/ruleRun.ts';
import { mutated, type SourceMutant } from '../tests/model/mutation/sourceMutants.ts';

const FOLDER = resolve('reports/ruleMutants');
const MACHINES = /^src\/machines\/(?!.*\.selectors\.ts$)/;
const SERVER = /^(?:server\/rules\/|contract\/(?:orders\/price|imageryPrice|limits)\.ts$)/;
/** Tests of rules, without a database, service or page. */
const RULE_TESTS = [
  'tests/unit/*/*.rules.test.ts',
  'tests/unit/*/{days,entryReading,exports,imageryExport,passes,price,quote,upload,upload.machine}.test.ts',
  'tests/unit/*/{orderRefusals,relaxations,serverNames,specification}.test.ts',
  'tests/server/orders/{pricing,priceTable,lifecycle}.test.ts',
];

/** A mutant by its index in its file, the same in every run. */
type Key = string;
interface Outcome {
  mutants: Map<Key, SourceMutant>;
  reached: Set<Key>;
  noticed: Set<Key>;
  /** Evaluated on load, before a mutant is selected: constants, which `npm run mutants` mutates. */
  read: Set<Key>;
}

/** The files to mutate; null for all. */
let onlyFiles: ReadonlySet<string> | null = null;
const filesOfLastCommit = () =>
  new Set(execFileSync('git', ['diff', '--name-only', 'HEAD~1'], { encoding: 'utf8' }).split('\n'));

/** A plugin that mutates the matching files, and the mutants it has made, by id. */
function breaking(isRule: RegExp): { plugin: Plugin; mutants: SourceMutant[] } {
  const mutants: SourceMutant[] = [];
  const plugin: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    transform(text, id) {
      const file = relative(process.cwd(), id);
      if (!isRule.test(file) || onlyFiles?.has(file) === false) return null;
      const found = mutated(file, text, mutants.length);
      mutants.push(...found.mutants);
      return { code: found.code, map: null };
    },
  };
  return { plugin, mutants };
}

function outcomeOf(
  mutants: readonly SourceMutant[],
  reached: Set<number>,
  noticed: Set<number>,
  read = new Set<number>(),
): Outcome {
  const firsts = new Map<string, number>();
  for (const { file, id } of mutants) if (!firsts.has(file)) firsts.set(file, id);
  const keyOf = ({ file, id }: SourceMutant) => `${file} ${id - (firsts.get(file) ?? 0)}`;
  const keysOf = (ids: Set<number>) => new Set(mutants.filter(({ id }) => ids.has(id)).map(keyOf));
  return {
    mutants: new Map(mutants.map((one) => [keyOf(one), one])),
    reached: keysOf(reached),
    noticed: keysOf(noticed),
    read: keysOf(read),
  };
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

/** Results of the rule tests. */
async function byTests(isRule: RegExp): Promise<Outcome> {
  const { plugin, mutants } = breaking(isRule);
  const told = resolve('reports/ruleTests.jsonl');
  writeFileSync(told, '');
  process.env['RULE_MUTANTS_OUT'] = told;
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      include: RULE_TESTS,
      runner: resolve('tests/model/mutation/ruleTests.ts'),
      reporters: ['dot'],
      isolate: false,
      fileParallelism: false,
      maxWorkers: 1,
      watch: false,
      testTimeout: 3000,
    },
    { plugins: [plugin] },
  );
  await vitest.close();
  // a file that no test loads counts too
  const loaded = new Set(mutants.map(({ file }) => file));
  for (const file of execFileSync('git', ['ls-files', 'server/rules', 'contract'], {
    encoding: 'utf8',
  }).split('\n'))
    if (file !== '' && SERVER.test(file) && !loaded.has(file) && onlyFiles?.has(file) !== false)
      mutants.push(...mutated(file, readFileSync(file, 'utf8'), mutants.length).mutants);
  const lines = readFileSync(told, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { near?: number[]; noticed?: number });
  rmSync(told);
  const ids = (pick: (line: (typeof lines)[number]) => number[]) => new Set(lines.flatMap(pick));
  return outcomeOf(
    mutants,
    ids(({ near }) => near ?? []),
    ids(({ noticed }) => (noticed === undefined ? [] : [noticed])),
  );
}

interface Row {
  paths: number;
  noticed: number;
  equal: number;
  all: number;
}
const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`);
const lineOf = ({ file, line, was, is }: SourceMutant) =>
  `${file}:${line} \`${was.replaceAll(/\s+/g, ' ').slice(0, 90)}\` → \`${is.replaceAll(/\s+/g, ' ').slice(0, 90)}\``;

/** The report of one part: a table by file, the survivors, and the equivalent mutants. */
function partOf(
  title: string,
  isPart: (file: string) => boolean,
  paths: Outcome | null,
  tests: Outcome | null,
) {
  const rows = new Map<string, Row>();
  const [missed, untold, equal]: [string[], string[], string[]] = [[], [], []];
  const mutants = new Map([...(tests?.mutants ?? []), ...(paths?.mutants ?? [])]);
  for (const [key, mutant] of [...mutants].filter(([, { file }]) => isPart(file))) {
    const row = rows.get(mutant.file) ?? { paths: 0, noticed: 0, equal: 0, all: 0 };
    rows.set(mutant.file, row);
    const isByPath = paths?.noticed.has(key) === true;
    const isNoticed = isByPath || tests?.noticed.has(key) === true;
    const isReached = paths?.reached.has(key) === true || tests?.reached.has(key) === true;
    const isConstant = paths?.read.has(key) === true && !isReached;
    const because = isConstant ? 'computed once, while the machine is read' : equalBecause(mutant);
    if (because !== null && !isNoticed) {
      row.equal += 1;
      equal.push(`- ${lineOf(mutant)}: ${because}`);
      continue;
    }
    row.all += 1;
    row.paths += isByPath ? 1 : 0;
    row.noticed += isNoticed ? 1 : 0;
    if (isNoticed && !isByPath && paths !== null) untold.push(`- ${lineOf(mutant)}`);
    if (!isNoticed) missed.push(`- ${isReached ? '' : '(nobody comes by) '}${lineOf(mutant)}`);
  }
  const sum = (field: keyof Row) => [...rows.values()].reduce((all, row) => all + row[field], 0);
  const total = { paths: sum('paths'), noticed: sum('noticed'), equal: sum('equal'), all: sum('all') };
  const cells = (name: string, row: Row) =>
    `| ${name} | ${row.paths} | ${row.noticed} | ${row.all} | ${share(row.paths, row.all)} | ${share(row.noticed, row.all)} | ${row.equal} |`;
  const text = [
    `## ${title}`,
    '',
    '| file | noticed by paths | by paths or rule tests | mutants | by paths | by both | change nothing |',
    '|---|---|---|---|---|---|---|',
    ...[...rows].map(([file, row]) => cells(file, row)),
    cells('total', total),
    '',
    'Not noticed:',
    '',
    ...missed,
    '',
    ...(untold.length === 0 ? [] : ['Noticed by rule tests alone:', '', ...untold, '']),
    'Change nothing that can be seen:',
    '',
    ...equal,
    '',
  ].join('\n');
  return { text, total, files: Object.fromEntries(rows) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      machine: { type: 'string', multiple: true },
      server: { type: 'boolean' },
      tests: { type: 'boolean' },
      changed: { type: 'boolean' },
    },
  });
  if (values.changed === true) onlyFiles = filesOfLastCommit();
  mkdirSync('reports', { recursive: true });
  const paths = values.server === true || values.tests === true ? null : await byPaths(values.machine);
  const isRule = values.server === true ? SERVER : new RegExp(`${SERVER.source}|${MACHINES.source}`);
  const tests = values.machine === undefined ? await byTests(isRule) : null;
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
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
