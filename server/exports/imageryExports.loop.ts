import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { dueExports, noteJob } from './queue.queries.ts';
import {
  failImageryExport,
  IMAGERY_EXPORTS_TABLE,
  takeImageryExport,
  type ImageryExportJob,
} from './imageryExports.queries.ts';
import { layerById } from '../imagery/imagery.queries.ts';
import { startQueueLoop, workOffQueue, type ExportQueue } from './queue.ts';
import type { Deps } from '../accounts/handler.ts';
import type { Loop } from '../base/loop.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { openThread, type Thread } from '../base/thread.ts';
import { localFilesOf } from '../imagery/layers/addLayer.ts';
import { exportGrid, regionOf } from './exportGrid.ts';
import type { ExportStep } from './exportTask.ts';
import { TIFF_TILE } from '../../src/raster/geotiff.ts';

export type ImageryExportDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>;
type OnStep = (done: number, of: number) => Promise<void>;

/** Folder of exported imagery in the file store. */
export const IMAGERY_EXPORTS = 'imagery-exports';

/** Name of an export's file in the store. */
export function imageryExportFile({ id }: Pick<ImageryExportJob, 'id'>): string {
  return `${id}.tif`;
}

/** Has the thread write the file, one row of tiles at a time. */
async function write(
  deps: ImageryExportDeps,
  thread: Thread<ExportStep>,
  job: ImageryExportJob,
  part: string,
  onStep: OnStep,
): Promise<void> {
  const layer = job.layerId === null ? null : await layerById(deps.db.pool, job.layerId);
  if (!layer) throw new Error('the layer is gone');
  const region = regionOf(job.form, await areaOfWkt(job.form.aoi));
  const grid = exportGrid(job.form, region.geometry, layer.facts);
  if (!grid) throw new Error('the layer lies elsewhere');
  const key = `${job.id}/${job.tries}`;
  const clip = job.form.outMode === 'polygon' ? region.geometry : null;
  const files = await localFilesOf(deps.files, layer);
  await thread.ask({ kind: 'begin', key, layer: files, grid, clip, file: part, description: layer.name });
  try {
    const rows = Math.ceil(grid.height / TIFF_TILE);
    for (let row = 0; row < rows; row++) {
      await thread.ask({ kind: 'row', key, row });
      await onStep(row + 1, rows);
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
  onStep: OnStep,
): Promise<void> {
  const place = [IMAGERY_EXPORTS, imageryExportFile(job)] as const;
  const part = `${deps.files.pathOf(...place)}.${job.tries}.part`;
  await mkdir(path.dirname(part), { recursive: true });
  try {
    await write(deps, thread, job, part, onStep);
    await deps.files.adopt(part, place);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** A worker thread that writes exports. */
export function exportThread(): Thread<ExportStep> {
  return openThread<ExportStep>(new URL('export.worker.ts', import.meta.url), 'export', 'accepted', {
    keepsState: true,
  });
}

function queueOf(deps: ImageryExportDeps, thread: Thread<ExportStep>): ExportQueue<ImageryExportJob> {
  const { pool } = deps.db;
  return {
    noun: 'imagery export',
    due: dueExports(IMAGERY_EXPORTS_TABLE),
    take: (now, until) => takeImageryExport(pool, now, until),
    note: (job, change) => noteJob(pool, IMAGERY_EXPORTS_TABLE, job, change),
    // decision 26: refunds the credits
    fail: (job, now) => failImageryExport(deps.db, job, now),
    make: (job, onStep) => make(deps, thread, job, onStep),
  };
}

/** Processes every due imagery export. */
export async function workOffImageryExports(
  deps: ImageryExportDeps,
  ended?: AbortSignal,
  thread: Thread<ExportStep> = exportThread(),
): Promise<void> {
  await workOffQueue(deps, queueOf(deps, thread), ended);
}

/** Processes imagery exports until it is stopped. */
export function startImageryExportLoop(deps: ImageryExportDeps): Loop {
  return startQueueLoop(deps, queueOf(deps, exportThread()));
}
