import type { Position } from 'geojson';
import geographiclib from 'geographiclib-geodesic';
import { latOf, lonOf } from './areaGeometry.ts';

const WGS84 = geographiclib.Geodesic.WGS84;

/**
 * The position `metres` along the geodesic from `from` at `azimuthDeg` (clockwise from north), in -180..180.
 */
export function destination(from: Position, azimuthDeg: number, metres: number): Position {
  const end = WGS84.Direct(latOf(from), lonOf(from), azimuthDeg, metres);
  return [end.lon2 ?? Number.NaN, end.lat2 ?? Number.NaN];
}
