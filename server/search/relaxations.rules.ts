import { CLOUD, OFF_NADIR } from '../../contract/limits.ts';
import { SENSOR_TYPES, SENSORS, type SensorType } from '../../contract/sensors.ts';
import type { Relaxable, Relaxation, SearchCondition } from '../../contract/search.ts';
import { countingFor, FAILS, type NearMatches } from './scenes.relaxed.ts';

/** Groups that match this sensor type without the conditions in `relaxed` (bits of FAILS). */
function matchesOf(near: readonly NearMatches[], sensorType: SensorType, relaxed: number): NearMatches[] {
  const counting = countingFor(sensorType) & ~relaxed;
  return near.filter(
    (group) =>
      (group.sensorType === null || group.sensorType === sensorType) && (group.failed & counting) === 0,
  );
}

function countOf(groups: readonly NearMatches[]): number {
  return groups.reduce((sum, group) => sum + group.count, 0);
}

/**
 * The narrowest dates, including the condition's own, that match every scene that any dates would match, up
 * to the newest `most`, the search's maximum.
 */
function widenedDates(condition: SearchCondition, groups: readonly NearMatches[], most: number) {
  const { acquisitionDateFrom, acquisitionDateTo } = condition;
  const days = groups.flatMap(({ day, count }) => (day === null ? [] : [{ day, count }]));
  days.sort((a, b) => (a.day < b.day ? 1 : -1));
  let counted = 0;
  const first = days.find(({ count }) => (counted += count) >= most) ?? days.at(-1);
  const [oldest, newest] = [first?.day ?? acquisitionDateFrom, days[0]?.day ?? acquisitionDateTo];
  return {
    acquisitionDateFrom: oldest < acquisitionDateFrom ? oldest : acquisitionDateFrom,
    acquisitionDateTo: newest > acquisitionDateTo ? newest : acquisitionDateTo,
  };
}

/** The sensor type with most matches, without the satellites, since each has its own sensor. */
function otherSensor(condition: SearchCondition, near: readonly NearMatches[], most: number) {
  const others = SENSOR_TYPES.filter((type) => type !== condition.sensorType).map((sensorType) => ({
    sensorType,
    count: Math.min(most, countOf(matchesOf(near, sensorType, FAILS.satellites))),
  }));
  const [best] = others.toSorted((a, b) => b.count - a.count);
  const satList = condition.satList.length > 0 ? { satList: [] } : {};
  return { change: { sensorType: best?.sensorType, ...satList }, count: best?.count ?? 0 };
}

/** The restricting conditions and the relaxed value of each; without dates and sensor. */
function changesOf(condition: SearchCondition): [Exclude<Relaxable, 'sensor'>, Relaxation['change']][] {
  const { hasResolution, hasProductModes } = SENSORS[condition.sensorType];
  const changes: [Exclude<Relaxable, 'sensor'>, Relaxation['change'], boolean][] = [
    ['dates', {}, true],
    ['cloudCover', { maxCloudCover: CLOUD.max }, condition.maxCloudCover < CLOUD.max],
    ['offNadirAngle', { maxOffNadirAngle: OFF_NADIR.max }, condition.maxOffNadirAngle < OFF_NADIR.max],
    ['resolution', { gsd: null }, hasResolution && condition.gsd !== undefined],
    ['satellites', { satList: [] }, condition.satList.length > 0],
    ['productMode', { productMode: null }, hasProductModes && condition.productMode !== undefined],
  ];
  return changes.flatMap(([filter, change, restricts]) => (restricts ? [[filter, change]] : []));
}

/**
 * For each restricting condition, how many scenes match if only that one is relaxed, and the change that does
 * it.
 * @param cap of a search; numbers are counted up to cap + 1
 */
export function relaxationsOf(
  condition: SearchCondition,
  near: readonly NearMatches[],
  cap: number,
): Relaxation[] {
  const most = cap + 1;
  const list = changesOf(condition).map(([filter, change]): Relaxation => {
    const groups = matchesOf(near, condition.sensorType, FAILS[filter]);
    return {
      filter,
      change: filter === 'dates' ? widenedDates(condition, groups, most) : change,
      numberMatched: Math.min(most, countOf(groups)),
    };
  });
  const sensor = otherSensor(condition, near, most);
  return [...list, { filter: 'sensor', change: sensor.change, numberMatched: sensor.count }];
}
