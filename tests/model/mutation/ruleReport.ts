import { equalBecause } from './equalMutants.ts';
import type { SourceMutant } from './sourceMutants.ts';

/** A mutant by its index in its file, the same in every run. */
type Key = string;
export const keyOf = (file: string, index: number): Key => `${file} ${index}`;

export interface Outcome {
  mutants: Map<Key, SourceMutant>;
  reached: Set<Key>;
  noticed: Set<Key>;
  /** Evaluated on load, before a mutant is selected: constants, which `npm run mutants` mutates. */
  read: Set<Key>;
}

/** The outcome of a run whose mutants have these numbers. */
export function outcomeOf(
  mutants: readonly SourceMutant[],
  reached: Set<number>,
  noticed: Set<number>,
  read = new Set<number>(),
): Outcome {
  const firsts = new Map<string, number>();
  for (const { file, id } of mutants) if (!firsts.has(file)) firsts.set(file, id);
  const keyOfMutant = ({ file, id }: SourceMutant) => keyOf(file, id - (firsts.get(file) ?? 0));
  const keysOf = (ids: Set<number>) => new Set(mutants.filter(({ id }) => ids.has(id)).map(keyOfMutant));
  return {
    mutants: new Map(mutants.map((one) => [keyOfMutant(one), one])),
    reached: keysOf(reached),
    noticed: keysOf(noticed),
    read: keysOf(read),
  };
}

const union = <T>(one: Set<T>, other: Set<T>): Set<T> => new Set([...one, ...other]);

/** What two groups of tests reach and notice together. */
export const together = (one: Outcome, other: Outcome): Outcome => ({
  mutants: new Map([...one.mutants, ...other.mutants]),
  reached: union(one.reached, other.reached),
  noticed: union(one.noticed, other.noticed),
  read: union(one.read, other.read),
});

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
export function partOf(
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
