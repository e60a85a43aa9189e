import type { SatRec } from 'satellite.js';
import { length, stateAt, type Vector } from './orbit.ts';
import { angleBetween, type Target } from './target.ts';

/** The interval around one closest approach to a target; instants in ms. */
export interface Approach {
  from: number;
  near: number;
  to: number;
}

/** Step of the first scan along the orbit, ms: about 4° of a low orbit. */
const STEP_MS = 60_000;
const RAD = Math.PI / 180;
const EARTH_KM = 6378.137;

/** Angle at the Earth's centre, radians, of an off-nadir angle (degrees) at a distance to the centre (km). */
function reachOf(distanceKm: number, offNadirDeg: number): number {
  const sine = (distanceKm / EARTH_KM) * Math.sin(offNadirDeg * RAD);
  // limited to the horizon
  return sine >= 1 ? Math.acos(EARTH_KM / distanceKm) : Math.asin(sine) - offNadirDeg * RAD;
}

/**
 * The intervals in which an off-nadir angle could reach a target, one per closest approach to its centre, in
 * order of time. May include approaches whose closest moment is slightly outside the span.
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
    // the next approach begins at the farthest point between two
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
