import { aoiOf, type Aoi } from '../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { polygonsOf, verticesOf, type AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { outlineOf } from '../../../src/geo/write/outline.ts';
import { intersectionOf, sharedAreaKm2 } from '../../../src/geo/cover/cover.ts';
import { widened } from '../../../src/geo/cover/widened.ts';
import { GeometryError, isFileErrorCode } from '../../../src/geo/geometryError.ts';
import { readAreaWkt } from '../../../src/geo/wkt/wkt.ts';
import { cornersOfWkt, msOf } from '../cost.ts';
import { Refusal } from '../refusal.ts';

/** A WKT text, its size and its outline for lists; see outlineOf. */
export interface Outlined {
  wkt: string;
  areaKm2: number;
  outline: string | null;
}

/**
 * What is asked about areas: the check of a WKT text, also with its outline for lists, the km² delivered of footprints,
 * the ground that two share, also widened to an area.
 */
export type AreaTask =
  | { kind: 'area'; wkt: string }
  | { kind: 'outlined'; wkt: string }
  | { kind: 'delivered'; footprints: readonly AreaGeometry[]; clip: AreaGeometry | null }
  | { kind: 'shared'; footprint: AreaGeometry; area: AreaGeometry }
  | { kind: 'widened'; footprint: AreaGeometry; area: AreaGeometry; km2: number };

/** The answers, by the kind of the task. */
export interface AreaAnswers {
  area: Aoi;
  outlined: Outlined;
  delivered: number[];
  shared: AreaGeometry | null;
  widened: AreaGeometry | null;
}

function aoiOfWkt(wkt: string): Aoi {
  try {
    return aoiOf(readAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']));
  } catch (error) {
    if (!(error instanceof GeometryError) || isFileErrorCode(error.code)) throw error;
    throw new Refusal(`geometry.${error.code}`, error.params);
  }
}

/** Does a task at once. @throws Refusal geometry.* if a WKT text is not a valid area */
export function areaAnswer<Kind extends AreaTask['kind']>(
  task: Extract<AreaTask, { kind: Kind }>,
): AreaAnswers[Kind];
export function areaAnswer(task: AreaTask): AreaAnswers[AreaTask['kind']] {
  if (task.kind === 'area') return aoiOfWkt(task.wkt);
  if (task.kind === 'outlined') {
    const { geometry, wkt, areaKm2: km2 } = aoiOfWkt(task.wkt);
    return { wkt, areaKm2: km2, outline: outlineOf(geometry, wkt) };
  }
  if (task.kind === 'shared') return intersectionOf(task.footprint, task.area);
  if (task.kind === 'widened') return widened(task.footprint, task.area, task.km2);
  const { clip } = task;
  return task.footprints.map((footprint) =>
    clip === null ? areaKm2(footprint) : sharedAreaKm2(footprint, clip),
  );
}

/** Intersections of a widened area, at most. */
const WIDENING_TRIES = 40;

/** What a task costs at most, ms of one core (server/base/cost.ts). */
export function costOfTask(task: AreaTask): number {
  if (task.kind === 'area' || task.kind === 'outlined') return msOf({ corners: cornersOfWkt(task.wkt) });
  const [footprints, clip] =
    task.kind === 'delivered' ? [task.footprints, task.clip] : [[task.footprint], task.area];
  const each = clip === null ? 0 : verticesOf(polygonsOf(clip));
  const pairs = footprints.reduce((sum, footprint) => sum + each + verticesOf(polygonsOf(footprint)), 0);
  return msOf({ pairs: task.kind === 'widened' ? pairs * WIDENING_TRIES : pairs });
}
