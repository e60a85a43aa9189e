import { MAP_START } from '../../../contract/limits.ts';
import { SENSOR, type SensorType } from '../../../contract/sensors.ts';
import type { NewScene } from '../../search/scenes.ts';
import { simulatedSatellites, type SimulatedSatellite } from './constellation.ts';
import { placeAt, scenesOfPass } from './frames.ts';
import { isLand } from './land.ts';
import { directionsOf, drawPass, passesOver } from './passes.ts';
import { between, randomOf, type Random } from './random.ts';
import { targets, type Position, type Targets } from './targets.ts';

const DAY_MS = 86_400_000;
/** Length of the archive. */
const ARCHIVE_MS = 365 * DAY_MS;
/** The last part of it, in which every place is photographed until it is clear: less than the shortest three months. */
const NEWEST_MS = 86 * DAY_MS;
/** Maximum share of the first scenes around the start view. */
const START_VIEW_PART = 0.12;
/** Share of the passes over the start view that take images. */
const START_VIEW_SHARE = 0.75;
/** A clear image in the portal's default search (§9): its cloud cover in percent, and its off-nadir angle in degrees. */
const CLEAR = { cloud: 20, offNadirMax: 14.5 } as const;
/** How often a place is photographed, at most, until it is clear. */
const TRIES = 8;
/** Further clear images of larger places. */
const MORE_CLEAR = { city: 2, metropolis: 6 } as const;
/** Images of a town in the months before the newest, at any angle. */
const REPEATS = 5;
/** Share of the later passes that image land where few live, and of those over the sea that do. */
const WILD_SHARE = 0.12;
const SEA_SHARE = 0.05;
/** A place beside another is passed over within this time, ms. */
const SHIFT_MS = 2 * 60_000;
/** The highest latitude that is imaged, degrees. */
const HIGHEST = 80;

/** The inputs that determine a simulated archive. */
export interface ArchivePlan {
  seed: number;
  /** The UTC day after the last one, YYYY-MM-DD, so that all scenes are in the past. */
  lastDay: string;
}

/** A round of the operators' log of tasking plans: one task for each of its places, in their order. */
interface Round {
  places: readonly Position[];
  sensorType: SensorType;
  /** A place is imaged again until it is clear. */
  isUntilClear?: boolean;
}

/**
 * The log's rounds: first the newest clear image of every town, then each other sensor, more clear ones of cities, then the
 * villages, then repeats. After them places are drawn, larger ones more often.
 */
function roundsOf({ all, counts, wide }: Targets): Round[] {
  const { OPTICAL, NIGHT, VIDEO, SAR, HYPERSPECTRAL } = SENSOR;
  const towns = all.slice(0, counts.town);
  const clear = (places: readonly Position[]): Round => ({ places, sensorType: OPTICAL, isUntilClear: true });
  const times = (count: number, round: Round): Round[] => Array.from({ length: count }, () => round);
  return [
    clear(towns),
    { places: wide, sensorType: HYPERSPECTRAL },
    ...[SAR, NIGHT, VIDEO].map((sensorType) => ({ places: towns, sensorType })),
    ...times(MORE_CLEAR.city, clear(all.slice(0, counts.city))),
    ...times(MORE_CLEAR.metropolis, clear(all.slice(0, counts.metropolis))),
    clear(all.slice(counts.town, counts.village)),
    ...times(REPEATS, { places: towns, sensorType: OPTICAL }),
  ];
}

function drawSatellite(random: Random, sensorType?: SensorType): SimulatedSatellite {
  const fleet = simulatedSatellites.filter(
    (satellite) => sensorType === undefined || satellite.sensorType === sensorType,
  );
  let left = random() * fleet.reduce((sum, { share }) => sum + share, 0);
  return fleet.find(({ share }) => (left -= share) < 0) ?? fleet[0]!;
}

/** A random position within `km` of another. */
function around(random: Random, [longitude, latitude]: Position, km: number): Position {
  const [east, north] = placeAt(longitude, latitude, random() * 360, km * Math.sqrt(random()));
  return [((east + 540) % 360) - 180, north];
}

/** Scenes of a strip: videos stare at one place. */
const framesOf = (random: Random, { sensorType }: SimulatedSatellite): number =>
  sensorType === SENSOR.VIDEO ? 1 : 1 + Math.floor(random() * 3);

/** Land where few live, rarely the sea. */
function drawWild(random: Random): Position {
  for (;;) {
    const longitude = between(random, -180, 180);
    const latitude = (Math.asin(between(random, -1, 1)) * 180) / Math.PI;
    if (Math.abs(latitude) < HIGHEST && (isLand(longitude, latitude) || random() < SEA_SHARE))
      return [longitude, latitude];
  }
}

