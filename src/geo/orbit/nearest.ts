import type { SatRec } from 'satellite.js';
import { pointInside } from '../area/pointInside.ts';
import type { Approach } from './approaches.ts';
import {
  dot,
  geodeticOf,
  groundPoint,
  length,
  minus,
  stateAt,
  type OrbitState,
  type Vector,
} from './orbit.ts';
import type { Target } from './target.ts';

/** A state of the approach with its instant, ms. */
export interface TimedState extends OrbitState {
  at: number;
}

/** Step of the closer scan, ms: about 75 km of a low orbit. */
const STEP_MS = 10_000;
/** Precision of a closest moment, ms. */
const EXACT_MS = 20;
/** Number of moments at which the point below the satellite is tested. */
const ABOVE_TRIES = 48;
const RAD = Math.PI / 180;

/** The states of an approach, ten seconds apart. */
export function statesOf(elements: SatRec, approach: Approach): TimedState[] {
  const count = Math.max(2, Math.ceil((approach.to - approach.from) / STEP_MS));
  return Array.from({ length: count + 1 }, (_, n) => {
    const at = approach.from + n * STEP_MS;
    return { at, ...stateAt(elements, at) };
  });
}

/** Off-nadir angle, degrees, of a point (Earth-fixed, km) from a state. */
export function offNadirOf({ position }: OrbitState, point: Vector): number {
  const { longitude, latitude } = geodeticOf(position);
  const down = minus(groundPoint(longitude, latitude), position);
  const sight = minus(point, position);
  const cosine = dot(sight, down) / (length(sight) * length(down));
  return Math.acos(Math.min(1, Math.max(-1, cosine))) / RAD;
}

/** Whether a point is in view of a state, not behind the Earth's horizon. */
function isVisible({ position }: OrbitState, point: Vector): boolean {
  return dot(minus(position, point), point) > 0;
}

/** The instant at which a point is abeam, between the two states around it; null if it never is. */
function abeamOf(states: readonly TimedState[], point: Vector): number | null {
  for (let i = 1; i < states.length; i++) {
    const [a, b] = [states[i - 1]!, states[i]!];
    const ahead = dot(minus(point, a.position), a.velocity);
    const behind = dot(minus(point, b.position), b.velocity);
    if (ahead > 0 && behind <= 0 && isVisible(a, point))
      return a.at + ((b.at - a.at) * ahead) / (ahead - behind);
  }
  return null;
}

/** The instant of the least off-nadir angle to a point within `near` ± `reach` ms: golden-section search. */
function leastNear(elements: SatRec, point: Vector, near: number, reach: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  const value = (at: number) => offNadirOf(stateAt(elements, at), point);
  let [low, high] = [near - reach, near + reach];
  let [x1, x2] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [y1, y2] = [value(x1), value(x2)];
  while (high - low > EXACT_MS)
    if (y1 < y2) {
      [high, x2, y2] = [x2, x1, y1];
      x1 = high - ratio * (high - low);
      y1 = value(x1);
    } else {
      [low, x1, y1] = [x1, x2, y2];
      x2 = low + ratio * (high - low);
      y2 = value(x2);
    }
  return (low + high) / 2;
}

/** Whether the point below the satellite is in the area at some moment of a span (ms). */
function isAbove(elements: SatRec, target: Target, from: number, to: number): boolean {
  for (let n = 0; n <= ABOVE_TRIES; n++) {
    const { position } = stateAt(elements, from + ((to - from) * n) / ABOVE_TRIES);
    const { longitude, latitude } = geodeticOf(position);
    if (pointInside([longitude, latitude], target.geometry)) return true;
  }
  return false;
}

/** The closest moment to the target's centre, with the angles to it and to the nearest part of the area. */
export interface Nearest {
  /** ms. */
  at: number;
  centreOffNadirDeg: number;
  offNadirDeg: number;
}

/**
 * Finds the nearest moment of an approach.
 * @returns null if the centre is never abeam of the satellite
 */
export function nearestOf(elements: SatRec, target: Target, states: readonly TimedState[]): Nearest | null {
  const guess = abeamOf(states, target.centre);
  if (guess === null) return null;
  const at = leastNear(elements, target.centre, guess, STEP_MS / 2);
  const centreOffNadirDeg = offNadirOf(stateAt(elements, at), target.centre);
  let [from, to, least] = [at, at, centreOffNadirDeg];
  let best: { point: Vector; at: number } | null = null;
  for (const point of target.edge) {
    const abeam = abeamOf(states, point);
    if (abeam === null) continue;
    [from, to] = [Math.min(from, abeam), Math.max(to, abeam)];
    const angle = offNadirOf(between(states, abeam), point);
    if (angle < least) [least, best] = [angle, { point, at: abeam }];
  }
  if (isAbove(elements, target, from, to)) return { at, centreOffNadirDeg, offNadirDeg: 0 };
  if (best === null) return { at, centreOffNadirDeg, offNadirDeg: centreOffNadirDeg };
  const nearest = leastNear(elements, best.point, best.at, STEP_MS / 2);
  const offNadirDeg = offNadirOf(stateAt(elements, nearest), best.point);
  return { at, centreOffNadirDeg, offNadirDeg: Math.min(offNadirDeg, centreOffNadirDeg) };
}

/** The state at an instant between two of the list, by Hermite's cubic: within metres of SGP4. */
function between(states: readonly TimedState[], at: number): OrbitState {
  const index = Math.min(states.length - 1, Math.max(1, Math.ceil((at - states[0]!.at) / STEP_MS)));
  const [a, b] = [states[index - 1]!, states[index]!];
  const seconds = (b.at - a.at) / 1000;
  const s = (at - a.at) / (b.at - a.at);
  const mixed = (k: 0 | 1 | 2): number =>
    (2 * s ** 3 - 3 * s ** 2 + 1) * a.position[k] +
    (s ** 3 - 2 * s ** 2 + s) * seconds * a.velocity[k] +
    (3 * s ** 2 - 2 * s ** 3) * b.position[k] +
    (s ** 3 - s ** 2) * seconds * b.velocity[k];
  return { position: [mixed(0), mixed(1), mixed(2)], velocity: a.velocity };
}
