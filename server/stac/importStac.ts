import path from 'node:path';
import type { Satellite } from '../../contract/settings.ts';
import type { Database } from '../database/open.ts';
import { beginBatch, dropEmptyBatch } from '../search/scenes.store.ts';
import { CHUNK, Intake, noCounts, type IntakeCounts } from './intake.ts';
import { keepCollections } from './queries/collections.ts';
import { isCatalogueFrame, ItemRefusal, sceneOfItem } from './stacItem.ts';
import { importFiles, readValues, type FoundValue } from './stacReader.ts';

/** An Item that was refused, or repaired before it was taken. */
export interface ItemNote {
  outcome: 'refused' | 'repaired';
  id: string | null;
  file: string;
  /** The line in an ndjson file, else the position in the file's list, from 1. */
  place: number;
  reason: string;
}

export interface ImportReport extends IntakeCounts {
  refusedCount: number;
  /** The first refused Items, at most REFUSED_KEPT. */
  refused: ItemNote[];
  /** Whether the archive was changed. */
  isKept: boolean;
}

const REFUSED_KEPT = 1_000;

export interface ImportDeps {
  db: Database;
  /** The satellites of the settings. */
  satellites: readonly Satellite[];
  /** An ndjson file, a FeatureCollection, a single Item, or a folder of them. */
  path: string;
  /** Keeps nothing if an Item is refused. */
  strict?: boolean;
  /** Keeps nothing: the report tells what an import would do. */
  dryRun?: boolean;
  /** Called with the bytes read, the total bytes, and the report so far. */
  onProgress?: (readBytes: number, totalBytes: number, report: Readonly<ImportReport>) => void;
  /** Called with every refused or repaired Item. */
  onNote?: (note: ItemNote) => void;
}

function sceneOrRefusal(
  found: FoundValue,
  root: string,
  satellites: readonly Satellite[],
): ReturnType<typeof sceneOfItem> | ItemRefusal {
  if (found.value === undefined) return new ItemRefusal(null, 'not JSON');
  try {
    return sceneOfItem(found.value, { root, file: found.file }, satellites);
  } catch (error) {
    if (error instanceof ItemRefusal) return error;
    throw error;
  }
}

/**
 * Decision 27: imports STAC Items in one transaction, so that a crash leaves nothing behind. A bad Item is refused and the
 * rest is imported. Repeated imports skip unchanged Items and update changed ones.
 * @returns the number of imported Items, and the refused ones with their reasons
 * @throws Error if the file can't be read
 */
export async function importStac(deps: ImportDeps): Promise<ImportReport> {
  const { db, path: target, onProgress } = deps;
  const { files, root, bytes } = await importFiles(path.resolve(target));
  const report: ImportReport = {
    ...noCounts(),
    refusedCount: 0,
    refused: [],
    isKept: true,
  };
  const note = (
    outcome: ItemNote['outcome'],
    { file, place }: FoundValue,
    id: string | null,
    reason: string,
  ) => {
    const one: ItemNote = { outcome, id, file, place, reason };
    deps.onNote?.(one);
    return one;
  };
  const refuse = (found: FoundValue, { id, message }: ItemRefusal): void => {
    const one = note('refused', found, id, message);
    report.refusedCount++;
    if (report.refused.length < REFUSED_KEPT) report.refused.push(one);
  };
  await db.transaction(async (client) => {
    await client.query('savepoint before_import');
    const batch = await beginBatch(client, { kind: 'imported', source: path.resolve(target), root });
    const repaired = (found: FoundValue, id: string, repair: string) => note('repaired', found, id, repair);
    const intake = new Intake(client, null, batch, report, { refuse, repaired });
    await intake.begin();
    let count = 0;
    for await (const found of readValues(files)) {
      if (++count % CHUNK === 0) onProgress?.(found.bytesRead, bytes, report);
      if (isCatalogueFrame(found.value)) {
        const { id, type } = found.value;
        if (type === 'Collection' && typeof id === 'string')
          await keepCollections(client, null, [{ id, document: found.value }]);
        continue;
      }
      const item = sceneOrRefusal(found, root, deps.satellites);
      if (item instanceof ItemRefusal) refuse(found, item);
      else await intake.add({ ...item, found });
    }
    await intake.end();
    report.isKept = deps.dryRun !== true && !(deps.strict === true && report.refusedCount > 0);
    if (report.isKept) await dropEmptyBatch(client, batch);
    else await client.query('rollback to savepoint before_import');
  });
  onProgress?.(bytes, bytes, report);
  // gives the query planner statistics for the first search
  if (report.isKept && report.inserted > 0) await db.pool.query('analyze scenes');
  return report;
}
