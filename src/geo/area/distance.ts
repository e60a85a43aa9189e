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

/** The geodesic between two positions: its length, and its azimuth at the first (clockwise from north). */
export function geodesicBetween(
  from: Position | readonly number[],
  to: Position | readonly number[],
): { metres: number; azimuthDeg: number } {
  const { s12, azi1 } = WGS84.Inverse(from[1] ?? 0, from[0] ?? 0, to[1] ?? 0, to[0] ?? 0);
  return { metres: s12 ?? Number.NaN, azimuthDeg: azi1 ?? Number.NaN };
}
