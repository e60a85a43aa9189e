import { EXPORT_TYPES } from '../../contract/limits.ts';
import type { ExportType } from '../../contract/limits.ts';
import { openQuicklooks } from '../catalogue/quicklookStore.ts';
import type { QuicklookStore } from '../catalogue/quicklookStore.ts';
import type { Pictures } from '../catalogue/pictures.ts';
import { EXPORT_STATUS, noteExport, takeExport } from '../db/sceneExports.ts';
import type { ExportJob } from '../db/sceneExports.ts';
import { scenesByProductIds } from '../db/scenes.ts';
import type { Deps } from '../handler.ts';
import { startLoop } from '../loop.ts';
import type { Loop } from '../loop.ts';
import { reasonOf } from '../reason.ts';
import { EXPORT_LEASE_MS, EXPORT_LIFE_MS, EXPORT_TRIES } from '../rules/limits.ts';
import { EXPORT_FILES, exportContents } from './contents.ts';

/** What working off exports needs of the server. */
export type ExportDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log' | 'config'> & { pictures?: Pictures };

/** Folder of exported files in the file store. */
export const EXPORTS = 'exports';
const POLL_MS = 400;
/** Exports of one process are made side by side in these: pictures take a minute, and nothing else shall wait for them. */
const LANES: readonly (readonly ExportType[])[] = [
  ['previewAndShp'],
  EXPORT_TYPES.filter((type) => type !== 'previewAndShp'),
];
/** After a try in vain, times the number of tries. */
const RETRY_MS = 5_000;

/** Another process took the export, or its account is gone: nothing of it is to be noted. */
class NotOurs extends Error {}

/** Name of an export's file in the store. */
export function exportFileName({ id, type }: Pick<ExportJob, 'id' | 'type'>): string {
  return `${id}.${EXPORT_FILES[type].ending}`;
}

const later = (deps: ExportDeps, ms: number) => new Date(deps.clock.now().getTime() + ms);

async function note(
  deps: ExportDeps,
  job: ExportJob,
  change: Parameters<typeof noteExport>[2],
): Promise<void> {
  if (!(await noteExport(deps.db.pool, job, change))) throw new NotOurs('another process has it');
}

async function make(
  deps: ExportDeps,
  job: ExportJob,
  quicklooks: QuicklookStore,
  ended?: AbortSignal,
): Promise<void> {
  const scenes = job.productIds.length > 0 ? await scenesByProductIds(deps.db, job.productIds) : [];
  if (scenes.length !== job.productIds.length)
    throw new Error('a product of the export is not in the archive');
  const onStep = async (done: number) => {
    ended?.throwIfAborted();
    const progress = Math.min(99, Math.floor((100 * done) / scenes.length));
    await note(deps, job, { progress, dueAt: later(deps, EXPORT_LEASE_MS) });
  };
  const contents = await exportContents({ job, scenes, quicklooks, onStep });
  await deps.files.write([EXPORTS, exportFileName(job)], contents);
  await note(deps, job, { status: EXPORT_STATUS.done, expiresAt: later(deps, EXPORT_LIFE_MS) });
  deps.log.info('export done', { export: job.id, type: job.type, products: scenes.length });
}

/** After a try in vain: the next one, or the end. When the process is told to end, the try counts for nothing. */
async function giveBack(
  deps: ExportDeps,
  job: ExportJob,
  error: unknown,
  ended?: AbortSignal,
): Promise<void> {
  if (ended?.aborted) return note(deps, job, { dueAt: deps.clock.now(), tries: job.tries - 1 });
  deps.log.warn('an export failed', { export: job.id, tries: job.tries, cause: reasonOf(error) });
  if (job.tries >= EXPORT_TRIES) return note(deps, job, { status: EXPORT_STATUS.failed });
  return note(deps, job, { dueAt: later(deps, RETRY_MS * job.tries), tries: job.tries });
}

/** @returns whether there was one to be taken */
async function workOffOne(
  deps: ExportDeps,
  types: readonly ExportType[],
  quicklooks: QuicklookStore,
  ended?: AbortSignal,
): Promise<boolean> {
  const [now, until] = [deps.clock.now(), later(deps, EXPORT_LEASE_MS)];
  const job = await takeExport(deps.db.pool, types, now, until);
  if (!job) return false;
  try {
    // whoever took it before was killed each time, and could not say so
    if (job.tries > EXPORT_TRIES) await giveBack(deps, job, 'every try was killed');
    else
      await make(deps, job, quicklooks, ended).catch((error: unknown) => {
        if (error instanceof NotOurs) throw error;
        return giveBack(deps, job, error, ended);
      });
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
    deps.log.info('an export was left to another process', { export: job.id });
  }
  return true;
}

function quicklooksFor({ files, config, pictures }: ExportDeps): QuicklookStore {
  return openQuicklooks({
    files,
    fetchRemote: config.fetchThumbnails,
    ...(pictures === undefined ? {} : { pictures }),
  });
}

/** Works off what is due in one lane. */
async function workOffLane(
  deps: ExportDeps,
  types: readonly ExportType[],
  quicklooks: QuicklookStore,
  ended?: AbortSignal,
): Promise<void> {
  do {
    if (ended?.aborted) return;
  } while (await workOffOne(deps, types, quicklooks, ended));
}

/**
 * Works off every export that is due (docs/decisions/087). Any number of processes may do so beside each other: one that
 * is taken is left alone by the others for EXPORT_LEASE_MS after each sign of life.
 */
export async function workOffExports(deps: ExportDeps, ended?: AbortSignal): Promise<void> {
  const quicklooks = quicklooksFor(deps);
  await Promise.all(LANES.map((types) => workOffLane(deps, types, quicklooks, ended)));
}

/** Works off exports until it is stopped. Each lane looks for itself: what is due in one never waits for the other. */
export function startExportLoop(deps: ExportDeps): Loop {
  const quicklooks = quicklooksFor(deps);
  const loops = LANES.map((types) => {
    const run = (ended: AbortSignal) => workOffLane(deps, types, quicklooks, ended);
    return startLoop({ failure: 'exports could not be worked off', everyMs: POLL_MS, run }, deps.log);
  });
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
