import { readdir, rm, stat } from 'node:fs/promises';
import { forgetExports, keptExports } from '../db/sceneExports.ts';
import type { Deps } from '../handler.ts';
import { EXPORT_REMEMBERED_MS } from '../rules/limits.ts';
import { EXPORTS } from './exportLoop.ts';

/** A file that is being written has another name meanwhile; one as old as this was left behind by a kill. */
const PART_LIFE_MS = 86_400_000;
const BATCH = 1_000;

async function isLeftBehind(file: string, now: Date): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && now.getTime() - found.mtimeMs > PART_LIFE_MS;
}

/**
 * Removes the files of exports that have expired, or whose account is gone, and forgets exports that expired long ago.
 */
export async function tidyExports({ db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>): Promise<void> {
  const now = clock.now();
  const names = await readdir(files.pathOf(EXPORTS)).catch(() => []);
  const whole = names.flatMap((name) => {
    const id = /^(\d{1,15})\.\w+$/.exec(name)?.[1];
    return id === undefined ? [] : [{ name, id: Number(id) }];
  });
  for (let from = 0; from < whole.length; from += BATCH) {
    const batch = whole.slice(from, from + BATCH);
    const ids = batch.map(({ id }) => id);
    const kept = await keptExports(db.pool, ids, now);
    for (const { name, id } of batch)
      if (!kept.has(id)) await rm(files.pathOf(EXPORTS, name), { force: true });
  }
  for (const name of names.filter((one) => one.endsWith('.part'))) {
    const file = files.pathOf(EXPORTS, name);
    if (await isLeftBehind(file, now)) await rm(file, { force: true });
  }
  await forgetExports(db.pool, new Date(now.getTime() - EXPORT_REMEMBERED_MS));
}
