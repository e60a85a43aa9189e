import type { NewScene } from '../../search/scenes.ts';
import { scenesOfPass, type UsedIds } from './frames.ts';
import { passesOverStartView, passesOverTheWorld } from './passes.ts';
import { randomOf, type Random } from './random.ts';

const DAY_MS = 86_400_000;
/** Length of the archive. */
const ARCHIVE_MS = 365 * DAY_MS;
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

/** Scenes of a part, about. */
const PART = 100_000;

/** The scenes around the start view, and the product ids that they use. */
interface StartView {
  scenes: readonly NewScene[];
  usedIds: UsedIds;
}

const endOf = ({ lastDay }: ArchivePlan): number => Date.parse(`${lastDay}T00:00:00Z`);

function drawStartView(plan: ArchivePlan): StartView {
  const usedIds: UsedIds = new Map();
  const scenes: NewScene[] = [];
  const most = Math.floor(plan.count * START_VIEW_PART);
  const random = randomOf(`${plan.seed} ${plan.lastDay} start view`);
  const to = endOf(plan);
  for (const pass of shuffled(random, [...passesOverStartView(random, to - ARCHIVE_MS, to)])) {
    if (scenes.length >= most) break;
    scenes.push(...scenesOfPass(pass, random, usedIds).slice(0, most - scenes.length));
  }
  return { scenes, usedIds };
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

/** A simulated archive in parts, each of which can be drawn by itself. */
export interface Simulation {
  parts: number;
  /** The scenes of a part, from 0. */
  scenesOf(part: number): Generator<NewScene>;
}

/**
 * A simulated archive (decision 27): passes over the start view first, then passes all over the world. Deterministic. A larger
 * archive grows in order of time, as a real one does: its year has parts of about `size` scenes, each with its own passes.
 */
export function simulation(plan: ArchivePlan, size = PART): Simulation {
  const parts = Math.max(1, Math.ceil(plan.count / size));
  let startView: StartView | undefined;
  return {
    parts,
    *scenesOf(part) {
      startView ??= drawStartView(plan);
      if (part === 0) yield* startView.scenes;
      const all = plan.count - startView.scenes.length;
      const before = (at: number): number => Math.floor((all * at) / parts);
      const from = endOf(plan) - ARCHIVE_MS;
      const period = [from + (part / parts) * ARCHIVE_MS, from + ((part + 1) / parts) * ARCHIVE_MS] as const;
      const random = randomOf(`${plan.seed} ${plan.lastDay} world${part === 0 ? '' : ` ${part}`}`);
      // product ids contain their second: no two parts can have the same
      const usedIds = new Map([...startView.usedIds].map(([prefix, used]) => [prefix, new Set(used)]));
      yield* scenesOverTheWorld(random, period, before(part + 1) - before(part), usedIds);
    },
  };
}

/** All scenes of a simulated archive. */
export function* simulateScenes(plan: ArchivePlan, size?: number): Generator<NewScene> {
  const { parts, scenesOf } = simulation(plan, size);
  for (let part = 0; part < parts; part++) yield* scenesOf(part);
}

function shuffled<T>(random: () => number, list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}
