/**
 * `npm run corpora -- [--accepted FILE] FOLDER …`: reads every geometry file below the folders as an upload does, and every
 * line of their .wkt files as the coordinate dialog does, and compares areas and places with GDAL and PostGIS where they are
 * installed. Prints the agreements and differences, writes reports/corpora.md, and exits with 1 if there are differences
 * that the file of accepted ones, a name a line, doesn't have.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openThreads } from '../../server/base/thread.ts';
import { formatOf } from '../../src/geo/read/readAoiFile.ts';
import { DIFFERENCES, outcomeOf, type Judgement, type Outcome, type Reading } from './comparing.ts';
import { openJudges } from './judging.ts';
import type { ReadingTask } from './reading.worker.ts';

/** Time for a file, ms; one that takes longer is stopped. */
const BUDGET_MS = 20_000;
const REPORT = 'reports/corpora.md';

interface Row {
  name: string;
  outcome: Outcome;
  reading: Reading;
  judgement: Judgement;
}

const { values, positionals: folders } = parseArgs({
  options: { accepted: { type: 'string' } },
  allowPositionals: true,
});
if (folders.length === 0) {
  console.error('Which folders? npm run corpora -- [--accepted FILE] FOLDER …');
  process.exit(2);
}
const accepted = new Set(
  values.accepted === undefined ? [] : (await readFile(values.accepted, 'utf8')).split('\n'),
);

const work = new URL('reading.worker.ts', import.meta.url);
const thread = openThreads<ReadingTask>(work, 'reading', { count: 1, budgetMs: BUDGET_MS });
const judges = await openJudges();

async function rowOf(name: string, task: ReadingTask): Promise<Row> {
  const reading = await thread.ask(task).then(
    (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Reading,
    (error: unknown): Reading => ({ stopped: error instanceof Error ? error.message || error.name : '?' }),
  );
  const judgement = await ('wkt' in task ? judges.wkt(task.wkt) : judges.file(task.file));
  return { name, outcome: outcomeOf(reading, judgement), reading, judgement };
}

async function* tasksOf(folder: string): AsyncGenerator<[name: string, task: ReadingTask]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) {
    if (formatOf(file) !== null) yield [file, { file }];
    if (!/\.wkt$/i.test(file)) continue;
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const [at, line] of lines.entries())
      if (line.trim() !== '') yield [`${file}:${at + 1}`, { wkt: line.trim() }];
  }
}

const textOf = (reading: Reading): string => {
  if ('stopped' in reading) return reading.stopped;
  if ('asked' in reading) return `asks: ${reading.asked.join(' or ')}`;
  if ('refused' in reading) return `refused: ${reading.refused}`;
  const { areaKm2, bounds, changes } = reading;
  return [`${areaKm2.toPrecision(7)} km²`, bounds.join(' '), ...changes].join(', ');
};
const judgementText = (judgement: Judgement): string =>
  judgement === null
    ? 'not read, or not one feature of polygons'
    : `${judgement.areaKm2.toPrecision(7)} km², ${judgement.bounds.join(' ')}${judgement.isValid ? '' : ', made valid'}`;

const rows: Row[] = [];
try {
  for (const folder of folders)
    for await (const [name, task] of tasksOf(folder)) rows.push(await rowOf(name, task));
} finally {
  await thread.close();
  await judges.close();
}
const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
const summary = [...new Set(rows.map(({ outcome }) => outcome))].map((one) => `${count(one)} ${one}`);
const line = `${rows.length} read beside ${judges.names.join(' and ') || 'nothing'}: ${summary.join(', ')}`;
const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
await mkdir('reports', { recursive: true });
await writeFile(
  REPORT,
  `# Corpora\n\n${line}\n\n| file | outcome | the portal | the others |\n|---|---|---|---|\n${rows
    .filter(({ outcome }) => outcome !== 'agree' && outcome !== 'both refuse')
    .map(({ name, outcome, reading, judgement }) =>
      ['', name, outcome, textOf(reading), judgementText(judgement), ''].map(cell).join(' | ').trim(),
    )
    .join('\n')}\n`,
);
const differing = rows.filter(({ name, outcome }) => DIFFERENCES.has(outcome) && !accepted.has(name));
for (const { name, outcome, reading, judgement } of differing)
  console.log(
    `${outcome}: ${name}\n  the portal: ${textOf(reading)}\n  the others: ${judgementText(judgement)}`,
  );
console.log(line);
console.log(`see ${REPORT}`);
process.exit(differing.length === 0 ? 0 : 1);
