import { polygonsOf, type AreaGeometry } from './areaGeometry.ts';

/**
 * The parts of a row of pixels in an area: intervals of longitude, degrees, in pairs. Exact, by the even-odd
 * rule: edges are straight in longitude/latitude (decision 17), and a row in EPSG:3857 or 4326 has one
 * latitude.
 */
export function stretchesAt(area: AreaGeometry, latitude: number): number[] {
  const crossings: number[] = [];
  for (const rings of polygonsOf(area))
    for (const ring of rings)
      for (let at = 1; at < ring.length; at++) {
        const [ax = 0, ay = 0] = ring[at - 1]!;
        const [bx = 0, by = 0] = ring[at]!;
        // half-open: a corner counts for one of its two edges
        if (ay <= latitude === by <= latitude) continue;
        crossings.push(ax + ((latitude - ay) / (by - ay)) * (bx - ax));
      }
  return crossings.sort((a, b) => a - b);
}
