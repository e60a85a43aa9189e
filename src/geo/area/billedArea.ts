import { cutAtAntimeridian } from '../antimeridian/antimeridian.ts';
import { areaOfPolygons, type AreaGeometry } from './areaGeometry.ts';
import { rectangleRing, viewBoundsOf } from '../entry/bbox.ts';

/**
 * What of the ground a tasking order delivers and bills (§3 Price result): clipped, the AOI itself; else the smallest
 * rectangle of longitudes and latitudes around it, cut at 180°.
 */
export function billedArea(geometry: AreaGeometry, cropByAoi: boolean): AreaGeometry {
  if (cropByAoi) return geometry;
  return areaOfPolygons(cutAtAntimeridian([rectangleRing(viewBoundsOf(geometry))]));
}
