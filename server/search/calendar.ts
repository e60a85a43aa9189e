import {
  CALENDAR,
  countsClear,
  type CalendarRequest,
  type CalendarWeek,
  type CoverageCalendar,
} from '../../contract/search.ts';
import { checkCost, mostOf, msOf } from '../base/cost.ts';
import type { Database } from '../database/open.ts';
import { readCancellably } from '../database/readOnly.ts';
import { MADE_AT_ONCE } from './masks/clearShares.ts';
import { fillMasks, type FillDeps } from './masks/fillMasks.ts';
import { packAll } from './masks/mask.ts';
import { measureWeeks, TASK_MS } from './masks/masks.ts';
import { CURRENT } from './masks/masks.queries.ts';
import { POINTS } from './masks/weekShares.ts';
import type { SceneQuery } from './scenes.ts';
import { conditionsSql, type Statement } from './scenes.search.ts';
import { searchesWithPostgis, startOfDay, type Bind } from './scenes.place.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The first and the last day of all weeks as a search has them. */
export const datesOf = ({ lastDay }: Pick<CalendarRequest, 'lastDay'>) => ({
  acquisitionDateFrom: dayAfter(lastDay, 1 - DAYS * CALENDAR.weeks),
  acquisitionDateTo: lastDay,
});

/** A scene of a week, from 0; `id` is null if its mask is made already, or none is needed. */
type Row = [week: number, footprint: Buffer, mask: Buffer | null, id: number | null];

/** The scenes by week, the clearest first: the others of a week then have little to add. */
function weeksStatement(query: SceneQuery, postgis: boolean, isClearCounted: boolean): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where = conditionsSql(query, postgis, bind);
  const week = `floor(extract(epoch from acquired - ${startOfDay(bind(query.from))}) / ${DAYS * 86_400})::int`;
  const known = isClearCounted
    ? 'm.mask, case when m.scene_id is null and sensor_type is not null then scenes.id end'
    : 'null, null';
  const text = `select ${week} as week, footprint, ${known}
     from scenes ${isClearCounted ? CURRENT : ''} where ${where}
     order by week ${isClearCounted ? ', m.clear desc nulls last' : ''} limit ${bind(query.cap)}`;
  return { text, values };
}

/**
 * What the scenes of each week show of the area together.
 * @param query whose dates are those of all weeks
 * @throws Refusal tooCostly.scenes, or the signal's reason if aborted
 */
export async function calendarOf(
  deps: FillDeps & { db: Pick<Database, 'readPool'> },
  query: SceneQuery & { sensorType: NonNullable<SceneQuery['sensorType']> },
  signal?: AbortSignal,
): Promise<CoverageCalendar> {
  const { area, from, sensorType } = query;
  const corners = (area.type === 'Polygon' ? [area.coordinates] : area.coordinates)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0);
  const each = { scenes: 1, points: POINTS, placements: corners };
  const seesClouds = countsClear(sensorType);
  const postgis = await searchesWithPostgis(deps.db.readPool);
  const statement = weeksStatement(
    { ...query, cap: mostOf('coverageCalendar', each) + 1 },
    postgis,
    seesClouds,
  );
  const { rows } = await readCancellably(deps.db.readPool, signal, (client) =>
    client.query<Row>({ ...statement, rowMode: 'array' }),
  );
  checkCost('coverageCalendar', rows.length, each);
  const missing = rows.flatMap(([, , , id]) => id ?? []);
  const made = await fillMasks(deps, missing.slice(0, MADE_AT_ONCE), signal);
  const weeks: Row[][] = Array.from({ length: CALENDAR.weeks }, () => []);
  for (const row of rows) weeks[row[0]]?.push(row);
  const atOnce = Math.floor(TASK_MS / msOf(each));
  const shares: number[] = [];
  const place = JSON.stringify(area);
  for (let at = 0; at < weeks.length;) {
    signal?.throwIfAborted();
    const task: Row[][] = [];
    let size = 0;
    do {
      size += weeks[at]!.length;
      task.push(weeks[at++]!);
    } while (at < weeks.length && size + weeks[at]!.length <= atOnce);
    const scenes = packAll(
      task.flat().flatMap(([, footprint, mask, id]) => [footprint, mask ?? made.get(id ?? -1)?.mask ?? NONE]),
    );
    const counts = task.map(({ length }) => length);
    shares.push(...(await measureWeeks({ area: place, seesClouds, counts, scenes })));
  }
  const percent = (share: number) => Math.round(share * 1000) / 10;
  return {
    weeks: weeks.map((_, at): CalendarWeek => {
      const [scenes = 0, covered = 0, clear = 0] = shares.slice(at * 3, at * 3 + 3);
      const day = dayAfter(from, DAYS * at);
      return {
        from: day,
        to: dayAfter(day, DAYS - 1),
        scenes,
        covered: percent(covered),
        clear: seesClouds ? percent(clear) : null,
      };
    }),
    pending: Math.max(0, missing.length - MADE_AT_ONCE),
  };
}

const NONE = new Uint8Array();
