import type pg from 'pg';
import type { Database } from '../../database/open.ts';
import { compactCoverage } from '../../search/coverage.queries.ts';
import { fillRows } from '../../search/scenes.fill.ts';
import { beginBatch, hasSimulatedBatch } from '../../search/scenes.store.ts';
import { openThread, type Thread } from '../../base/thread.ts';
import type { ArchivePlan } from './simulate.ts';

/** A task for the thread: to draw scenes, which is answered by its numbers of replies and scenes and by the next task of the log, or to hand over the next reply. */
export type DrawTask =
  | { kind: 'draw'; batchId: number; plan: ArchivePlan; task: number; most: number }
  | { kind: 'next' };

/** Scenes that are there before the portal is ready, and of each later step. */
const STEP = 20_000;
const LOCK = "select pg_advisory_xact_lock(hashtext('groundtrack simulated archive'))";

export interface ArchiveDeps {
  db: Database;
  config: { scenes: number; seed: number };
  /** The archive ends on the current day (decision 27). */
  clock: { now(): Date };
  /** Called with the number of stored scenes and of those to be stored. */
  onProgress?: (stored: number, total: number) => void;
  /** Scenes of a step, STEP if absent. */
  scenesAtOnce?: number;
}

/** How far the simulated archive is filled. */
interface Fill extends ArchivePlan {
  batchId: number;
  /** The scenes that it has, and is to have. */
  stored: number;
  wanted: number;
  /** The next task of the operators' log. */
  task: number;
}

/** @returns null if the archive has no simulated scenes, or the number that it wanted */
async function openFill(client: pg.Pool | pg.PoolClient): Promise<Fill | null> {
  const { rows } = await client.query<Fill>(
    `select id as "batchId", seed::int as seed, to_char(last_day, 'YYYY-MM-DD') as "lastDay", stored, wanted, task
     from scene_batches where kind = 'simulated' and stored < wanted`,
  );
  return rows[0] ?? null;
}

/** Draws and stores the next scenes in the caller's transaction. @returns the fill after them */
async function step(
  client: pg.PoolClient,
  thread: Thread<DrawTask>,
  fill: Fill,
  scenesAtOnce = STEP,
): Promise<Fill> {
  const { batchId, seed, lastDay, task, stored, wanted } = fill;
  const most = Math.min(scenesAtOnce, wanted - stored);
  const reply = await thread.ask({ kind: 'draw', batchId, plan: { seed, lastDay }, task, most });
  const [replies = 0, , next = 0] = new Uint32Array(reply.slice().buffer);
  async function* rows() {
    for (let at = 0; at < replies; at++) yield await thread.ask({ kind: 'next' });
  }
  const added = await fillRows(client, rows());
  const after = { ...fill, stored: stored + added, task: next };
  await client.query('update scene_batches set stored = $2, task = $3 where id = $1', [
    batchId,
    after.stored,
    after.task,
  ]);
  return after;
}

/** @param isLong whether others' work comes first */
async function withThread<T>(isLong: boolean, run: (thread: Thread<DrawTask>) => Promise<T>): Promise<T> {
  const thread = openThread<DrawTask>(
    new URL('archive.worker.ts', import.meta.url),
    'simulation',
    isLong ? 'long' : 'short',
    { keepsState: true },
  );
  try {
    return await run(thread);
  } finally {
    await thread.close();
  }
}

/**
 * Stores the first scenes of the simulated archive, in one transaction, unless there are some. A crash leaves nothing behind;
 * of two processes that start together, the second waits and finds them.
 * @returns whether it did; false if the archive was there or is to have none
 */
export async function beginArchive({
  db,
  config,
  clock,
  onProgress,
  scenesAtOnce = STEP,
}: ArchiveDeps): Promise<boolean> {
  if (config.scenes === 0 || (await hasSimulatedBatch(db.pool))) return false;
  const lastDay = clock.now().toISOString().slice(0, 10);
  const { seed, scenes: wanted } = config;
  const first = Math.min(scenesAtOnce, wanted);
  onProgress?.(0, first);
  const isNew = await db.transaction(async (client) => {
    await client.query(LOCK);
    if (await hasSimulatedBatch(client)) return false;
    const source = 'simulated constellation';
    const batchId = await beginBatch(client, { kind: 'simulated', source, seed: String(seed), lastDay });
    await client.query('update scene_batches set wanted = $2 where id = $1', [batchId, wanted]);
    const fill = { batchId, seed, lastDay, stored: 0, wanted, task: 0 };
    const { stored } = await withThread(false, (thread) => step(client, thread, fill, scenesAtOnce));
    onProgress?.(stored, first);
    return true;
  });
  // gives the query planner statistics for the first search
  if (isNew) await db.pool.query('analyze scenes');
  return isNew;
}

/**
 * Fills the simulated archive up to its number, one transaction for each step, so that it goes on where it was after a crash.
 * Any number of processes may do so together.
 * @param signal ends it after the step that runs
 */
export async function fillArchive(
  { db, onProgress }: Pick<ArchiveDeps, 'db' | 'onProgress'>,
  signal?: AbortSignal,
): Promise<void> {
  if ((await openFill(db.pool)) === null) return;
  await withThread(true, async (thread) => {
    let isDone = false;
    while (!isDone) {
      isDone = await db.transaction(async (client) => {
        await client.query(LOCK);
        const fill = await openFill(client);
        if (fill === null) return true;
        const { stored, wanted } = await step(client, thread, fill);
        onProgress?.(stored, wanted);
        return stored >= wanted || signal?.aborted === true;
      });
    }
  });
  await compactCoverage(db.pool);
  // from then on the coverage reads an index alone
  await db.pool.query('vacuum (analyze) scenes');
}

/**
 * Lets an archive grow to a number of scenes, which `fillArchive` then adds; they end on the current day. One that was made
 * before archives were filled in the background can grow too.
 * @returns false if it has as many simulated scenes, or none
 */
export async function growArchive({ db, config, clock }: ArchiveDeps): Promise<boolean> {
  return db.transaction(async (client) => {
    await client.query(LOCK);
    const grown = await client.query(
      `update scene_batches b set wanted = $1, stored = has.stored, last_day = $2,
         -- the start view, which comes with the first task, is there
         task = case when last_day = $2 and task is not null then task else 1 end
       from (select count(*)::int as stored from scenes where simulated) has
       where kind = 'simulated' and has.stored < $1`,
      [config.scenes, clock.now().toISOString().slice(0, 10)],
    );
    return grown.rowCount !== 0;
  });
}

/** Whether an archive that is not being filled has fewer scenes than a new one would have. */
export async function canGrow(pool: pg.Pool, scenes: number): Promise<boolean> {
  const { rows } = await pool.query(
    `select from scene_batches where kind = 'simulated' and (stored is null or stored >= wanted)
       and coalesce(stored, (select count(*) from scenes where simulated)) < $1`,
    [scenes],
  );
  return rows.length > 0;
}
