/**
 * `npm run mutants`: mutates every machine (guards negated, always true, always false; transitions dropped or
 * redirected; actions, invoked actors and tags removed) and replays its generated paths on each mutant.
 *   reports/mutants.md, reports/mutants.json   mutation score, and each survivor
 * `-- --machine NAME` mutates one machine only. Exits with 1 below 97 %. Each machine has a process of its own, as many at a time as
 * there are cores: what broken machines leave behind goes with it.
 */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { models } from '../../tests/model/session/models.ts';
import { killedBy } from '../../tests/model/mutation/mutants.ts';

const LEAST = 0.97;
const percent = (killed: number, all: number) => `${((100 * killed) / all).toFixed(1)}%`;

type Found = { name: string } & Awaited<ReturnType<typeof killedBy>>;

/** The result of a machine, by a process of its own. */
const foundApart = (name: string): Promise<Found> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['--machine', name, '--told']);
    child.on('message', (found) => resolve(found as Found));
    child.on('exit', () => reject(new Error(`${name} ended without a result`)));
  });

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { machine: { type: 'string' }, told: { type: 'boolean' } } });
  const chosen = models.filter(({ name }) => values.machine === undefined || name === values.machine);
  if (chosen.length === 0)
    throw new Error(`no machine ${values.machine}: ${models.map(({ name }) => name).join(', ')}`);
  // mutated machines log warnings
  console.warn = () => {};
  if (values.told === true) {
    process.send!({ name: chosen[0]!.name, ...(await killedBy(chosen[0]!)) });
    return;
  }
  const left = chosen.entries();
  const found: Found[] = [];
  const lane = async () => {
    for (const [at, { name }] of left) {
      found[at] = await foundApart(name);
      console.log(`${name}: ${found[at].killed} of ${found[at].all}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const killed = found.reduce((sum, one) => sum + one.killed, 0);
  const all = found.reduce((sum, one) => sum + one.all, 0);
  const report = [
    '# Mutants that the generated paths notice',
    '',
    '| machine | noticed | mutants | share |',
    '|---|---|---|---|',
    ...found.map((one) => `| ${one.name} | ${one.killed} | ${one.all} | ${percent(one.killed, one.all)} |`),
    `| total | ${killed} | ${all} | ${percent(killed, all)} |`,
    '',
    'Not noticed:',
    '',
    ...found.flatMap((one) => one.survivors.map((what) => `- ${what}`)),
    '',
  ].join('\n');
  mkdirSync('reports', { recursive: true });
  if (values.machine === undefined) {
    writeFileSync('reports/mutants.md', report);
    const machines = Object.fromEntries(found.map(({ name, ...figures }) => [name, figures]));
    writeFileSync(
      'reports/mutants.json',
      `${JSON.stringify({ total: { killed, all }, machines }, null, 1)}\n`,
    );
  }
  console.log(report);
  if (killed < all * LEAST) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
