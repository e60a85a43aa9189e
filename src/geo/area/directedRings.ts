import { signedRingKm2 } from './area.ts';
import { latOf, lonOf, type Rings } from './areaGeometry.ts';

/**
 * The rings of a polygon without heights, the outer ring in the given direction (counter-clockwise in RFC
 * 7946 §3.1.6, clockwise in a shapefile), holes in the other. Rings keep their first vertex.
 */
export function directedRings(
  rings: Rings,
  outer: 'clockwise' | 'counterClockwise' = 'counterClockwise',
): Rings {
  return rings.map((ring, index) => {
    const flat = ring.map((position) => [lonOf(position), latOf(position)]);
    const wanted = (outer === 'counterClockwise') === (index === 0);
    const area = signedRingKm2(flat);
    return area === 0 || area > 0 === wanted ? flat : flat.toReversed();
  });
}
