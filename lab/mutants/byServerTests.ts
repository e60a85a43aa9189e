import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import type { SourceMutant } from '../../tests/model/mutation/sourceMutants.ts';
import { outcomeOf, type Outcome } from '../../tests/model/mutation/ruleReport.ts';
import { SQL } from '../../tests/model/mutation/sqlMutants.ts';
import { FILES_ONLY_IN_ALL } from '../../tests/suite.ts';
import { brokenSources, type Sample, sampleOf } from './brokenSources.ts';

/** What a test file reaches when nothing is broken. */
interface Reached {
  hash: string;
  /** Ids of the conditions of the statements that it executes. */
  near: number[];
  ms: number;
}
/** What is known: what each file reaches, and by which file a mutant was noticed. */
interface Known {
  /** The statements that it is about. */
  of: string;
  files: Record<string, Reached>;
  noticed: Record<number, { file: string; hash: string }>;
}
const REACHED = resolve('reports/sqlReached.json');
const OUT = resolve('reports/sqlTests.jsonl');
/** A broken statement may never end. */
const LONGEST_MS = 30_000;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const isServer = (file: string): boolean => /^server\/.*\.ts$/.test(file);

/** Starts the tests of the server on the embedded database, and runs none. */
async function serverTests(plugin: ReturnType<typeof brokenSources>['plugin']): Promise<Vitest> {
  const vitest = await createVitest(
    'test',
    {
      config: false,
      include: ['tests/server/**/*.test.ts'],
      exclude: FILES_ONLY_IN_ALL,
      globalSetup: ['tests/server/support/globalSetup.ts'],
      setupFiles: ['tests/unit/shared/seed.ts'],
      runner: resolve('tests/model/mutation/sqlTests.ts'),
      reporters: [{}],
      isolate: false,
      maxWorkers: 2,
      watch: false,
      expect: { poll: { timeout: 5000 } },
      testTimeout: LONGEST_MS,
      hookTimeout: 2 * LONGEST_MS,
    },
    { plugins: [plugin] },
  );
  await vitest.standalone();
  // the template of the databases is made here, by the same code
  Object.assign(globalThis, { __isMutant: () => false });
  return vitest;
}

/** Runs files with one mutant, or with none. @returns the files that failed, and how long each took */
async function ran(vitest: Vitest, files: readonly string[], chosen: number) {
  process.env['SQL_MUTANT'] = String(chosen);
  // a mutant is noticed once
  vitest.config.bail = chosen < 0 ? 0 : 1;
  process.env['SQL_MUTANTS_OUT'] = OUT;
  writeFileSync(OUT, '');
  const all = await vitest.globTestSpecifications();
  const { testModules } = await vitest.runTestSpecifications(
    all.filter(({ moduleId }) => files.includes(moduleId)),
  );
  // files of earlier runs are among them
  return testModules
    .filter(({ moduleId }) => files.includes(moduleId))
    .map((module) => ({ file: module.moduleId, isOk: module.ok(), ms: module.diagnostic().duration }));
}

/**
 * Which conditions the server's tests notice when they are left out. A file is run once unchanged, which tells what it reaches;
 * then each mutant is tried on the files that reach it, those of its subject first. What is known of a file is kept until the file
 * or a statement changes.
 * @param isOwnOnly whether other subjects' tests are left out
 */
export async function byServerTests(sample: Sample | null, isOwnOnly: boolean): Promise<Outcome> {
  mkdirSync('reports', { recursive: true });
  // all are in the code, so that what is reached is known for every sample
  const { plugin, mutants: all } = brokenSources(isServer, SQL, null);
  const mutants = sampleOf(all, sample);
  const of = hashOf(JSON.stringify(all.map(({ file, was, is }) => [file, was, is])));
  const kept = existsSync(REACHED) ? (JSON.parse(readFileSync(REACHED, 'utf8')) as Known) : null;
  const known: Known = kept?.of === of ? kept : { of, files: {}, noticed: {} };
  const { files } = known;
  const keep = () => writeFileSync(REACHED, JSON.stringify(known));
  const vitest = await serverTests(plugin);
  const tests = (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId);

  const hashes = new Map(tests.map((file) => [file, hashOf(readFileSync(file, 'utf8'))]));

  /** Runs the files of a list that are new or changed, so that it's known what they reach; nothing if one fails unchanged. */
  const learn = async (list: readonly string[]): Promise<void> => {
    const unknown = list.filter((file) => files[file]?.hash !== hashes.get(file));
    if (unknown.length === 0) return;
    const runs = await ran(vitest, unknown, -1);
    const lines = readFileSync(OUT, 'utf8').split('\n').slice(0, -1);
    const told = lines.map((line) => JSON.parse(line) as { filepath: string; near: number[] });
    for (const { file, isOk, ms } of runs) {
      if (!isOk) console.warn(`${file} fails unchanged, and is left out`);
      const near = isOk ? told.filter(({ filepath }) => filepath === file).flatMap((one) => one.near) : [];
      files[file] = { hash: hashes.get(file)!, near, ms };
    }
    keep();
  };
  /** The files of a list that reach a mutant, quick ones first. */
  const reaching = (mutant: SourceMutant, list: readonly string[]): string[] =>
    list
      .filter((file) => files[file]?.near.includes(mutant.id))
      .toSorted((one, other) => files[one]!.ms - files[other]!.ms);

  const [reached, noticed] = [new Set<number>(), new Set<number>()];
  for (const [at, mutant] of mutants.entries()) {
    const { id, file } = mutant;
    const folder = resolve('tests', file.split('/').slice(0, 2).join('/'));
    const own = tests.filter((test) => test.startsWith(folder));
    const others = isOwnOnly ? [] : tests.filter((test) => !own.includes(test));
    const before = known.noticed[id];
    if (before !== undefined && hashes.get(before.file) === before.hash) noticed.add(id);
    for (const list of [own, others]) {
      if (noticed.has(id)) break;
      await learn(list);
      const near = reaching(mutant, list);
      if (near.length === 0) continue;
      reached.add(id);
      const by = (await ran(vitest, near, id)).find(({ isOk }) => !isOk)?.file;
      if (by === undefined) continue;
      noticed.add(id);
      known.noticed[id] = { file: by, hash: hashes.get(by)! };
      keep();
    }
    const how = noticed.has(id) ? 'noticed' : reached.has(id) ? 'NOT noticed' : 'not reached';
    console.log(`${at + 1} of ${mutants.length}, ${file}:${mutant.line}: ${how}`);
  }
  await vitest.close();
  rmSync(OUT, { force: true });
  return outcomeOf(mutants, reached, noticed);
}
