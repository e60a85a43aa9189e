import type { PriceResult } from '../../../contract/orders/orders.ts';
import type { SearchCondition } from '../../../contract/search.ts';
import { SENSORS } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { FleetPass, FleetPasses, FleetQuestion } from '../../geo/orbit/fleetPasses.ts';
import { fleetQuestionOf, newDraft } from './newAcquisition.rules.ts';
import { passesWithin } from './passes.rules.ts';

/** The next pass of a satellite over an AOI, and the price of the acquisition; null if it isn't known. */
export interface NextPass {
  satellite: Satellite;
  pass: FleetPass;
  price: PriceResult | null;
}

/** The conditions of a search that name its satellites. */
type Wanted = Pick<SearchCondition, 'sensorType' | 'satList' | 'gsd'>;

/** The satellites whose images could answer a search. */
function wantedOf(satellites: readonly Satellite[], { sensorType, satList, gsd }: Wanted): Satellite[] {
  const { hasResolution, hasSatellites } = SENSORS[sensorType];
  return satellites.filter(
    (one) =>
      one.sensorType === sensorType &&
      (!hasSatellites || satList.length === 0 || satList.includes(one.code)) &&
      (!hasResolution || gsd === undefined || one.gsd <= gsd),
  );
}

/**
 * The passes to look for, null if there are none: the first is wanted, so several satellites share the window of a new
 * acquisition.
 */
export function nextPassQuestion(
  satellites: readonly Satellite[],
  condition: Wanted,
  aoi: Aoi,
  now: Date,
): FleetQuestion | null {
  const question = fleetQuestionOf(wantedOf(satellites, condition), aoi, newDraft(now), now);
  const asked = Object.entries(question?.satellites ?? {});
  if (question === null || asked.length === 0) return null;
  const shared = asked.map(([code, one]) => [
    code,
    { ...one, to: one.from + (one.to - one.from) / asked.length },
  ]);
  return { ...question, satellites: Object.fromEntries(shared) as FleetQuestion['satellites'] };
}

/** The earliest pass within the angle of a new acquisition. */
export function nextPassOf(satellites: readonly Satellite[], found: FleetPasses, now: Date): NextPass | null {
  const { maxOffNadirAngle } = newDraft(now);
  const passes = satellites.flatMap((satellite) =>
    passesWithin(found[satellite.code]?.passes ?? [], maxOffNadirAngle).map((pass) => ({ satellite, pass })),
  );
  const [next] = passes.sort((one, other) => one.pass.at - other.pass.at);
  return next === undefined ? null : { ...next, price: null };
}
