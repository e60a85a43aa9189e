import type { Position } from 'geojson';
import { latOf, lonOf, type AreaGeometry } from '../area/areaGeometry.ts';
import { viewBoundsOf } from '../entry/bbox.ts';

export type Corner = [number, number];
/** Upper left, upper right, lower right, lower left; degrees, or other coordinates that the reader names. */
export type Corners = readonly [Corner, Corner, Corner, Corner];

/**
 * Where the corners of a scene's quicklook lie, degrees. A footprint of four corners (upper left, lower left, lower right,
 * upper right) is filled by the picture; otherwise the picture fills the bounding box, north up. Across
 * 180° the east is beyond 180.
 */
export function quicklookCorners(geometry: AreaGeometry): Corners {
  const ring = geometry.type === 'Polygon' ? geometry.coordinates[0] : undefined;
  const [upperLeft, lowerLeft, lowerRight, upperRight] = ring ?? [];
  if (ring?.length === 5 && upperLeft && lowerLeft && lowerRight && upperRight) {
    const corner = (position: Position): Corner => [lonOf(position), latOf(position)];
    return [corner(upperLeft), corner(upperRight), corner(lowerRight), corner(lowerLeft)];
  }
  const [west, south, east, north] = viewBoundsOf(geometry);
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
}
