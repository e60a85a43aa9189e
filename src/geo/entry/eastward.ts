import { boundsOf, type Bounds } from './bbox.ts';
import type { AreaGeometry } from '../area/areaGeometry.ts';

/** Bounds of an area in degrees; across 180° the east is beyond 180. */
export function eastwardBounds(geometry: AreaGeometry): Bounds {
  const bounds = boundsOf(geometry);
  if (geometry.type === 'Polygon' || bounds[2] - bounds[0] < 359) return bounds;
  const moved = geometry.coordinates.map((rings) =>
    rings.map((ring) => ring.map(([x = 0, y = 0]) => [x < 0 ? x + 360 : x, y])),
  );
  return boundsOf({ type: 'MultiPolygon', coordinates: moved });
}

/**
 * What an order may deliver of a footprint, as bounds: those of the footprint, or what they share with those of
 * the area to which it is clipped. The delivered pixel size depends on them, at the client and the server alike.
 * @returns null if they share nothing
 */
export function orderedBounds(footprint: AreaGeometry, clip: AreaGeometry | null): Bounds | null {
  const whole = eastwardBounds(footprint);
  if (clip === null) return whole;
  const [west, south, east, north] = eastwardBounds(clip);
  for (const turn of [0, -360, 360]) {
    const left = Math.max(whole[0], west + turn);
    const right = Math.min(whole[2], east + turn);
    const [lower, upper] = [Math.max(whole[1], south), Math.min(whole[3], north)];
    if (left < right && lower < upper) return [left, lower, right, upper];
  }
  return null;
}
