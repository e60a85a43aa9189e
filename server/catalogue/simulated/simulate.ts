import type { Database } from '../../db/connection/open.ts';
import type { NewScene } from '../../db/search/scenes.ts';
import { fillScenes } from '../../db/search/scenes.fill.ts';
import { beginBatch, hasSimulatedBatch } from '../../db/search/scenes.store.ts';
import { scenesOfPass, type UsedIds } from './frames.ts';
import { passesOverStartView, passesOverTheWorld } from './passes.ts';
import { randomOf, type Random } from './random.ts';

/** Length of the archive. */
const ARCHIVE_DAYS = 365;
const DAY_MS = 86_400_000;
/** Maximum share of the archive around the start view. */
const START_VIEW_PART = 0.12;

/** The inputs that determine a simulated archive. */
export interface ArchivePlan {
  seed: number;
  /** The UTC day after the last one, YYYY-MM-DD, so that all scenes are in the past. */
  lastDay: string;
  /** Number of scenes. */
  count: number;
}

/** Scenes from passes all over the world in a period, in ms. @param usedIds extended with theirs */
function* scenesOverTheWorld(
  random: Random,
  [from, to]: readonly [number, number],
  count: number,
  usedIds: UsedIds,
): Generator<NewScene> {
  let left = count;
  for (const pass of passesOverTheWorld(random, from, to))
    for (const scene of scenesOfPass(pass, random, usedIds)) {
      if (left === 0) return;
      left--;
      yield scene;
    }
}

/** Scenes that are drawn from one part of the year. */
const PART = 100_000;

/**
 * The scenes of a simulated archive (decision 27): passes over the start view first, then passes all over the world.
 * Deterministic. A larger archive grows in order of time, as a real one does: its year has parts of about `part` scenes.
 */
export function* simulateScenes(plan: ArchivePlan, part = PART): Generator<NewScene> {
  const to = Date.parse(`${plan.lastDay}T00:00:00Z`);
  const from = to - ARCHIVE_DAYS * DAY_MS;
  const localIds: UsedIds = new Map();
  let left = plan.count;
  const local = randomOf(`${plan.seed} ${plan.lastDay} start view`);
  const mayStay = left - Math.floor(left * START_VIEW_PART);
  for (const pass of shuffled(local, [...passesOverStartView(local, from, to)])) {
    if (left <= mayStay) break;
    for (const scene of scenesOfPass(pass, local, localIds).slice(0, left - mayStay)) {
      left--;
      yield scene;
    }
  }
  const world = randomOf(`${plan.seed} ${plan.lastDay} world`);
  const parts = Math.ceil(left / part);
  const length = (to - from) / parts;
  for (let at = 0; at < parts; at++) {
    const count = Math.ceil(left / (parts - at));
    left -= count;
    // product ids contain their second: no two parts can have the same
    const usedIds = new Map([...localIds].map(([prefix, used]) => [prefix, new Set(used)]));
    const period = [from + at * length, from + (at + 1) * length] as const;
    yield* scenesOverTheWorld(world, period, count, usedIds);
  }
}

function shuffled<T>(random: () => number, list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
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
 * @returns the number of scenes made; 0 if the archive isn't empty or none are requested
 */
export async function ensureArchive({ db, config, clock, onProgress }: ArchiveDeps): Promise<number> {
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
    const scenes = simulateScenes({ seed: config.seed, lastDay, count: config.scenes });
    await fillScenes(client, batch, scenes, (stored) => onProgress?.(stored, config.scenes));
    return config.scenes;
  });
  // gives the query planner statistics for the first search
  if (made > 0) await db.pool.query('analyze scenes');
  return made;
}
