import { MAP_START } from '../../../contract/limits.ts';
import { CITIES } from './cities.ts';
import { simulatedSatellites, type SimulatedSatellite } from './constellation.ts';
import { hasLight, placeAt, type Pass } from './frames.ts';
import { isLand } from './land.ts';
import {
  abeamTime,
  geodeticOf,
  groundPoint,
  lookAt,
  stateAt,
  type Vector,
} from '../../../src/geo/orbit/orbit.ts';
import { between, type Random } from './random.ts';

const MINUTE_MS = 60_000;
/** Maximum distance of a target from the ground track, km. */
const REACH_KM = 320;
/** Share of the passes over the start view that take images. */
const START_VIEW_SHARE = 0.75;
/** Probability of a target on the open sea. */
const SEA_SHARE = 0.05;

const cityPoints: readonly Vector[] = CITIES.map(([longitude, latitude]) => groundPoint(longitude, latitude));

function modeOf(random: Random, satellite: SimulatedSatellite) {
  const mode = satellite.modes[Math.floor(random() * satellite.modes.length)];
  if (!mode) throw new RangeError(`${satellite.code} has no imaging mode`);
  return mode;
}

/** The pass over a position near an instant (ms); null if angle or light rules out an image. */
function passOver(
  random: Random,
  satellite: SimulatedSatellite,
  near: number,
  place: readonly [longitude: number, latitude: number],
  frames: number,
): Pass | null {
  const [longitude, latitude] = [((place[0] + 540) % 360) - 180, place[1]];
  const at = abeamTime(satellite.elements, near, longitude, latitude);
  if (at === null) return null;
  const { offNadirDeg } = lookAt(stateAt(satellite.elements, at), longitude, latitude);
  if (offNadirDeg < satellite.offNadir[0] || offNadirDeg > satellite.offNadir[1]) return null;
  if (!hasLight(satellite, at, longitude, latitude)) return null;
  return { satellite, mode: modeOf(random, satellite), at, longitude, latitude, frames };
}

/** Whether the whole strip (at most a minute) is between the two instants. */
function isWithin(pass: Pass, from: number, to: number): boolean {
  return pass.at >= from + MINUTE_MS && pass.at < to - MINUTE_MS;
}

/** A random position within `km` of another. */
function around(random: Random, place: readonly [number, number], km: number): [number, number] {
  return placeAt(place[0], place[1], random() * 360, km * Math.sqrt(random()));
}

/**
 * Every pass of every satellite over the start view (§2 Map defaults) in a period. Most have images, so that
 * a new user's first search finds a realistic year of scenes.
 */
export function* passesOverStartView(random: Random, from: number, to: number): Generator<Pass> {
  const start = [MAP_START.longitude, MAP_START.latitude + 0.05] as const;
  for (const satellite of simulatedSatellites) {
    const halfTurn = 86_400_000 / ((satellite.elements.no * 1440) / (2 * Math.PI)) / 2;
    for (let ms = from; ms < to; ms += halfTurn) {
      // each half orbit crosses the start's latitude once
      const below = geodeticOf(stateAt(satellite.elements, ms).position);
      const near = abeamNearLatitude(satellite, ms, below.latitude, start[1], halfTurn);
      const there = geodeticOf(stateAt(satellite.elements, near).position);
      if (Math.abs(((there.longitude - start[0] + 540) % 360) - 180) > REACH_KM / 105) continue;
      if (random() > START_VIEW_SHARE) continue;
      const frames = 2 + Math.floor(random() * 2);
      const pass = passOver(random, satellite, near, around(random, start, 16), frames);
      if (pass && isWithin(pass, from, to)) yield pass;
    }
  }
}

/** When the satellite crosses a latitude within the half orbit after `ms`. */
function abeamNearLatitude(
  satellite: SimulatedSatellite,
  ms: number,
  latitude: number,
  target: number,
  halfTurn: number,
): number {
  const isAscending = stateAt(satellite.elements, ms).velocity[2] > 0;
  const phase = Math.asin(Math.max(-1, Math.min(1, latitude / 82.6))) / Math.PI;
  const goal = Math.asin(target / 82.6) / Math.PI;
  const now = isAscending ? phase : 1 - phase;
  const next = now <= goal ? goal : now <= 1 - goal ? 1 - goal : 2 + goal;
  return ms + (next - now) * halfTurn;
}

/** The nearest city within reach of a satellite, with a random preference; null if there is none. */
function cityInReach(random: Random, below: Vector): readonly [number, number] | null {
  let found: readonly [number, number] | null = null;
  let least = (REACH_KM * 1.6) ** 2;
  for (let index = 0; index < cityPoints.length; index++) {
    const point = cityPoints[index]!;
    const squared = (point[0] - below[0]) ** 2 + (point[1] - below[1]) ** 2 + (point[2] - below[2]) ** 2;
    // some randomness, so that adjacent cities share the passes
    if (squared * between(random, 0.6, 1.4) < least) {
      least = squared;
      found = CITIES[index]!;
    }
  }
  return found;
}

function drawSatellite(random: Random): SimulatedSatellite {
  const total = simulatedSatellites.reduce((sum, satellite) => sum + satellite.share, 0);
  let left = random() * total;
  for (const satellite of simulatedSatellites) {
    left -= satellite.share;
    if (left < 0) return satellite;
  }
  throw new RangeError('a constellation needs satellites');
}

/**
 * An endless sequence of passes worldwide: a random satellite at a random time images a city within reach,
 * else land near its track, rarely the sea.
 */
export function* passesOverTheWorld(random: Random, from: number, to: number): Generator<Pass> {
  for (;;) {
    const satellite = drawSatellite(random);
    const ms = between(random, from, to);
    const { longitude, latitude } = geodeticOf(stateAt(satellite.elements, ms).position);
    const city = cityInReach(random, groundPoint(longitude, latitude));
    const aside = Math.tan((between(random, ...satellite.offNadir) * Math.PI) / 180) * 510;
    const side = random() < 0.5 ? 90 : -90;
    const place = city ? around(random, city, 40) : placeAt(longitude, latitude, 190 + side, aside);
    if (Math.abs(place[1]) > 80) continue;
    if (!city && !isLand(((place[0] + 540) % 360) - 180, place[1]) && random() > SEA_SHARE) continue;
    const pass = passOver(random, satellite, ms, place, 1 + Math.floor(random() * (city ? 3 : 4)));
    if (pass && isWithin(pass, from, to)) yield pass;
  }
}
