import { readdir, rm, stat } from 'node:fs/promises';
import { keptJobs, type QueueTable } from './queue.queries.ts';
import { IMAGERY_EXPORTS_TABLE } from './imageryExports.queries.ts';
import { forgetExports, SCENE_EXPORTS } from './sceneExports.queries.ts';
import type { Deps } from '../accounts/handler.ts';
import { IMAGERY_EXPORTS } from './imageryExports.loop.ts';
import { EXPORT_REMEMBERED_MS } from '../base/limits.ts';
import { EXPORTS } from './sceneExports.loop.ts';

type TidyDeps = Pick<Deps, 'db' | 'files' | 'clock'>;

/** Age from which a partly written file counts as left behind by a crash, ms. */
const PART_LIFE_MS = 86_400_000;
const BATCH = 1_000;

async function isLeftBehind(file: string, now: Date): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && now.getTime() - found.mtimeMs > PART_LIFE_MS;
}

/** Removes files of a folder whose task no longer keeps them; files are named by task id. */
async function tidyFolder({ db, files, clock }: TidyDeps, folder: string, table: QueueTable): Promise<void> {
  const now = clock.now();
  const whole = (await files.list(folder)).flatMap((name) => {
    const id = /^(\d{1,15})\.\w+$/.exec(name)?.[1];
    return id === undefined ? [] : [{ name, id: Number(id) }];
  });
  for (let from = 0; from < whole.length; from += BATCH) {
    const batch = whole.slice(from, from + BATCH);
    const ids = batch.map(({ id }) => id);
    const staying = await keptJobs(db.pool, table, ids, now);
    for (const { name, id } of batch) if (!staying.has(id)) await files.remove(folder, name);
  }
  const made = await readdir(files.pathOf(folder)).catch(() => []);
  for (const name of made.filter((one) => one.endsWith('.part'))) {
    const file = files.pathOf(folder, name);
    if (await isLeftBehind(file, now)) await rm(file, { force: true });
  }
}

/** Removes files of expired exports and deleted accounts, and records of exports that expired long ago. */
export async function tidyExports(deps: TidyDeps): Promise<void> {
  await tidyFolder(deps, EXPORTS, SCENE_EXPORTS);
  await tidyFolder(deps, IMAGERY_EXPORTS, IMAGERY_EXPORTS_TABLE);
  await forgetExports(deps.db.pool, new Date(deps.clock.now().getTime() - EXPORT_REMEMBERED_MS));
}
