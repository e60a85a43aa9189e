import { seeded } from '../../../../src/raster/kMeans.ts';
import type { Model } from '../explore.ts';
import { check, type Difference, type Path } from '../pathFile.ts';

/** A path and its model. */
export interface Replayed {
  model: Model;
  path: Path;
}
/** One replay of all paths. */
export interface Run {
  /** Seed of the order. */
  seed: number;
  failed: { path: Path; difference: Difference }[];
}

/** Shuffles entries deterministically by the seed (Fisher–Yates). */
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
 * Replays all paths several times in this process, each time in another order, to find flaky and
 * order-dependent paths. Stops after the first run with a failing path.
 * @param seed the first run's; each further run adds one
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
