import type { Polygon } from 'geojson';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import {
  latOf,
  lonOf,
  polygonsOf,
  roundedDegrees,
  type AreaGeometry,
  type Ring,
} from '../area/areaGeometry.ts';
import { GeometryError } from '../geometryError.ts';

/** West, south, east, north; degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The fields of the BBOX form, degrees. */
export interface BboxForm {
  minLatitude: number;
  maxLatitude: number;
  minLongitude: number;
  maxLongitude: number;
}

/**
 * The closed ring of a rectangle, counter-clockwise from its south-west corner. Sides wider than 180° get a
 * vertex in their middle, so that readers don't take them the short way.
 */
export function rectangleRing([west, south, east, north]: Bounds): Ring {
  const middle = east - west > 180 ? [roundedDegrees((west + east) / 2)] : [];
  return [
    [west, south],
    ...middle.map((lon) => [lon, south]),
    [east, south],
    [east, north],
    ...middle.map((lon) => [lon, north]),
    [west, north],
    [west, south],
  ];
}

/**
 * §5 Coordinate dialog, BBOX: four numbers, max not below min, latitude ±90, longitude ±180; decision 20:
 * zero area is refused too. This form can't express a box over 180° (decision 19).
 * @throws GeometryError coordinatesInvalid
 */
export function rectangleOfBbox(form: BboxForm): Polygon {
  const south = roundedDegrees(form.minLatitude);
  const north = roundedDegrees(form.maxLatitude);
  const west = roundedDegrees(form.minLongitude);
  const east = roundedDegrees(form.maxLongitude);
  // NaN fails all of these comparisons
  const fits =
    south >= -LATITUDE_MAX && north <= LATITUDE_MAX && west >= -LONGITUDE_MAX && east <= LONGITUDE_MAX;
  if (!(fits && south < north && west < east)) throw new GeometryError('coordinatesInvalid');
  return { type: 'Polygon', coordinates: [rectangleRing([west, south, east, north])] };
}

/** The bounding box of a geometry. An area cut at 180° spans -180 to 180. */
export function boundsOf(geometry: AreaGeometry): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rings of polygonsOf(geometry))
    for (const position of rings[0] ?? []) {
      west = Math.min(west, lonOf(position));
      east = Math.max(east, lonOf(position));
      south = Math.min(south, latOf(position));
      north = Math.max(north, latOf(position));
    }
  return [west, south, east, north];
}

/**
 * The bounding box for a map: like boundsOf, but the narrowest span for an area cut at 180°; its east may
 * exceed 180 (Fiji is 177..182, not the whole world).
 */
export function viewBoundsOf(geometry: AreaGeometry): Bounds {
  const parts = polygonsOf(geometry).map((rings) => boundsOf({ type: 'Polygon', coordinates: rings }));
  const [west, south, east, north] = boundsOf(geometry);
  const easternWest = Math.min(...parts.filter((part) => part[0] > 0).map((part) => part[0]));
  const westernEast = Math.max(...parts.filter((part) => part[0] <= 0).map((part) => part[2]));
  const wrapped: Bounds = [easternWest, south, westernEast + 360, north];
  const crosses = Number.isFinite(easternWest) && Number.isFinite(westernEast);
  return crosses && wrapped[2] - wrapped[0] < east - west ? wrapped : [west, south, east, north];
}

/** The box of a GeoJSON object: across 180° its west is greater than its east (RFC 7946 §5.2). */
export function geoBoundsOf(geometry: AreaGeometry): Bounds {
  const [west, south, east, north] = viewBoundsOf(geometry);
  return [west, south, east > 180 ? east - 360 : east, north];
}

/** Whether two boxes share a point. */
export function boundsMeet(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
