import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { mutated, type Operator, type SourceMutant } from '../../tests/model/mutation/sourceMutants.ts';
import { shuffled } from '../../tests/model/paths/replay/repeat.ts';

export interface Sample {
  count: number;
  seed: number;
}

/** Lines that git prints. */
export const git = (...words: string[]): string[] =>
  execFileSync('git', words, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** As many mutants as a sample says, in the order of the sources; without one all. */
export const sampleOf = (all: readonly SourceMutant[], sample: Sample | null): SourceMutant[] =>
  shuffled(all, sample?.seed ?? 0)
    .slice(0, sample?.count)
    .toSorted((one, other) => one.id - other.id);

/** The mutants of all sources of a kind, or a sample of them, and a plugin that puts them into the code. */
export function brokenSources(
  isSource: (file: string) => boolean,
  operator: Operator,
  sample: Sample | null,
): { plugin: Plugin; mutants: SourceMutant[] } {
  const all: SourceMutant[] = [];
  const firsts = new Map<string, number>();
  for (const file of git('ls-files').filter(isSource)) {
    firsts.set(file, all.length);
    all.push(...mutated(file, readFileSync(file, 'utf8'), all.length, undefined, operator).mutants);
  }
  const mutants = sampleOf(all, sample);
  const chosen = new Set(mutants.map(({ id }) => id));
  const plugin: Plugin = {
    name: 'broken sources',
    enforce: 'pre',
    transform(text, path) {
      const file = relative(process.cwd(), path);
      const first = firsts.get(file);
      if (first === undefined) return null;
      const { code } = mutated(file, text, first, (index) => !chosen.has(first + index), operator);
      return { code, map: null };
    },
  };
  return { plugin, mutants };
}