interface Simulation {
  /** A year of passes over the start view, so that a new user's first search finds a realistic archive; at most so many scenes. */
  startView(most: number): NewScene[];
  /** The scenes of a task of the log, from 0; often one, seldom none. */
  scenesOf(task: number): NewScene[];
}

function simulation({ seed, lastDay }: ArchivePlan): Simulation {
  const to = Date.parse(`${lastDay}T00:00:00Z`);
  const [from, newest] = [to - ARCHIVE_MS, to - NEWEST_MS];
  const places = targets();
  const rounds = roundsOf(places);

  /** Images a place on its next pass, and again until it is clear. */
  function untilClear(random: Random, sensorType: SensorType, place: Position): NewScene[] {
    const scenes: NewScene[] = [];
    const taken = new Set<number>();
    for (let tries = 0; tries < TRIES; tries++) {
      const satellite = drawSatellite(random, sensorType);
      const { offNadirMax } = CLEAR;
      const pass = drawPass(random, { satellite, place, from: newest, to, offNadirMax, frames: 1 });
      if (pass === undefined || taken.has(pass.at)) continue;
      taken.add(pass.at);
      const [scene] = scenesOfPass(pass, random);
      scenes.push(scene!);
      if ((scene!.facts.cloudCover ?? 0) <= CLEAR.cloud) break;
    }
    return scenes;
  }

  /** One pass over a place: where people live, and here and there where few do. */
  function drawn(random: Random): NewScene[] {
    const isWild = random() < WILD_SHARE;
    const place = isWild ? drawWild(random) : around(random, places.draw(random()), 12);
    const satellite = drawSatellite(random);
    const pass = drawPass(random, { satellite, place, from, to, frames: framesOf(random, satellite) });
    return pass === undefined ? [] : scenesOfPass(pass, random);
  }

  return {
    startView(most) {
      const random = randomOf(`${seed} ${lastDay} start view`);
      const start: Position = [MAP_START.longitude, MAP_START.latitude + 0.05];
      const passes = simulatedSatellites.flatMap((satellite) =>
        directionsOf(satellite)
          .flatMap((isAscending) => [
            ...passesOver(random, isAscending, { satellite, place: start, from, to, frames: 1 }),
          ])
          .filter(() => random() < START_VIEW_SHARE)
          .flatMap(({ at, isAscending }) => {
            const frames = framesOf(random, satellite);
            const beside = {
              satellite,
              place: around(random, start, 16),
              frames,
              from: at - SHIFT_MS,
              to: at + SHIFT_MS,
            };
            return passesOver(random, isAscending, beside).next().value ?? [];
          }),
      );
      const scenes = shuffled(random, passes).flatMap((pass) => scenesOfPass(pass, random));
      return scenes.slice(0, most);
    },
    scenesOf(task) {
      const random = randomOf(`${seed} ${lastDay} ${task}`);
      let left = task;
      for (const { places: list, sensorType, isUntilClear } of rounds) {
        const target = list[left];
        left -= list.length;
        if (target === undefined) continue;
        const place = around(random, target, 2);
        if (isUntilClear === true) return untilClear(random, sensorType, place);
        const satellite = drawSatellite(random, sensorType);
        const span = sensorType === SENSOR.OPTICAL ? { from, to: newest } : { from, to };
        const pass = drawPass(random, { satellite, place, ...span, frames: 1 });
        return pass === undefined ? [] : scenesOfPass(pass, random);
      }
      return drawn(random);
    },
  };
}

function shuffled<T>(random: Random, list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}

/** Scenes of the log, and the task with which it goes on. */
export interface Drawn {
  scenes: NewScene[];
  next: number;
}

/**
 * Draws a simulated archive (decision 27): what its operators photograph, task by task; the first ones lie around the start
 * view. Deterministic, and the log has no end.
 * @returns draws at most so many scenes from a task on, each with its own product id, which an earlier draw may have had too
 */
export function drawing(plan: ArchivePlan): (task: number, most: number) => Drawn {
  const { startView, scenesOf } = simulation(plan);
  return (task, most) => {
    const scenes = task === 0 ? startView(Math.floor(most * START_VIEW_PART)) : [];
    const ids = new Set(scenes.map(({ facts }) => facts.productId));
    let next = task;
    while (scenes.length < most)
      for (const scene of scenesOf(next++)) {
        const { productId } = scene.facts;
        if (scenes.length === most || ids.has(productId)) continue;
        ids.add(productId);
        scenes.push(scene);
      }
    return { scenes, next };
  };
}

/** The scenes of one draw. */
export const simulateScenes = ({ count, ...plan }: ArchivePlan & { count: number }): NewScene[] =>
  drawing(plan)(0, count).scenes;
