import { cutAtAntimeridian } from '../antimeridian/antimeridian.ts';
import { areaOfPolygons, type AreaGeometry } from './areaGeometry.ts';
import { rectangleRing, viewBoundsOf } from '../entry/bbox.ts';

/**
 * The delivered and billed area of a tasking order (§3 Price result): the AOI if clipped, else its bounding
 * rectangle, cut at 180°.
 */
export function billedArea(geometry: AreaGeometry, cropByAoi: boolean): AreaGeometry {
  if (cropByAoi) return geometry;
  return areaOfPolygons(cutAtAntimeridian([rectangleRing(viewBoundsOf(geometry))]));
}
