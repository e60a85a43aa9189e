import { polygonsOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import type { Place } from '../../../geo/orbit/strip.ts';

/** The size of the sketch in drawing units; y grows downwards. */
export const SKETCH = { width: 352, height: 112 } as const;
/** The area's share of the sketch, which leaves space for tracks next to it. */
const AREA_PART = 0.42;
/** The smallest drawn extent, degrees. */
const SMALLEST = 1e-3;

/** Makes SVG path data around an area: north up, eastward lengths scaled by the cosine of the latitude. */
export interface Sketcher {
  area(geometry: AreaGeometry): string;
  /** @param places longitudes may exceed ±180 */
  line(places: readonly Place[]): string;
}

/** A small map around an area. */
export function sketchAround(geometry: AreaGeometry): Sketcher {
  const [west, south, east, north] = viewBoundsOf(geometry);
  const middle = [(west + east) / 2, (south + north) / 2] as const;
  const shortening = Math.max(0.1, Math.cos((Math.min(85, Math.abs(middle[1])) * Math.PI) / 180));
  const scale = Math.min(
    (SKETCH.width * AREA_PART) / Math.max(SMALLEST, (east - west) * shortening),
    (SKETCH.height * AREA_PART) / Math.max(SMALLEST, north - south),
  );
  const placed = (longitude: number, latitude: number, turn: number): string => {
    const x = SKETCH.width / 2 + (longitude + turn - middle[0]) * shortening * scale;
    const y = SKETCH.height / 2 - (latitude - middle[1]) * scale;
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  };
  const turnOf = (longitude: number): number => 360 * Math.round((middle[0] - longitude) / 360);
  const path = (places: readonly (readonly number[])[]): string => {
    // shift the whole line by one multiple of 360°, given by its place nearest to the middle
    const nearest = places.reduce(
      (best, [lon = 0]) => (Math.abs(lon - middle[0]) < Math.abs(best - middle[0]) ? lon : best),
      places[0]?.[0] ?? 0,
    );
    const turn = turnOf(nearest);
    return places
      .map(([lon = 0, lat = 0], index) => `${index === 0 ? 'M' : 'L'}${placed(lon, lat, turn)}`)
      .join('');
  };
  return {
    area: (area) =>
      polygonsOf(area)
        .flatMap((rings) => rings.map((ring) => `${path(ring)}Z`))
        .join(''),
    line: path,
  };
}
