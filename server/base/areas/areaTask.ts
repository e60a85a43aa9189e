import { aoiOf, type Aoi } from '../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { polygonsOf, verticesOf, type AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { outlineOf } from '../../../src/geo/write/outline.ts';
import { coveredShare, intersectionOf, sharedAreaKm2 } from '../../../src/geo/cover/cover.ts';
import { mosaicParts, type MosaicTerms } from '../../../src/geo/cover/mosaic.ts';
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
 * the ground that two share, also widened to an area, and the clearest mosaic of some.
 */
export type AreaTask =
  | { kind: 'area'; wkt: string }
  | { kind: 'outlined'; wkt: string }
  | { kind: 'delivered'; footprints: readonly AreaGeometry[]; clip: AreaGeometry | null }
  | { kind: 'shared'; footprint: AreaGeometry; area: AreaGeometry }
  | { kind: 'widened'; footprint: AreaGeometry; area: AreaGeometry; km2: number }
  /** `wanted`: places in `footprints` of those of which the first is sought that covers the share, 0 to 1, of the area. */
  | {
      kind: 'mosaic';
      footprints: readonly AreaGeometry[];
      aoi: Aoi;
      terms: MosaicTerms;
      wanted: readonly number[];
      share: number;
    };

/** The footprints of the clearest mosaic with the km² that are delivered of each, and the first that covers the share alone. */
export interface MosaicOver {
  parts: { at: number; km2: number }[];
  first: { at: number; share: number } | null;
}

/** The answers, by the kind of the task. */
export interface AreaAnswers {
  area: Aoi;
  outlined: Outlined;
  delivered: number[];
  shared: AreaGeometry | null;
  widened: AreaGeometry | null;
  mosaic: MosaicOver;
}

function aoiOfWkt(wkt: string): Aoi {
  try {
    return aoiOf(readAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']));
  } catch (error) {
    if (!(error instanceof GeometryError) || isFileErrorCode(error.code)) throw error;
    throw new Refusal(`geometry.${error.code}`, error.params);
  }
}

function firstOver(
  footprints: readonly AreaGeometry[],
  aoi: Aoi,
  wanted: readonly number[],
  least: number,
): MosaicOver['first'] {
  for (const at of wanted) {
    const share = coveredShare(footprints[at]!, aoi);
    if (share >= least) return { at, share };
  }
  return null;
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
  if (task.kind === 'mosaic') {
    const { footprints, aoi, terms, wanted, share } = task;
    return {
      parts: (mosaicParts(footprints, aoi, terms)?.parts ?? []).map(({ at }) => ({
        at,
        km2: sharedAreaKm2(footprints[at]!, aoi.geometry),
      })),
      first: firstOver(footprints, aoi, wanted, share),
    };
  }
  const { clip } = task;
  return task.footprints.map((footprint) =>
    clip === null ? areaKm2(footprint) : sharedAreaKm2(footprint, clip),
  );
}

/** Intersections of a widened area, at most. */
const WIDENING_TRIES = 40;

/** Cutting a footprint with the area twice, and choosing by samples, which cost as much as so many corners. */
const MOSAIC = { cuts: 2, samples: 60 };

/** The pairs of a mosaic (server/base/cost.ts): of an area of some corners with so many corners of footprints. */
export const mosaicPairs = (corners: number, footprints: number, theirs: number): number =>
  MOSAIC.cuts * (footprints * corners + theirs) + MOSAIC.samples * footprints;

/** What a task costs at most, ms of one core (server/base/cost.ts). */
export function costOfTask(task: AreaTask): number {
  if (task.kind === 'area' || task.kind === 'outlined') return msOf({ corners: cornersOfWkt(task.wkt) });
  if (task.kind === 'mosaic') {
    const theirs = task.footprints.reduce((sum, one) => sum + verticesOf(polygonsOf(one)), 0);
    return msOf({
      pairs: mosaicPairs(verticesOf(polygonsOf(task.aoi.geometry)), task.footprints.length, theirs),
    });
  }
  const [footprints, clip] =
    task.kind === 'delivered' ? [task.footprints, task.clip] : [[task.footprint], task.area];
  const each = clip === null ? 0 : verticesOf(polygonsOf(clip));
  const pairs = footprints.reduce((sum, footprint) => sum + each + verticesOf(polygonsOf(footprint)), 0);
  return msOf({ pairs: task.kind === 'widened' ? pairs * WIDENING_TRIES : pairs });
}
