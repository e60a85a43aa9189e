import { areaKm2 } from '../../../src/geo/area/area.ts';
import { polygonsOf, verticesOf, type AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { shareOf } from '../../../src/geo/cover/cover.ts';
import { deliveredKm2 } from '../../base/areas/areas.ts';
import { checkCost, mostOf } from '../../base/cost.ts';
import type { Database } from '../../database/open.ts';
import { readCancellably } from '../../database/readOnly.ts';
import { sharesOfMasks } from '../../search/masks/clearShares.ts';
import type { FillDeps } from '../../search/masks/fillMasks.ts';
import { masksOfScenes } from '../../search/masks/masks.queries.ts';
import { searchesWithPostgis, type Bind } from '../../search/scenes.place.ts';
import { readWkb } from '../../search/scenes.wkb.ts';
import { StacLater } from '../requests/stacError.ts';
import { BESIDE, estimatedColumn, type Measure } from './measures.ts';
import { candidates, eachMatch, type Conditions, type Measured } from './matches.ts';
import { joined, requiredPlaces, sqlIs, unmeasured, type Predicate } from './predicate.ts';

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
  /** Read only if shares are wanted. */
  footprints: AreaGeometry[];
}

/** Those of several conditions that must all hold. */
const conjuncts = (predicate: Predicate): readonly Predicate[] =>
  predicate.op === 'and' ? predicate.args.flatMap(conjuncts) : [predicate];

/** Whether a condition has measures, has others, or both. */
function partsOf(predicate: Predicate): { measures: boolean; others: boolean } {
  if (predicate.op === 'measured') return { measures: true, others: false };
  if (predicate.op === 'sql' || predicate.op === 'place') return { measures: false, others: true };
  const parts = (predicate.op === 'not' ? [predicate.arg] : predicate.args).map(partsOf);
  return { measures: parts.some(({ measures }) => measures), others: parts.some(({ others }) => others) };
}

/** Whether all that can match is measured, by the conditions beside those of measures: what is left are these. */
function isAllMeasured(predicate: Predicate, measures: readonly Measure[]): boolean {
  const isApart = conjuncts(predicate).every((one) => {
    const parts = partsOf(one);
    return !(parts.measures && parts.others);
  });
  const places = requiredPlaces(predicate).filter(({ lines, points }) => lines.length + points.length === 0);
  const isWithin = places.some(
    ({ areas: [area, ...more] }) => more.length === 0 && measures.some((one) => one.area === area),
  );
  return isApart && isWithin;
}

/** The scenes near the areas of the measures that may match; all that can if these are the conditions. @throws Refusal tooCostly.scenes */
async function scenesNear(
  db: Pick<Database, 'readPool'>,
  { measures, where }: MeasuredQuery,
  isAll: boolean,
  signal: AbortSignal | undefined,
): Promise<Near> {
  const postgis = await searchesWithPostgis(db.readPool);
  const areas = [...new Set(measures.map(({ area }) => area))];
  const near = areas.map((area): Predicate => {
    const place = { areas: [area], lines: [], points: [], rectangle: null };
    return { op: 'place', place, relation: 'intersects' };
  });
  const condition = (bind: Bind) => {
    const wider = unmeasured(where(bind));
    return isAll ? wider : joined('and', [wider, joined('or', near)]);
  };
  const shares = measures.filter(({ name }) => name === 'aoi_share');
  const corners = shares.reduce((sum, { area }) => sum + verticesOf(polygonsOf(area)), READING_PAIRS);
  const most = mostOf('measures', { pairs: corners });
  return readCancellably(db.readPool, signal, async (client) => {
    const found: Near = { ids: [], footprints: [] };
    let vertices = 0;
    const visit = (row: readonly unknown[]): boolean => {
      found.ids.push(row[0] as number);
      if (shares.length > 0) {
        const footprint = readWkb(row.at(-1) as Buffer) as AreaGeometry;
        vertices += verticesOf(polygonsOf(footprint));
        found.footprints.push(footprint);
      }
      return found.ids.length <= most;
    };
    const matches = candidates({ where: condition }, postgis, 'scenes.id', { limit: most + 1 });
    await eachMatch(client, matches, signal, visit);
    const own = (shares.length * vertices) / Math.max(1, found.ids.length);
    checkCost('measures', found.ids.length, { pairs: corners + own });
    return found;
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
 * @returns the conditions that are left, with the computed values
 * @throws Refusal tooCostly.scenes if they are too many; StacLater while masks of them are made; the signal's reason
 */
export async function measure(
  deps: FillDeps,
  db: Pick<Database, 'readPool'>,
  query: MeasuredQuery,
  signal: AbortSignal | undefined,
): Promise<Conditions> {
  const { measures, where } = query;
  if (measures.length === 0) return { where, measured: null };
  // those of measures bind their values when they are used
  const unbound = where(() => '$1');
  const isAll = isAllMeasured(unbound, measures);
  const { ids, footprints } = await scenesNear(db, query, isAll, signal);
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
  const own = conjuncts(unbound).filter((one) => partsOf(one).measures);
  const left = joined('and', [sqlIs('measured_id is not null'), ...own]);
  return { where: isAll ? () => left : where, measured: { ids, columns } };
}
