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

type Single = Exclude<Relaxable, 'sensor' | 'all'>;

/** The restricting conditions and the relaxed value of each; without dates and sensor. */
function changesOf(condition: SearchCondition): [Single, Relaxation['change']][] {
  const { hasResolution, hasProductModes } = SENSORS[condition.sensorType];
  const changes: [Single, Relaxation['change'], boolean][] = [
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

/** The most pairs of conditions that are proposed. */
const PAIRS_MAX = 3;

/**
 * Where no single condition is the cause: the pairs that bring most scenes when both are relaxed, or, if no pair does, all
 * conditions at once with the sensor that has most scenes there, which are none if the archive has none of the place.
 * @param any every scene over the area, with its day
 * @param cap as in `relaxationsOf`
 */
export function widerRelaxationsOf(
  condition: SearchCondition,
  any: readonly NearMatches[],
  cap: number,
): Relaxation[] {
  const most = cap + 1;
  const { sensorType } = condition;
  const others = SENSOR_TYPES.filter((type) => type !== sensorType);
  const wider = (groups: readonly NearMatches[], relaxed: number, changes: Relaxation['change']) => ({
    change: { ...changes, ...((relaxed & FAILS.dates) === 0 ? {} : widenedDates(condition, groups, most)) },
    numberMatched: Math.min(most, countOf(groups)),
  });
  const single = changesOf(condition);
  const pairs = single.flatMap(([filter, change], at): Relaxation[] => [
    ...single.slice(at + 1).map(([also, another]) => {
      const relaxed = FAILS[filter] | FAILS[also];
      return {
        filter,
        also,
        ...wider(matchesOf(any, sensorType, relaxed), relaxed, { ...change, ...another }),
      };
    }),
    ...others.map((type) => {
      const relaxed = FAILS[filter] | FAILS.satellites;
      const sensor = { sensorType: type, satList: [] };
      return {
        filter,
        also: 'sensor' as const,
        ...wider(matchesOf(any, type, relaxed), relaxed, { ...change, ...sensor }),
      };
    }),
  ]);
  // of the other sensors, the one with most scenes
  const helpful = pairs
    .filter(({ numberMatched }) => numberMatched > 0)
    .sort((a, b) => b.numberMatched - a.numberMatched)
    .filter(
      (one, at, all) => all.findIndex((two) => two.filter === one.filter && two.also === one.also) === at,
    );
  if (helpful.length > 0) return helpful.slice(0, PAIRS_MAX);
  const every = Object.values(FAILS).reduce((sum, bit) => sum | bit, 0);
  // a condition that only the other sensor has restricts once that sensor is chosen
  const widestFor = (type: SensorType) =>
    Object.assign(
      {},
      ...[...single, ...changesOf({ ...condition, sensorType: type })].map(([, change]) => change),
    ) as Relaxation['change'];
  const [best] = [sensorType, ...others]
    .map((type) => {
      const changes = {
        ...widestFor(type),
        ...(type !== sensorType && { sensorType: type, satList: [] }),
      };
      return { filter: 'all' as const, ...wider(matchesOf(any, type, every), every, changes) };
    })
    .sort((a, b) => b.numberMatched - a.numberMatched);
  return best === undefined ? [] : [best];
}
