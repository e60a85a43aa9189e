import type { SatRec } from 'satellite.js';
import type { SensorType } from '../../../contract/sensors.ts';
import type { AreaGeometry } from '../area/areaGeometry.ts';
import { approachesTo } from './approaches.ts';
import { hasLightFor, sunElevation } from './light.ts';
import { nearestOf, statesOf } from './nearest.ts';
import { lookAt, stateAt } from './orbit.ts';
import { stripOf, type Strip } from './strip.ts';
import { targetOf } from './target.ts';

/** Passes further off nadir are not shown, degrees. */
export const BEYOND_LIMIT_DEG = 60;
/** The longest time from the start of an approach to its closest moment, ms. */
const MARGIN_MS = 15 * 60_000;

/** The satellite, the area and the time of the passes. */
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

/** One pass of a satellite over or near an area, in light that its sensor works in. */
export interface Pass extends Strip {
  /** Closest approach to the middle of the area, ms. */
  at: number;
  /** Least angle to any part of the area, degrees; 0 if the satellite flies over it. */
  offNadirDeg: number;
  /** Least angle to the middle of the area, degrees. */
  centreOffNadirDeg: number;
  /** At the middle of the area, degrees. */
  sunElevationDeg: number;
  isAscending: boolean;
  /** The side of the track that the middle is on. */
  side: 'Left' | 'Right';
}

/**
 * The passes of a satellite over an area in a span of time, in order, each computed on demand: by SGP4,
 * optical sensors in daylight, night cameras in the dark (§5 Tasking from search).
 * @throws RangeError if SGP4 fails for the elements
 */
export function* passesOver(request: PassRequest): Generator<Pass> {
  const { elements, area, sensorType } = request;
  const offNadirMax = Math.min(request.offNadirMax ?? BEYOND_LIMIT_DEG, BEYOND_LIMIT_DEG);
  const target = targetOf(area);
  const span = { from: request.from - MARGIN_MS, to: request.to + MARGIN_MS };
  for (const approach of approachesTo(elements, target, span, offNadirMax)) {
    const sun = sunElevation(approach.near, target.longitude, target.latitude);
    // the sun moves less than 5° in a quarter of an hour
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
