import type { AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { polygonsOf, verticesOf } from '../../../src/geo/area/areaGeometry.ts';
import { shareOf } from '../../../src/geo/cover/cover.ts';
import { deliveredKm2 } from '../../base/areas/areas.ts';
import { checkCost, mostOf } from '../../base/cost.ts';
import type { Database } from '../../database/open.ts';
import { readCancellably } from '../../database/readOnly.ts';
import { sharesOfMasks } from '../../search/masks/clearShares.ts';
import type { FillDeps } from '../../search/masks/fillMasks.ts';
import { masksOfScenes } from '../../search/masks/masks.queries.ts';
import { inTurns } from '../../search/scenes.intersects.ts';
import { searchesWithPostgis, type Bind } from '../../search/scenes.place.ts';
import { readWkb } from '../../search/scenes.wkb.ts';
import { StacLater } from '../requests/stacError.ts';
import { BESIDE, estimatedColumn, type Measure } from './measures.ts';
import { exactSql, joined, requiredPlaces, unmeasured, widerSql, type Predicate } from './predicate.ts';
import { squareDegrees } from './spatial.ts';

/** The values of scenes near the areas of measures: a table that is joined to the scenes. */
export interface Measured {
  /** Of the scenes, in the table. */
  ids: readonly number[];
  columns: readonly { name: string; values: readonly (number | null)[]; beside: string }[];
}

/** The scenes as a table, with the columns of measures. */
function scenesSql(measured: Measured | null, bind: Bind): string {
  if (measured === null) return 'scenes';
  const lists = measured.columns.map(({ values }) => `${bind(values)}::float8[]`);
  const names = measured.columns.map(({ name }) => name);
  return `scenes left join unnest(${[`${bind(measured.ids)}::bigint[]`, ...lists].join(', ')})
    as measured (${['measured_id', ...names].join(', ')}) on measured_id = scenes.id`;
}

/** Square degrees up to which the index of places is always used: the planner doesn't know the extent of boxes. */
const NEAR_SQUARE_DEGREES = 400;

/** From where a statement reads the scenes for which a condition holds, and without PostGIS others near their places. */
export function scenesWhere(
  predicate: Predicate,
  {
    postgis,
    bind,
    measured,
    more = [],
  }: { postgis: boolean; bind: Bind; measured: Measured | null; more?: readonly string[] | undefined },
): string {
  const conditions = [postgis ? exactSql(predicate, bind) : widerSql(predicate, bind), ...more].join(' and ');
  const from = `from ${scenesSql(measured, bind)} where ${conditions}`;
  const places = requiredPlaces(predicate);
  const isNear = !postgis && places.some((place) => squareDegrees(place) <= NEAR_SQUARE_DEGREES);
  return isNear ? `from (select * ${from} offset 0) scenes` : from;
}

/** The values of the measures in a row. */
export const measuredColumns = (measured: Measured | null): string[] =>
  (measured?.columns ?? []).map(({ name, beside }) => `coalesce(${name}, ${beside})`);

/** To read a scene, and to write its values to the next statement, costs as much as so many pairs of corners. */
const READING_PAIRS = 20;
/** Footprints of one task: others have their turn after it. */
const FOOTPRINTS_AT_ONCE = 1_000;
/** Masks that one search makes if they are missing, within a few seconds. */
const MASKS_AT_ONCE = 1_000;
/** When a search whose masks are being made may be sent again, seconds. */
const MASKS_SECONDS = 1;

/** Percent of an area that each footprint covers. */
async function sharesOf(area: AreaGeometry, footprints: readonly AreaGeometry[]): Promise<number[]> {
  const whole = areaKm2(area);
  const shares: number[] = [];
  for (let from = 0; from < footprints.length; from += FOOTPRINTS_AT_ONCE) {
    const covered = await deliveredKm2(footprints.slice(from, from + FOOTPRINTS_AT_ONCE), area);
    for (const km2 of covered) shares.push(100 * shareOf(km2, whole));
  }
  return shares;
}

interface Near {
  ids: number[];
  footprints: AreaGeometry[];
}

/** The scenes near the areas of the measures that may match. @throws Refusal tooCostly.scenes */
async function scenesNear(
  db: Pick<Database, 'readPool'>,
  query: MeasuredQuery,
  signal: AbortSignal | undefined,
): Promise<Near> {
  const { measures, where } = query;
  const postgis = await searchesWithPostgis(db.readPool);
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const areas = [...new Set(measures.map(({ area }) => area))];
  const near = areas.map((area): Predicate => {
    const place = { areas: [area], lines: [], points: [], rectangle: null };
    return { op: 'place', place, relation: 'intersects' };
  });
  const condition = joined('and', [unmeasured(where(bind)), joined('or', near)]);
  const shares = measures.filter(({ name }) => name === 'aoi_share');
  const corners = shares.reduce((sum, { area }) => sum + verticesOf(polygonsOf(area)), READING_PAIRS);
  const source = scenesWhere(condition, { postgis, bind, measured: null });
  const text = `select id, footprint ${source} limit ${mostOf('measures', { pairs: corners }) + 1}`;
  return readCancellably(db.readPool, signal, async (client) => {
    const { rows } = await client.query<[number, Buffer]>({ text, values, rowMode: 'array' });
    const footprints: AreaGeometry[] = [];
    let vertices = 0;
    await inTurns(rows, signal, ([, bytes]) => {
      const footprint = readWkb(bytes) as AreaGeometry;
      vertices += verticesOf(polygonsOf(footprint));
      footprints.push(footprint);
    });
    const own = (shares.length * vertices) / Math.max(1, rows.length);
    checkCost('measures', rows.length, { pairs: corners + own });
    return { ids: rows.map(([id]) => id), footprints };
  });
}

export interface MeasuredQuery {
  /** The condition, with its values bound to a statement. */
  where: (bind: Bind) => Predicate;
  /** What the condition, the order or the answer has of functions over areas. */
  measures: readonly Measure[];
}

/**
 * Computes what a search has of functions over areas, for the scenes near the areas that may match.
 * @returns null if it has none
 * @throws Refusal tooCostly.scenes if they are too many; StacLater while masks of them are made; the signal's reason
 */
export async function measure(
  deps: FillDeps,
  db: Pick<Database, 'readPool'>,
  query: MeasuredQuery,
  signal: AbortSignal | undefined,
): Promise<Measured | null> {
  const { measures } = query;
  if (measures.length === 0) return null;
  const { ids, footprints } = await scenesNear(db, query, signal);
  const clear = measures.filter(({ name }) => name === 'aoi_clear');
  if (clear.length > 0) checkCost('clearShares', ids.length, { scenes: clear.length });
  const masks = clear.length === 0 ? [] : await masksOfScenes(db, ids);
  const columns: Measured['columns'][number][] = [];
  for (const one of measures) {
    const { name, area, column } = one;
    if (name === 'aoi_share') {
      const values = await sharesOf(area as AreaGeometry, footprints);
      columns.push({ name: column, values, beside: BESIDE[name] });
      continue;
    }
    const found = await sharesOfMasks(deps, area as AreaGeometry, masks, MASKS_AT_ONCE, signal);
    if (found.pending.length > 0)
      throw new StacLater(
        `the clear shares of ${found.pending.length} Items are being worked out`,
        MASKS_SECONDS,
      );
    const estimated = new Set(found.estimated);
    columns.push(
      { name: column, values: found.shares, beside: BESIDE[name] },
      { name: estimatedColumn(one), values: ids.map((_, at) => (estimated.has(at) ? 1 : 0)), beside: '0' },
    );
  }
  return { ids, columns };
}
