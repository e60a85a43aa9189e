import type { Position } from 'geojson';
import { latOf, lonOf, polygonsOf, type AreaGeometry } from './areaGeometry.ts';

/** Even-odd test against a closed ring in longitude/latitude: 1 inside, 0 on the edge, -1 outside. */
export function sideOfRing(lon: number, lat: number, ring: readonly Position[]): -1 | 0 | 1 {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1, x2, y2] = [lonOf(ring[i - 1]), latOf(ring[i - 1]), lonOf(ring[i]), latOf(ring[i])];
    const turn = (x2 - x1) * (lat - y1) - (y2 - y1) * (lon - x1);
    const within =
      lon >= Math.min(x1, x2) &&
      lon <= Math.max(x1, x2) &&
      lat >= Math.min(y1, y2) &&
      lat <= Math.max(y1, y2);
    if (turn === 0 && within) return 0;
    if (y1 > lat !== y2 > lat && turn > 0 === y2 > y1) inside = !inside;
  }
  return inside ? 1 : -1;
}

/** Whether a position is in an area, edges straight in longitude/latitude. All edges count as inside. */
export function pointInside(point: Position, geometry: AreaGeometry): boolean {
  const [lon, lat] = [lonOf(point), latOf(point)];
  return polygonsOf(geometry).some((rings) =>
    rings.every((ring, index) =>
      index === 0 ? sideOfRing(lon, lat, ring) >= 0 : sideOfRing(lon, lat, ring) <= 0,
    ),
  );
}
