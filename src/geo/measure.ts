import type { Position } from 'geojson';
import { areaKm2 } from './area.ts';
import { geodesicMetres } from './distance.ts';

/** A measured path or outline: the geodesic length of each segment and their sum, metres (decision 17). */
export interface MeasuredLength {
  segments: number[];
  metres: number;
}

/** The outline's segments include the one back to its first point; `km2` by decision 17, as an AOI of it would have. */
export interface MeasuredArea extends MeasuredLength {
  km2: number;
}

/** Distance along clicked points; longitudes may lie on any turn of the globe. */
export function measuredPath(points: readonly Position[]): MeasuredLength {
  const segments = points.slice(1).map((point, index) => geodesicMetres(points[index]!, point));
  return { segments, metres: segments.reduce((sum, metres) => sum + metres, 0) };
}

/** Area within clicked points and the length around it; 0 km² for fewer than three. */
export function measuredArea(points: readonly Position[]): MeasuredArea {
  const ring = points[0] === undefined ? [] : [...points, points[0]];
  const around = points.length < 2 ? { segments: [], metres: 0 } : measuredPath(ring);
  return { ...around, km2: points.length < 3 ? 0 : areaKm2({ type: 'Polygon', coordinates: [ring] }) };
}
