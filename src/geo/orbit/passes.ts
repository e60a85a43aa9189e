import type { SatRec } from 'satellite.js';
import type { SensorType } from '../../../contract/limits.ts';
import type { AreaGeometry } from '../area/areaGeometry.ts';
import { approachesTo } from './approaches.ts';
import { hasLightFor, sunElevation } from './light.ts';
import { nearestOf, statesOf } from './nearest.ts';
import { lookAt, stateAt } from './orbit.ts';
import { stripOf, type Strip } from './strip.ts';
import { targetOf } from './target.ts';

/** Passes further aside are not spoken of, degrees off nadir. */
export const BEYOND_LIMIT_DEG = 60;
/** An approach may begin this long before its closest moment, ms. */
const MARGIN_MS = 15 * 60_000;

/** Whose passes, over what and when. */
export interface PassRequest {
  elements: SatRec;
  sensorType: SensorType;
  /** Width of its strip at nadir, km. */
  swathKm: number;
  area: AreaGeometry;
  /** Instants, ms; the end is not included. */
  from: number;
  to: number;
  /** Passes further off nadir are left out, degrees. */
  offNadirMax?: number;
}

/** One passing of a satellite over or beside an area in light that its sensor works in. */
export interface Pass extends Strip {
  /** Closest approach to the middle of the area, ms. */
  at: number;
  /** Least angle to any part of the area, degrees; 0 when it flies right above. */
  offNadirDeg: number;
  /** Least angle to the middle of the area, degrees. */
  centreOffNadirDeg: number;
  /** At the middle of the area, degrees. */
  sunElevationDeg: number;
  isAscending: boolean;
  /** Side of the track on which the middle lies. */
  side: 'Left' | 'Right';
}

/**
 * The passes of a satellite over an area in a span of time, in their order: SGP4 from its elements, optical sensors in
 * daylight, night cameras in the dark (§5 Tasking from search; decision record 101). Each is found when it is asked for.
 * @throws RangeError when SGP4 has no answer for the elements
 */
export function* passesOver(request: PassRequest): Generator<Pass> {
  const { elements, area, sensorType } = request;
  const offNadirMax = Math.min(request.offNadirMax ?? BEYOND_LIMIT_DEG, BEYOND_LIMIT_DEG);
  const target = targetOf(area);
  const span = { from: request.from - MARGIN_MS, to: request.to + MARGIN_MS };
  for (const approach of approachesTo(elements, target, span, offNadirMax)) {
    const sun = sunElevation(approach.near, target.longitude, target.latitude);
    // a quarter of an hour turns the sun by less than 5°
    if (![sun - 5, sun, sun + 5].some((height) => hasLightFor(sensorType, height))) continue;
    const states = statesOf(elements, approach);
    const nearest = nearestOf(elements, target, states);
    if (nearest === null || nearest.at < request.from || nearest.at >= request.to) continue;
    if (nearest.offNadirDeg > offNadirMax) continue;
    const sunElevationDeg = sunElevation(nearest.at, target.longitude, target.latitude);
    if (!hasLightFor(sensorType, sunElevationDeg)) continue;
    const look = lookAt(stateAt(elements, nearest.at), target.longitude, target.latitude);
    yield {
      ...nearest,
      sunElevationDeg,
      isAscending: look.isAscending,
      side: look.side,
      ...stripOf(target, states, nearest.at, request.swathKm),
    };
  }
}
