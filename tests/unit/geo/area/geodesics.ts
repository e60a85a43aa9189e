import type { Position } from 'geojson';
import geographiclib from 'geographiclib-geodesic';
import { latOf, lonOf } from '../../../../src/geo/area/areaGeometry.ts';

/**
 * Length in metres of the geodesic between two positions on the WGS 84 ellipsoid (decision 17; Karney 2013,
 * "Algorithms for geodesics", by GeographicLib). NaN if a coordinate is not finite.
 */
export function geodesicMetres(from: Position, to: Position): number {
  return (
    geographiclib.Geodesic.WGS84.Inverse(latOf(from), lonOf(from), latOf(to), lonOf(to)).s12 ?? Number.NaN
  );
}

/** Length of the geodesics along a path, metres; 0 for fewer than two positions. */
export function pathMetres(points: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += geodesicMetres(points[i - 1]!, points[i]!);
  return sum;
}
