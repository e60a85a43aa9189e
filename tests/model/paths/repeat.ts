import { seeded } from '../../../src/raster/kMeans.ts';
import type { Model } from './explore.ts';
import { check, type Difference, type Path } from './pathFile.ts';

/** A path with the model that it is of. */
export interface Replayed {
  model: Model;
  path: Path;
}
/** One replay of all paths. */
export interface Run {
  /** What the order comes of: the same seed gives the same order. */
  seed: number;
  failed: { path: Path; difference: Difference }[];
}

/** The same entries in an order that comes of the seed alone (Fisher and Yates). */
export function shuffled<Entry>(entries: readonly Entry[], seed: number): Entry[] {
  const random = seeded(seed);
  const mixed = [...entries];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}

/**
 * Replays all paths several times in this process, each time in another order: what depends on chance, or on what ran before,
 * fails in one of them. Ends with the first run in which a path fails.
 * @param seed the first run's; each further run has the next whole number
 */
export async function* repeated(
  paths: readonly Replayed[],
  times: number,
  seed: number,
): AsyncGenerator<Run> {
  for (let run = 0; run < times; run += 1) {
    const failed: Run['failed'] = [];
    for (const { model, path } of shuffled(paths, seed + run)) {
      const difference = await check(model, path);
      if (difference !== null) failed.push({ path, difference });
    }
    yield { seed: seed + run, failed };
    if (failed.length > 0) return;
  }
}
