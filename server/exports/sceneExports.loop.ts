import { remotePictures } from '../search/quicklooks/thumbnail.ts';
import { EXPORT_FORMATS, EXPORT_TYPES, type ExportType } from '../../contract/exportFormats.ts';
import { openQuicklooks, type QuicklookStore } from '../search/quicklooks/quicklookStore.ts';
import { dueExports, noteJob } from './queue.queries.ts';
import { failExport, SCENE_EXPORTS, takeExport, type ExportJob } from './sceneExports.queries.ts';
import { scenesByProductIds } from '../search/scenes.ts';
import type { SceneDeps } from '../search/scenePixels.ts';
import type { Loop } from '../base/loop.ts';
import { exportContents } from './contents.ts';
import { startQueueLoop, workOffQueue, type ExportQueue } from './queue.ts';

export type ExportDeps = Pick<SceneDeps, 'db' | 'clock' | 'files' | 'log' | 'config' | 'scenePixels'>;

/** Folder of exported files in the file store. */
export const EXPORTS = 'exports';
/** Queues that one process works on concurrently, so that fast exports don't wait for slow ones. */
const LANES: readonly (readonly ExportType[])[] = [
  EXPORT_TYPES.filter((type) => EXPORT_FORMATS[type].isSlow),
  EXPORT_TYPES.filter((type) => !EXPORT_FORMATS[type].isSlow),
];

/** Name of an export's file in the store. */
export function exportFileName({ id, type }: Pick<ExportJob, 'id' | 'type'>): string {
  return `${id}.${EXPORT_FORMATS[type].ending}`;
}

const quicklooksFor = ({ files, config, scenePixels }: ExportDeps): QuicklookStore =>
  openQuicklooks({ files, scenePixels, remote: remotePictures(config), isExported: true });

async function make(
  { db, files, scenePixels }: ExportDeps,
  job: ExportJob,
  quicklooks: QuicklookStore,
  onStep: (done: number, of: number) => Promise<void>,
): Promise<void> {
  const scenes = job.productIds.length > 0 ? await scenesByProductIds(db, job.productIds) : [];
  if (scenes.length !== job.productIds.length)
    throw new Error('a product of the export is not in the archive');
  const onScene = (done: number) => onStep(done, scenes.length);
  const contents = await exportContents({ job, scenes, quicklooks, scenePixels, onStep: onScene });
  await files.write([EXPORTS, exportFileName(job)], contents);
}

/** The queues of one process, one per lane. */
function lanesOf(deps: ExportDeps): ExportQueue<ExportJob>[] {
  const { pool } = deps.db;
  const quicklooks = quicklooksFor(deps);
  return LANES.map((types) => ({
    noun: 'export',
    due: dueExports(SCENE_EXPORTS),
    take: (now, until) => takeExport(pool, types, now, until),
    note: (job, change) => noteJob(pool, SCENE_EXPORTS, job, change),
    fail: (job) => failExport(pool, job),
    make: (job, onStep) => make(deps, job, quicklooks, onStep),
  }));
}

/** Processes every due scene export. */
export async function workOffExports(deps: ExportDeps, ended?: AbortSignal): Promise<void> {
  await Promise.all(lanesOf(deps).map((lane) => workOffQueue(deps, lane, ended)));
}

/** Processes scene exports until stopped. The lanes are independent. */
export function startExportLoop(deps: ExportDeps): Loop {
  const loops = lanesOf(deps).map((lane) => startQueueLoop(deps, lane));
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
