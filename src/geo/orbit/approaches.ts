import type { SatRec } from 'satellite.js';
import { length, stateAt, type Vector } from './orbit.ts';
import { angleBetween, type Target } from './target.ts';

/** A stretch of time around one closest approach to a target; instants in ms. */
export interface Approach {
  from: number;
  near: number;
  to: number;
}

/** Of the first look along the orbit: a low satellite flies 4° of its circle in it. */
const STEP_MS = 60_000;
const RAD = Math.PI / 180;
const EARTH_KM = 6378.137;

/** Angle at the Earth's centre, radians, that an off-nadir angle reaches from a distance (km) to the Earth's centre. */
function reachOf(distanceKm: number, offNadirDeg: number): number {
  const sine = (distanceKm / EARTH_KM) * Math.sin(offNadirDeg * RAD);
  // past the horizon: up to the horizon
  return sine >= 1 ? Math.acos(EARTH_KM / distanceKm) : Math.asin(sine) - offNadirDeg * RAD;
}

/**
 * When a satellite comes near enough to a target that an off-nadir angle could reach it, one stretch for each closest
 * approach to the target's centre, in the order of time. Approaches whose closest moment lies a little outside of the
 * span may be among them.
 * @param span instants, ms
 */
export function* approachesTo(
  elements: SatRec,
  target: Target,
  span: { from: number; to: number },
  offNadirDeg: number,
): Generator<Approach> {
  let before: { at: number; angle: number } | null = null;
  let open: Approach | null = null;
  let least = Infinity;
  let falls = true;
  for (let at = span.from - STEP_MS; at <= span.to + STEP_MS; at += STEP_MS) {
    const { position, velocity } = stateAt(elements, at);
    const distance = length(position);
    const below: Vector = [position[0] / distance, position[1] / distance, position[2] / distance];
    const angle = angleBetween(below, target.direction);
    const halfStep = ((length(velocity) / distance) * STEP_MS) / 2000;
    const isNear = angle <= target.radius + reachOf(distance, offNadirDeg) + halfStep;
    // beyond the farthest point between two approaches the next one begins
    const turns: boolean = open !== null && before !== null && !falls && angle < before.angle;
    if (open !== null && (!isNear || turns)) {
      yield { ...open, to: at };
      [open, least] = [null, Infinity];
    }
    if (isNear) {
      open ??= { from: at - STEP_MS, near: at, to: at };
      if (angle < least) [least, open.near] = [angle, at];
    }
    falls = before === null || angle <= before.angle;
    before = { at, angle };
  }
  if (open !== null) yield { ...open, to: span.to + 2 * STEP_MS };
}
