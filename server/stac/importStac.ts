import path from 'node:path';
import type pg from 'pg';
import type { Database } from '../db/connection/open.ts';
import type { NewScene } from '../db/search/scenes.ts';
import { beginBatch, dropEmptyBatch, storeScenes } from '../db/search/scenes.store.ts';
import { isCatalogueFrame, ItemRefusal, sceneOfItem } from './stacItem.ts';
import { importFiles, readValues, type FoundValue } from './stacReader.ts';

interface RefusedItem {
  id: string | null;
  file: string;
  /** The line in an ndjson file, else the position in the file's list, from 1. */
  place: number;
  reason: string;
}

/** The outcome of an import. */
export interface ImportReport {
  /** Imported Items: inserted, updated and unchanged. */
  accepted: number;
  inserted: number;
  updated: number;
  unchanged: number;
  refusedCount: number;
  /** The first refused Items, at most REFUSED_KEPT. */
  refused: RefusedItem[];
}

const REFUSED_KEPT = 1_000;
/** Scenes per insert. */
const CHUNK = 1_000;

export interface ImportDeps {
  db: Database;
  /** An ndjson file, a FeatureCollection, a single Item, or a folder of them. */
  path: string;
  /** Called with the bytes read, the total bytes, and the report so far. */
  onProgress?: (readBytes: number, totalBytes: number, report: Readonly<ImportReport>) => void;
}

/** Collects scenes and stores them in chunks; a product id occurs once per chunk. */
class Intake {
  readonly #client: pg.PoolClient;
  readonly #batch: number;
  readonly #report: ImportReport;
  #chunk = new Map<string, NewScene>();
  #storing: Promise<void> = Promise.resolve();

  constructor(client: pg.PoolClient, batch: number, report: ImportReport) {
    this.#client = client;
    this.#batch = batch;
    this.#report = report;
  }

  async add(scene: NewScene): Promise<void> {
    // a repeated id is a newer version of the same Item
    if (this.#chunk.has(scene.facts.productId)) await this.flush();
    this.#chunk.set(scene.facts.productId, scene);
    if (this.#chunk.size >= CHUNK) await this.flush();
  }

  /** Starts storing the chunk while the next one is read. */
  async flush(): Promise<void> {
    await this.#storing;
    if (this.#chunk.size === 0) return;
    this.#storing = this.#store([...this.#chunk.values()]);
    // suppresses the unhandled rejection; the next flush throws it
    this.#storing.catch(() => undefined);
    this.#chunk = new Map();
  }

  /** Waits until everything is stored. */
  async end(): Promise<void> {
    await this.flush();
    await this.#storing;
  }

  async #store(scenes: readonly NewScene[]): Promise<void> {
    const stored = await storeScenes(this.#client, this.#batch, scenes);
    this.#report.accepted += scenes.length;
    this.#report.inserted += stored.inserted;
    this.#report.updated += stored.updated;
    this.#report.unchanged += stored.unchanged;
  }
}

function refuse(report: ImportReport, found: FoundValue, error: ItemRefusal): void {
  report.refusedCount++;
  if (report.refused.length < REFUSED_KEPT)
    report.refused.push({ id: error.id, file: found.file, place: found.place, reason: error.message });
}

function sceneOrRefusal(found: FoundValue, root: string): NewScene | ItemRefusal {
  if (found.value === undefined) return new ItemRefusal(null, 'not JSON');
  try {
    return sceneOfItem(found.value, { root, file: found.file });
  } catch (error) {
    if (error instanceof ItemRefusal) return error;
    throw error;
  }
}

/**
 * Decision 27: imports STAC Items in one transaction, so that a crash leaves nothing behind. Repeated imports
 * skip unchanged Items and update changed ones.
 * @returns the number of imported Items, and the refused ones with their reasons
 * @throws Error if the file can't be read
 */
export async function importStac({ db, path: target, onProgress }: ImportDeps): Promise<ImportReport> {
  const { files, root, bytes } = await importFiles(path.resolve(target));
  const report: ImportReport = {
    accepted: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    refusedCount: 0,
    refused: [],
  };
  await db.transaction(async (client) => {
    const batch = await beginBatch(client, { kind: 'imported', source: path.resolve(target), root });
    const intake = new Intake(client, batch, report);
    let count = 0;
    for await (const found of readValues(files)) {
      if (++count % CHUNK === 0) onProgress?.(found.bytesRead, bytes, report);
      if (isCatalogueFrame(found.value)) continue;
      const scene = sceneOrRefusal(found, root);
      if (scene instanceof ItemRefusal) refuse(report, found, scene);
      else await intake.add(scene);
    }
    await intake.end();
    await dropEmptyBatch(client, batch);
  });
  onProgress?.(bytes, bytes, report);
  // gives the query planner statistics for the first search
  if (report.inserted > 0) await db.pool.query('analyze scenes');
  return report;
}
