import type { Position } from 'geojson';
import { latOf, lonOf } from '../../../geo/area/areaGeometry.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';

/** Web Mercator's limit, degrees. */
const LATITUDE_MAX = 85.05;

export interface Place {
  x: number;
  y: number;
}

/**
 * Projects positions to the screen, pixels. All positions of one call are in the copy of the world in which
 * the first is nearest to the map's centre.
 */
export function projector(mapHandle: MapHandle): (...positions: readonly Position[]) => Place[] {
  const { map } = mapHandle;
  const middle = map.getCenter().lng;
  return (...positions) => {
    const shift = 360 * Math.round((middle - lonOf(positions[0])) / 360);
    return positions.map((position) => {
      const latitude = Math.min(LATITUDE_MAX, Math.max(-LATITUDE_MAX, latOf(position)));
      const { x, y } = map.project([lonOf(position) + shift, latitude]);
      return { x, y };
    });
  };
}
