import { availableParallelism } from 'node:os';
import type { Database } from '../../database/open.ts';
import { fillRows, rowsOf } from '../../search/scenes.fill.ts';
import { beginBatch, hasSimulatedBatch } from '../../search/scenes.store.ts';
import { openThread } from '../../base/thread.ts';
import { simulation, type ArchivePlan } from './simulate.ts';

/** A task for a thread: to draw a part, which is answered by its numbers of replies and scenes, or to hand over the next reply. */
export type DrawTask =
  | { kind: 'draw'; batchId: number; plan: ArchivePlan; size: number | undefined; part: number }
  | { kind: 'next' };

/** Each keeps the rows of two parts, some 120 MB. */
const THREADS_MAX = 8;

/** The rows of a large archive: its parts in their order, drawn by as many threads as there are cores. */
async function* drawnRows(
  batchId: number,
  plan: ArchivePlan,
  size: number | undefined,
  onMade: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const { parts } = simulation(plan, size);
  const work = new URL('archive.worker.ts', import.meta.url);
  const count = Math.min(parts, THREADS_MAX, availableParallelism());
  const threads = Array.from({ length: count }, () => openThread<DrawTask>(work, 'simulation', true));
  const drawing: Promise<Uint8Array>[] = [];
  const draw = (part: number): void => {
    if (part >= parts) return;
    drawing[part] = threads[part % count]!.ask({ kind: 'draw', batchId, plan, size, part });
    // it is waited for when it is this part's turn
    drawing[part].catch(() => undefined);
  };
  let made = 0;
  try {
    for (let part = 0; part < count; part++) draw(part);
    for (let part = 0; part < parts; part++) {
      const [replies = 0, scenes = 0] = new Uint32Array((await drawing[part]!).slice().buffer);
      draw(part + count);
      for (let reply = 0; reply < replies; reply++) yield await threads[part % count]!.ask({ kind: 'next' });
      made += scenes;
      onMade(made);
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

export interface ArchiveDeps {
  db: Database;
  config: { scenes: number; seed: number };
  /** The archive ends on the current day (decision 27). */
  clock: { now(): Date };
  /** Called with the number of stored scenes and of all scenes. */
  onProgress?: (stored: number, total: number) => void;
}

/**
 * Fills an empty archive with simulated scenes, in one transaction. A crash leaves nothing behind; of two
 * processes that start together, the second waits and finds it filled.
 * @param size scenes of a part; threads draw an archive of several
 * @returns the number of scenes made; 0 if the archive isn't empty or none are requested
 */
export async function ensureArchive(
  { db, config, clock, onProgress }: ArchiveDeps,
  size?: number,
): Promise<number> {
  if (config.scenes === 0 || (await hasSimulatedBatch(db.pool))) return 0;
  const lastDay = clock.now().toISOString().slice(0, 10);
  const made = await db.transaction(async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtext('groundtrack simulated archive'))");
    if (await hasSimulatedBatch(client)) return 0;
    const batch = await beginBatch(client, {
      kind: 'simulated',
      source: 'simulated constellation',
      seed: String(config.seed),
      lastDay,
    });
    const plan = { seed: config.seed, lastDay, count: config.scenes };
    const onMade = (stored: number) => onProgress?.(stored, config.scenes);
    const { parts, scenesOf } = simulation(plan, size);
    await fillRows(
      client,
      parts === 1 ? rowsOf(batch, scenesOf(0), onMade) : drawnRows(batch, plan, size, onMade),
    );
    return config.scenes;
  });
  // gives the query planner statistics for the first search
  if (made > 0) await db.pool.query('analyze scenes');
  return made;
}
