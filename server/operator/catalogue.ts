import { closeSync, openSync, writeSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { importStac, type ImportReport, type ItemNote } from '../stac/importStac.ts';
import { beginArchive, fillArchive, growArchive } from '../simulator/archive/archive.ts';
import { countScenes } from '../search/scenes.ts';
import { progressLine } from '../base/progress.ts';
import {
  counted,
  OperatorError,
  textOption,
  wholeNumber,
  type Command,
  type CommandContext,
} from './command.ts';

async function status(context: CommandContext): Promise<void> {
  const { all, simulated } = await countScenes(context.deps.db);
  context.print(`${counted(all, 'scene')}: ${simulated} simulated, ${all - simulated} imported`);
  context.print(
    `spatial search: ${context.deps.db.postgis ? 'PostGIS' : 'bounding boxes with an exact test'}`,
  );
}

/** Decision 27: simulates the archive in a database that was started without one, or lets it grow. */
async function simulate(context: CommandContext): Promise<void> {
  const { db, clock, config } = context.deps;
  const scenes = textOption(context, 'scenes');
  const seed = textOption(context, 'seed');
  const progress = progressLine('Preparing the archive', 'scenes', process.stderr);
  const wanted = {
    scenes: scenes === undefined ? config.scenes : wholeNumber(scenes, '--scenes', 1, 5_000_000),
    seed: seed === undefined ? config.seed : wholeNumber(seed, '--seed', 0, 2_147_483_647),
  };
  const before = await countScenes(db);
  const deps = { db, clock, config: wanted, onProgress: progress.show };
  if (!(await beginArchive(deps))) await growArchive(deps);
  await fillArchive(deps);
  progress.end();
  const made = (await countScenes(db)).simulated - before.simulated;
  context.print(
    made === 0
      ? `The archive has ${counted(before.simulated, 'simulated scene')} already.`
      : `${counted(made, 'scene')} created.`,
  );
}

/** Refusal reasons with their counts, the most frequent first, and the first Items of each. */
function refusalLines(report: ImportReport): string[] {
  const byReason = new Map<string, ImportReport['refused']>();
  for (const item of report.refused) byReason.set(item.reason, [...(byReason.get(item.reason) ?? []), item]);
  return [...byReason]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([reason, items]) => [
      `  ${items.length} × ${reason}`,
      ...items.slice(0, 3).map((item) => `      ${item.id ?? 'without an id'} (${item.file}, ${item.place})`),
    ]);
}

/** A file with one JSON line per note. @throws OperatorError if it can't be written */
function reportFile(file: string): { write: (note: ItemNote) => void; close: () => void } {
  try {
    const handle = openSync(file, 'w');
    return {
      write: (note) => writeSync(handle, `${JSON.stringify(note)}\n`),
      close: () => closeSync(handle),
    };
  } catch {
    throw new OperatorError(`cannot write the report file ${file}`);
  }
}

/** What an import did, or would do. */
function importLines(report: ImportReport): string[] {
  const { accepted, inserted, updated, unchanged, replaced, repaired, refusedCount, isKept } = report;
  const done = isKept ? 'imported' : 'good';
  return [
    `${counted(accepted, 'Item')} ${done}: ${inserted} new, ${updated} changed, ${unchanged} unchanged`,
    ...(replaced > 0 ? [`${counted(replaced, 'Item')} of these replaced an earlier one of the same id`] : []),
    ...(repaired > 0
      ? [
          `${counted(repaired, 'Item')} of these were repaired: a ring was closed, or its pole taken from the bbox`,
        ]
      : []),
    `${counted(refusedCount, 'Item')} refused`,
    ...refusalLines(report),
  ];
}

/** Decision 27: imports STAC Items from a file or folder. Idempotent. */
async function importItems(context: CommandContext): Promise<void> {
  const target = context.words[0] ?? '';
  const strict = context.options['strict'] === true;
  const dryRun = context.options['dry-run'] === true;
  await access(target, constants.R_OK).catch(() => {
    throw new OperatorError(`cannot read the file or folder ${target}`);
  });
  const reportName = textOption(context, 'report');
  const notes = reportName === undefined ? null : reportFile(reportName);
  const progress = progressLine('Reading', 'KB', process.stderr);
  const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);
  const report = await importStac({
    db: context.deps.db,
    satellites: context.deps.satellites,
    path: target,
    strict,
    dryRun,
    onProgress: (read, total) => progress.show(kilobytes(read), kilobytes(total)),
    ...(notes && { onNote: notes.write }),
  }).finally(() => {
    progress.end();
    notes?.close();
  });
  for (const line of importLines(report)) context.print(line);
  if (dryRun) context.print('Dry run: the archive is unchanged.');
  if (report.accepted === 0 || (strict && report.refusedCount > 0))
    throw new OperatorError('nothing was imported');
}

export const catalogueCommands: readonly Command[] = [
  {
    name: 'catalogue import',
    usage: 'FILE',
    meaning:
      'Imports STAC Items: ndjson, a FeatureCollection, an Item, or a folder of them; bad Items are refused',
    options: {
      strict: { type: 'boolean', meaning: 'imports nothing if an Item is refused' },
      'dry-run': { type: 'boolean', meaning: 'imports nothing and says what would be imported' },
      report: { type: 'string', meaning: 'a file for every refused or repaired Item, one JSON line each' },
    },
    run: importItems,
  },
  {
    name: 'catalogue status',
    meaning: 'Shows how many scenes the archive contains',
    run: status,
  },
  {
    name: 'catalogue simulate',
    meaning: 'Fills the archive from the simulated constellation, or fills it up',
    options: {
      scenes: { type: 'string', meaning: 'how many in all, SCENES when not given' },
      seed: { type: 'string', meaning: 'seed of a new one, SEED when not given' },
    },
    run: simulate,
  },
];
