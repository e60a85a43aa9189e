import { featureCollection, feature } from '@turf/helpers';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { areaOfPolygons, latOf, lonOf, polygonsOf, type AreaGeometry } from '../area/areaGeometry.ts';

/** Turf's union, intersect or difference. */
type Clip = (areas: FeatureCollection<AreaGeometry>) => Feature<AreaGeometry> | null;

/** Degrees of the grids that corners are moved to where an operation fails on them: 0.1 mm, then 1 cm at the equator. */
const GRIDS = [1e-9, 1e-7];

/** An area with its corners on a grid; null when nothing is left of it. */
function snapped(area: AreaGeometry, grid: number): AreaGeometry | null {
  const round = (degrees: number) => Math.round(degrees / grid) * grid;
  const isOther = ([x, y]: Position, before: Position | undefined) => before?.[0] !== x || before?.[1] !== y;
  const polygons = polygonsOf(area)
    .map((rings) =>
      rings
        .map((ring) =>
          ring
            .map((position): Position => [round(lonOf(position)), round(latOf(position))])
            .filter((position, at, all) => isOther(position, all[at - 1])),
        )
        .filter((ring) => ring.length > 3),
    )
    .filter((rings) => rings.length > 0);
  return polygons.length === 0 ? null : areaOfPolygons(polygons);
}

/**
 * What areas cover together, have in common, or the first one has alone, edges straight in longitude/latitude; null for
 * nothing. Where corners of two areas lie so near to each other (1e-16 to 1e-6 degrees) that the sweep line can't tell which
 * comes first and fails, they are moved to a common grid.
 * @param needed how many of the areas, from the first on, nothing is left without: of a union 0, of a difference 1
 * @throws Error when that fails too
 */
export function clipped(clip: Clip, areas: readonly AreaGeometry[], needed: number): AreaGeometry | null {
  const tried = (given: readonly AreaGeometry[]) =>
    given.length < 2
      ? (given[0] ?? null)
      : (clip(featureCollection(given.map((area) => feature(area))))?.geometry ?? null);
  const triedOn = (grid: number) => {
    const moved = areas.map((area) => snapped(area, grid));
    if (moved.slice(0, needed).includes(null)) return null;
    return tried(moved.filter((area) => area !== null));
  };
  try {
    return tried(areas);
  } catch (error) {
    for (const grid of GRIDS)
      try {
        return triedOn(grid);
      } catch {
        // the coarser one
      }
    throw error;
  }
}
