import { signedRingKm2 } from '../area/area.ts';
import { latOf, lonOf, type Rings } from '../area/areaGeometry.ts';

/**
 * The rings of a polygon without heights, the outer one in the wanted direction and holes in the other: RFC 7946 §3.1.6
 * wants counter-clockwise, a shapefile clockwise. The first vertex of a ring stays the first.
 */
export function directedRings(rings: Rings, outer: 'clockwise' | 'counterClockwise'): Rings {
  return rings.map((ring, index) => {
    const flat = ring.map((position) => [lonOf(position), latOf(position)]);
    const wanted = (outer === 'counterClockwise') === (index === 0);
    const area = signedRingKm2(flat);
    return area === 0 || area > 0 === wanted ? flat : flat.toReversed();
  });
}
