import type { SatRec } from 'satellite.js';
import { SENSOR } from '../../../contract/sensors.ts';
import { abeamTime, geodeticOf, lookAt, stateAt } from '../../../src/geo/orbit/orbit.ts';
import type { SimulatedSatellite } from './constellation.ts';
import { hasLight, type Pass } from './frames.ts';
import { between, type Random } from './random.ts';
import type { Position } from './targets.ts';

const RAD = Math.PI / 180;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Length of a degree of latitude, km. */
const DEGREE_KM = 111.2;
/** A target is abeam a little beside where the track crosses its latitude; what is too far off is found out by its angle. */
const REACH_MARGIN = 1.1;
/** The highest latitude that is passed over, degrees. */
const TURN_DEG = 82;

/** Where the satellite is on its orbit, in half revolutions from the ascending node, 0 ≤ x < 2. */
function phaseOf(latitude: number, isAscending: boolean): number {
  const sin = Math.sin(latitude * RAD) / Math.sin(TURN_DEG * RAD);
  const phase = Math.asin(Math.max(-1, Math.min(1, sin))) / Math.PI;
  return ((isAscending ? phase : 1 - phase) + 2) % 2;
}

/** The time between two crossings of a latitude, ms: the mean anomaly and the perigee both move (Spacetrack Report 3). */
const periodOf = ({ mdot, argpdot }: SatRec): number => (2 * Math.PI * MINUTE_MS) / (mdot + argpdot);

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

/**
 * The instants after `from` at which a sun-synchronous satellite crosses the latitude of a place no further from it than the
 * given distance (km), without end. Its track moves by the same longitude each revolution, which is counted instead of computed.
 */
function* crossings(
  { elements }: SimulatedSatellite,
  [longitude, latitude]: Position,
  isAscending: boolean,
  reachKm: number,
  from: number,
): Generator<number> {
  const period = periodOf(elements);
  const now = stateAt(elements, from);
  const here = phaseOf(geodeticOf(now.position).latitude, now.velocity[2] > 0);
  const first = from + ((phaseOf(latitude, isAscending) - here + 2) % 2) * (period / 2);
  const offset = geodeticOf(stateAt(elements, first).position).longitude - longitude;
  const shift = (360 * period) / DAY_MS;
  const reach = reachKm / (DEGREE_KM * Math.cos(latitude * RAD));
  for (let turn = 0; ; turn++)
    if (Math.abs(wrapped(offset - turn * shift)) <= reach) yield first + turn * period;
}

/** What a pass has to be like. */
export interface Wanted {
  satellite: SimulatedSatellite;
  place: Position;
  /** Its strip lies between these instants, ms. */
  from: number;
  to: number;
  /** The largest angle, degrees, if it is less than the satellite's own. */
  offNadirMax?: number;
  /** Scenes of its strip. */
  frames: number;
}

/**
 * Whether a satellite images on its way north, on its way south, or on both: the simulated orbits cross the equator northwards
 * in the evening, and radars need no light.
 */
export function directionsOf({ sensorType }: SimulatedSatellite): readonly boolean[] {
  if (sensorType === SENSOR.SAR) return [true, false];
  return [sensorType === SENSOR.NIGHT];
}

/** The passes over a place in order of time, at angles and in light in which the satellite takes pictures. */
export function* passesOver(random: Random, isAscending: boolean, wanted: Wanted): Generator<Pass> {
  const { satellite, place, from, to, frames } = wanted;
  const [longitude, latitude] = place;
  const [least, widest] = satellite.offNadir;
  const most = Math.min(widest, wanted.offNadirMax ?? widest);
  const heightKm = (398_600.8 / (satellite.elements.no / 60) ** 2) ** (1 / 3) - 6371;
  const reachKm = Math.tan(most * RAD) * heightKm * REACH_MARGIN;
  for (const near of crossings(satellite, place, isAscending, reachKm, from)) {
    if (near > to) return;
    const at = abeamTime(satellite.elements, near, longitude, latitude);
    if (at === null || at < from + MINUTE_MS || at >= to - MINUTE_MS) continue;
    const { offNadirDeg } = lookAt(stateAt(satellite.elements, at), longitude, latitude);
    if (offNadirDeg < least || offNadirDeg > most || !hasLight(satellite, at, longitude, latitude)) continue;
    const mode = satellite.modes[Math.floor(random() * satellite.modes.length)]!;
    yield { satellite, mode, at, longitude, latitude, frames, isAscending };
  }
}

/** A pass over a place at a random time: the first one after it, else the first of the span. */
export function drawPass(random: Random, wanted: Wanted): Pass | undefined {
  const { satellite, from, to } = wanted;
  const directions = directionsOf(satellite);
  const isAscending = directions[Math.floor(random() * directions.length)]!;
  for (const start of [between(random, from, to), from]) {
    const { value } = passesOver(random, isAscending, { ...wanted, from: start }).next();
    if (value) return value;
  }
  return undefined;
}
