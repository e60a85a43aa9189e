import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { failImageryExport, noteImageryExport, takeImageryExport } from '../db/imageryExports.ts';
import type { ImageryExportJob } from '../db/imageryExports.ts';
import { layerById } from '../db/imagery.ts';
import type { Deps } from '../handler.ts';
import { startLoop, type Loop } from '../loop.ts';
import { reasonOf } from '../reason.ts';
import { aoiOfWkt } from '../rules/area.ts';
import { EXPORT_LEASE_MS, EXPORT_LIFE_MS, EXPORT_TRIES } from '../rules/limits.ts';
import { openThread, type Thread } from '../thread.ts';
import { filesOf } from './addLayer.ts';
import { exportGrid, regionOf } from './exportGrid.ts';
import type { ExportStep } from './exportTask.ts';
import { TIFF_TILE } from './tiffWriter.ts';

export type ImageryExportDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>;

/** Folder of exported imagery in the file store. */
export const IMAGERY_EXPORTS = 'imagery-exports';
const POLL_MS = 500;
const RETRY_MS = 5_000;

/** Another process took the export, it was cancelled, or its account is gone: nothing of it is to be noted. */
class NotOurs extends Error {}

/** Name of an export's file in the store. */
export function imageryExportFile({ id }: Pick<ImageryExportJob, 'id'>): string {
  return `${id}.tif`;
}

const later = (deps: ImageryExportDeps, ms: number): Date => new Date(deps.clock.now().getTime() + ms);

async function note(
  deps: ImageryExportDeps,
  job: ImageryExportJob,
  change: Parameters<typeof noteImageryExport>[2],
): Promise<void> {
  if (!(await noteImageryExport(deps.db.pool, job, change)))
    throw new NotOurs('it is no longer pending here');
}

/** Has the thread write the file, row by row; between two rows it is noted how far it is, and whether it is still wanted. */
async function write(
  deps: ImageryExportDeps,
  thread: Thread<ExportStep>,
  job: ImageryExportJob,
  part: string,
  ended?: AbortSignal,
): Promise<void> {
  const layer = job.layerId === null ? null : await layerById(deps.db.pool, job.layerId);
  if (!layer) throw new Error('the layer is gone');
  const region = regionOf(job.form, aoiOfWkt(job.form.aoi));
  const grid = exportGrid(job.form, region.geometry, layer.facts);
  if (!grid) throw new Error('the layer lies elsewhere');
  const key = `${job.id}/${job.tries}`;
  const clip = job.form.outMode === 'polygon' ? region.geometry : null;
  const files = filesOf(deps.files, layer);
  await thread.ask({ kind: 'begin', key, layer: files, grid, clip, file: part, description: layer.name });
  try {
    const rows = Math.ceil(grid.height / TIFF_TILE);
    for (let row = 0; row < rows; row++) {
      ended?.throwIfAborted();
      await thread.ask({ kind: 'row', key, row });
      const progress = Math.min(99, Math.floor((100 * (row + 1)) / rows));
      await note(deps, job, { progress, dueAt: later(deps, EXPORT_LEASE_MS) });
    }
    await thread.ask({ kind: 'finish', key });
  } catch (error) {
    await thread.ask({ kind: 'abandon', key }).catch(() => undefined);
    throw error;
  }
}

async function make(
  deps: ImageryExportDeps,
  thread: Thread<ExportStep>,
  job: ImageryExportJob,
  ended?: AbortSignal,
): Promise<void> {
  const file = deps.files.pathOf(IMAGERY_EXPORTS, imageryExportFile(job));
  const part = `${file}.${job.tries}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await write(deps, thread, job, part, ended);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await note(deps, job, { done: true, expiresAt: later(deps, EXPORT_LIFE_MS) }).catch(
    async (error: unknown) => {
      await rm(file, { force: true });
      throw error;
    },
  );
  deps.log.info('imagery export done', { export: job.id });
}

/** After a try in vain: the next one, or the end with the credits back. A process told to end counts no try. */
async function giveBack(
  deps: ImageryExportDeps,
  job: ImageryExportJob,
  error: unknown,
  ended?: AbortSignal,
): Promise<void> {
  if (ended?.aborted) return note(deps, job, { dueAt: deps.clock.now(), tries: job.tries - 1 });
  deps.log.warn('an imagery export failed', { export: job.id, tries: job.tries, cause: reasonOf(error) });
  if (job.tries < EXPORT_TRIES)
    return note(deps, job, { dueAt: later(deps, RETRY_MS * job.tries), tries: job.tries });
  if (!(await failImageryExport(deps.db, job, deps.clock.now())))
    throw new NotOurs('it is no longer pending here');
}

/** @returns whether there was one to be taken */
async function workOffOne(
  deps: ImageryExportDeps,
  thread: Thread<ExportStep>,
  ended?: AbortSignal,
): Promise<boolean> {
  const job = await takeImageryExport(deps.db.pool, deps.clock.now(), later(deps, EXPORT_LEASE_MS));
  if (!job) return false;
  try {
    // whoever took it before was killed each time, and could not say so
    if (job.tries > EXPORT_TRIES) await giveBack(deps, job, 'every try was killed');
    else
      await make(deps, thread, job, ended).catch((error: unknown) => {
        if (error instanceof NotOurs) throw error;
        return giveBack(deps, job, error, ended);
      });
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
    deps.log.info('an imagery export was left', { export: job.id, cause: error.message });
  }
  return true;
}

function exportThread(): Thread<ExportStep> {
  return openThread<ExportStep>(new URL('export.worker.ts', import.meta.url), 'export');
}

/** Works off every imagery export that is due, one after the other. Any number of processes may do so beside each other. */
export async function workOffImageryExports(
  deps: ImageryExportDeps,
  ended?: AbortSignal,
  thread: Thread<ExportStep> = exportThread(),
): Promise<void> {
  do {
    if (ended?.aborted) return;
  } while (await workOffOne(deps, thread, ended));
}

/** Works off imagery exports until it is stopped. */
export function startImageryExportLoop(deps: ImageryExportDeps): Loop {
  const thread = exportThread();
  const run = (ended: AbortSignal) => workOffImageryExports(deps, ended, thread);
  return startLoop({ failure: 'imagery exports could not be worked off', everyMs: POLL_MS, run }, deps.log);
}
