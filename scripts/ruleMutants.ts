/**
 * `npm run mutants:rules`: replaces comparisons, conditions, arithmetic and constants in src/machines one by one and replays the
 * generated paths that come by each. Writes reports/ruleMutants.md: the share that the paths notice, by file, and what they do not.
 * `-- --machine NAME` replays the paths of one machine only.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'vite';
import { mutated, type SourceMutant } from '../tests/model/sourceMutants.ts';
import type * as RuleRun from '../tests/model/ruleRun.ts';

const FOLDER = resolve('reports/ruleMutants');
const mutants: SourceMutant[] = [];

const mutating: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(text, id) {
    const file = relative(process.cwd(), id);
    if (!file.startsWith('src/machines/')) return null;
    const found = mutated(file, text, mutants.length);
    mutants.push(...found.mutants);
    return { code: found.code, map: null };
  },
};

async function bundled(): Promise<typeof RuleRun> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [mutating],
    build: { ssr: 'tests/model/ruleRun.ts', outDir: FOLDER, minify: false, emptyOutDir: true },
  });
  // what a machine computes while it is read is nobody's mutant
  Object.assign(globalThis, { __isMutant: () => false });
  return (await import(pathToFileURL(`${FOLDER}/ruleRun.js`).href)) as typeof RuleRun;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { machine: { type: 'string' } } });
  const { reaching, isNoticed } = await bundled();
  console.warn = () => {};
  const near = await reaching(values.machine);
  const files = new Map<string, { noticed: number; all: number; missed: string[] }>();
  for (const { id, file, line, was, is } of mutants) {
    const paths = near.get(id);
    if (paths === undefined && values.machine !== undefined) continue;
    const figures = files.get(file) ?? { noticed: 0, all: 0, missed: [] };
    files.set(file, figures);
    figures.all += 1;
    if (await isNoticed(id, paths ?? [])) figures.noticed += 1;
    else
      figures.missed.push(`${file}:${line} ${was.replaceAll(/\s+/g, ' ').slice(0, 80)} → ${is.slice(0, 80)}`);
  }
  const all = [...files.values()].reduce((sum, one) => sum + one.all, 0);
  const noticed = [...files.values()].reduce((sum, one) => sum + one.noticed, 0);
  const report = [
    '# Broken rules that the generated paths notice',
    '',
    '| file | noticed | mutants |',
    '|---|---|---|',
    ...[...files].map(([file, one]) => `| ${file} | ${one.noticed} | ${one.all} |`),
    `| total | ${noticed} | ${all} |`,
    '',
    'Not noticed:',
    '',
    ...[...files.values()].flatMap(({ missed }) => missed.map((what) => `- ${what.replaceAll('\n', ' ')}`)),
    '',
  ].join('\n');
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/ruleMutants.md', report);
  rmSync(FOLDER, { recursive: true, force: true });
  console.log(report);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
