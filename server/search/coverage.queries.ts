import type pg from 'pg';
import {
  COVERAGE_CELLS_MAX,
  COVERAGE_LEVELS,
  coverageColumns,
  type Coverage,
  type CoverageQuery,
} from '../../contract/search.ts';
import { Refusal } from '../base/refusal.ts';
import { endOfDay, searchesWithPostgis, startOfDay } from './scenes.place.ts';

/** Days, YYYY-MM-DD: from the first one to before the second one. */
type Span = readonly [from: string, to: string];

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The whole months of some days, and the days before and after them. */
function monthsOf(from: string, to: string): { months: Span; beside: Span[] } {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const [lastYear = 0, lastMonth = 0, lastDay = 0] = to.split('-').map(Number);
  const after = dayOf(lastYear, lastMonth - 1, lastDay + 1);
  const first = day === 1 ? from : dayOf(year, month, 1);
  const end = `${after.slice(0, 8)}01`;
  if (first >= end) return { months: [from, from], beside: [[from, after]] };
  const beside: Span[] = [
    [from, first],
    [end, after],
  ];
  return { months: [first, end], beside: beside.filter(([start, stop]) => start < stop) };
}

const rowsOf = async (pool: pg.Pool, text: string, values: unknown[]): Promise<number[]> =>
  (await pool.query<number[]>({ text, values, rowMode: 'array' })).rows.flat();

/** Of the world: whole months by the sums of scene_cells, the days beside them by an index. */
function countWorld(pool: pg.Pool, { sensorType, from, to, level }: CoverageQuery): Promise<number[]> {
  const { months, beside } = monthsOf(from, to);
  const values: unknown[] = [sensorType, ...months, 2 ** (COVERAGE_LEVELS.world - level)];
  const days = beside.map(([start, stop]) => {
    const at = values.push(start, stop);
    return `union all select cell, 1 from scenes where (sensor_type = $1 or sensor_type is null)
      and acquired >= ${startOfDay(`$${at - 1}`)} and acquired < ${startOfDay(`$${at}`)}`;
  });
  return rowsOf(
    pool,
    `select cell % 512 / $4::int as x, cell / 512 / $4::int as y, sum(scenes)::int from (
       select cell, scenes from scene_cells where (sensor_type = $1 or sensor_type is null) and month >= $2::date and month < $3::date
       ${days.join(' ')}
     ) counted (cell, scenes) group by x, y having sum(scenes) > 0`,
    values,
  );
}

/** Of a part of the map: scene by scene. @throws Refusal badRequest without a part, or with too large a one */
async function countPart(pool: pg.Pool, query: CoverageQuery): Promise<number[]> {
  const { sensorType, from, to, level, west, south, east, north } = query;
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    throw new Refusal('badRequest', { fields: 'west, south, east, north' });
  const columns = coverageColumns(level);
  if (!(west < east && south < north) || ((east - west) / 360) * columns > COVERAGE_CELLS_MAX)
    throw new Refusal('badRequest', { fields: 'west, east' });
  const place = (await searchesWithPostgis(pool))
    ? 'geom && ST_MakeEnvelope($4, $5, $6, $7, 4326)'
    : 'bounds && box(point($4, $5), point($6, $7))';
  return rowsOf(
    pool,
    `select x, y, count(*)::int from scenes,
       lateral (select floor(((center(bounds))[0] + 180) / 360 * $8)::int as x,
         floor((1 - ln(tan(pi() / 4 + greatest(-85, least(85, (center(bounds))[1])) * pi() / 360)) / pi()) / 2 * $8)::int as y) cell
     where ${place} and (sensor_type = $1 or sensor_type is null)
       and acquired >= ${startOfDay('$2')} and acquired < ${endOfDay('$3')}
     group by x, y`,
    [sensorType, from, to, west, south, east, north, columns],
  );
}

/** Counts the scenes of a sensor by the cells in which their middles lie. */
export async function countCoverage(pool: pg.Pool, query: CoverageQuery): Promise<Coverage> {
  const count = query.level <= COVERAGE_LEVELS.world ? countWorld : countPart;
  return { level: query.level, cells: await count(pool, query) };
}

/** Puts sums of the same month and cell together, once they are many. */
export async function compactCoverage(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `with gone as (
       delete from scene_cells
       where (select count(*) > 1.2 * count(distinct (sensor_type, month, cell)) from scene_cells) returning *
     )
     insert into scene_cells select sensor_type, month, cell, sum(scenes) from gone group by 1, 2, 3 having sum(scenes) <> 0`,
  );
  // what is gone would be read each time
  if (rowCount !== 0) await pool.query('vacuum (analyze) scene_cells');
}
