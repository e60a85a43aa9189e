import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Runs of each commit, one after the other in turns. */
const ROUNDS = 3;
/** What may get worse: the rest is noise, or said by the figures beside it. */
const WORSE = 0.05;
const FILE = 'lab/bench/results.json';

type Figures = ReadonlyMap<string, number>;

/** The numbers of a result by their names. */
function figuresOf(value: unknown, name: readonly string[] = []): [string, number][] {
  if (typeof value === 'number') return [[name.join(' · '), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => figuresOf(inner, [...name, key]));
}

/** Measures in a checkout, in a process of its own. */
function measured(checkout: string, names: readonly string[]): Figures {
  const file = path.join(checkout, FILE);
  const before = readFileSync(file);
  try {
    execFileSync('node_modules/.bin/tsx', ['lab/bench/run.ts', ...names], {
      cwd: checkout,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const results = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return new Map(names.flatMap((name) => figuresOf(results[name], [name])));
  } finally {
    writeFileSync(file, before);
  }
}

/** Gives a checkout its packages, these here where they are the same, and builds its client, which benches of earlier commits expect. */
function makeReady(checkout: string, commit: string): void {
  const { status } = spawnSync('git', ['diff', '--quiet', commit, '--', 'package-lock.json']);
  if (status === 0) symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'ignore' });
  execFileSync('npm', ['run', 'build'], { cwd: checkout, stdio: 'ignore' });
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};

/** Whether more of a figure is better, less, or neither. */
const directionOf = (name: string): 1 | -1 | 0 =>
  /PerSecond$|Speed$|[wW]ritten$/.test(name) ? 1 : /(?:Ms|Seconds|KB|MB|Task|p50|p95)$/.test(name) ? -1 : 0;

/**
 * Measures this checkout and another commit in turns, and prints the ratios of the medians.
 * @returns the figures that got worse by over 5 %
 */
export function compareWith(commit: string, names: readonly string[]): string[] {
  const checkout = mkdtempSync(path.join(tmpdir(), 'groundtrack-against-'));
  execFileSync('git', ['worktree', 'add', '--detach', '--force', checkout, commit], { stdio: 'ignore' });
  try {
    makeReady(checkout, commit);
    const rounds = Array.from({ length: ROUNDS }, (_, round) => {
      // each goes first now and then
      const order = round % 2 === 0 ? [checkout, '.'] : ['.', checkout];
      const found = new Map(order.map((one) => [one, measured(one, names)]));
      return { before: found.get(checkout)!, now: found.get('.')! };
    });
    const figures = [...rounds[0]!.now.keys()].filter((name) => directionOf(name) !== 0);
    const worse: string[] = [];
    console.log(`| figure | ${commit} | now | ratio |\n|---|---|---|---|`);
    for (const name of figures) {
      const [before, now] = (['before', 'now'] as const).map((when) =>
        median(rounds.flatMap((round) => round[when].get(name) ?? [])),
      );
      if (before === undefined || now === undefined || before === 0) continue;
      const ratio = now / before;
      const isWorse = directionOf(name) * Math.log(ratio) < -Math.log(1 + WORSE);
      if (isWorse) worse.push(name);
      console.log(`| ${name} | ${before} | ${now} | ${ratio.toFixed(2)}${isWorse ? ' worse' : ''} |`);
    }
    return worse;
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', checkout]);
    rmSync(checkout, { recursive: true, force: true });
  }
}
