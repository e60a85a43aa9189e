import { featureCollection, feature } from '@turf/helpers';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { areaOfPolygons, latOf, lonOf, polygonsOf, type AreaGeometry } from '../area/areaGeometry.ts';

/** Turf's intersect or difference. */
type Clip = (areas: FeatureCollection<AreaGeometry>) => Feature<AreaGeometry> | null;

/** Grids that corners move to if an operation fails, cell size in degrees: 0.1 mm, then 1 cm. */
const GRIDS = [1e-9, 1e-7];

/** Moves the corners of an area to a grid; null if nothing is left. */
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
 * The intersection or difference of areas, edges straight in longitude/latitude; null if it is empty.
 * Corners so near (1e-16 to 1e-6 degrees) that turf's sweep line fails are moved to a common grid.
 * @param needed the number of leading areas that must not be empty: 2 for an intersection, 1 for a difference
 * @throws Error if that fails too
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
        // try the coarser grid
      }
    throw error;
  }
}
