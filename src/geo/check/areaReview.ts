import type { AreaGeometry, Aoi } from '../aoi.ts';
import { drawnPair, type AreaDrawing } from '../area/areaDrawing.ts';
import { latOf, lonOf, polygonsOf, type Ring } from '../area/areaGeometry.ts';
import type { Change } from './areaChange.ts';
import type { AreaCheck } from './checkArea.ts';
import type { GeometryError } from '../geometryError.ts';
import type { FileNote } from '../read/readArea.ts';

/** What is shown before a mended area is used. Areas in km². */
export interface AreaReview {
  changes: readonly Change[];
  areaBefore: number;
  areaAfter: number;
  verticesBefore: number;
  before: AreaDrawing;
  after: AreaDrawing;
}

/** Refusals that are about one place of an outline, and can be shown there. */
const PLACED: ReadonlySet<string> = new Set(['selfCrossing', 'holeOutside', 'partsOverlap']);

/** The place that an error is about, degrees of longitude and latitude; null for one that has none in the outline. */
export function placeOf({ code, params: { lon, lat } }: GeometryError): readonly [number, number] | null {
  return PLACED.has(code) && typeof lon === 'number' && typeof lat === 'number' ? [lon, lat] : null;
}

const isClosed = (ring: Ring): boolean =>
  ring.length > 1 && lonOf(ring[0]) === lonOf(ring.at(-1)) && latOf(ring[0]) === latOf(ring.at(-1));

/** As a person counts them: the position that closes a ring is none of its own. */
function verticesOf(geometry: AreaGeometry): number {
  return polygonsOf(geometry)
    .flat()
    .reduce((sum, ring) => sum + ring.length - (isClosed(ring) ? 1 : 0), 0);
}

/**
 * What the AOI doctor did to an area, with both drawn as small maps.
 * @param wrong a place in the area as it was given, marked in its drawing
 */
export function reviewOf(
  given: AreaGeometry,
  found: Exclude<AreaCheck, { verdict: 'refused' }>,
  wrong: readonly [number, number] | null = null,
): AreaReview {
  return {
    changes: found.changes,
    areaBefore: found.areaBefore,
    areaAfter: found.areaAfter,
    verticesBefore: verticesOf(given),
    ...drawnPair(given, found.geometry, wrong),
  };
}

/** What a file came to: an area that can be used. */
export interface FileReading {
  aoi: Aoi;
  notes: readonly FileNote[];
  /** Null for an area that could be used as it stands in the file. */
  review: AreaReview | null;
}
