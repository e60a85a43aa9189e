import proj4 from 'proj4';
import { metresPerDegree } from '../../../contract/orders/product.ts';
import type { Projection as ProjectionName } from '../../../contract/limits.ts';
import type { Footprint } from '../../../contract/search.ts';
import { eastwardBounds } from '../../../src/geo/entry/eastward.ts';
import type { RasterPlace } from '../../../src/raster/geotiff.ts';
import type { Projection } from '../../../src/geo/projections.ts';
import type { SourceGrid } from './pixelSource.ts';

/** The pixels of a delivered image: north up, in EPSG:4326 or a UTM zone of WGS 84. */
export interface DeliveredGrid extends RasterPlace {
  width: number;
  height: number;
}

/** The ordered area on its grid. */
export interface OrderedGround {
  grid: DeliveredGrid;
  projection: Projection;
  /** Rings in map units; outer rings and holes alike, for even-odd filling. */
  rings: readonly (readonly [number, number])[][];
}

/** Degrees of an edge that stay straight on a UTM grid, to a hundredth of a pixel. */
const STRAIGHT_DEGREES = 0.01;
const PIECES_MAX = 24;

function geographic(west: number): Projection {
  return {
    epsg: 4326,
    forward: (longitude, latitude) => [longitude < west - 1e-9 ? longitude + 360 : longitude, latitude],
    back: (x, y) => [x, y],
    unitsPerMetre: 1 / metresPerDegree(0).latitude,
  };
}

function utm(zone: number, isSouth: boolean): Projection {
  const converter = proj4(
    `+proj=utm +zone=${zone} ${isSouth ? '+south ' : ''}+datum=WGS84 +units=m +no_defs`,
  );
  const pair = ([x = Number.NaN, y = Number.NaN]: number[]): [number, number] => [x, y];
  const centre = -183 + zone * 6;
  return {
    epsg: (isSouth ? 32_700 : 32_600) + zone,
    forward: (longitude, latitude) => pair(converter.forward([longitude, latitude])),
    back: (x, y) => {
      const [longitude, latitude] = pair(converter.inverse([x, y]));
      // near 180°, keep all longitudes within 180° of the zone's centre
      return [longitude - 360 * Math.round((longitude - centre) / 360), latitude];
    },
    unitsPerMetre: 1,
  };
}

/** LAT_LON is EPSG:4326, UTM the zone of the area's middle. */
function projectionFor(name: ProjectionName, area: Footprint): Projection {
  const [west, south, east, north] = eastwardBounds(area);
  if (name === 'LAT_LON') return geographic(west);
  const middle = ((((west + east) / 2 + 180) % 360) + 360) % 360;
  return utm(Math.floor(middle / 6) + 1, (south + north) / 2 < 0);
}

/** The area's rings on the grid; edges that are straight in degrees are subdivided where they become curved. */
function ringsOn(projection: Projection, area: Footprint): [number, number][][] {
  const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
  return rings.map((ring) =>
    ring.flatMap((to, i) => {
      const from = ring[i - 1];
      if (!from) return [projection.forward(to[0] ?? 0, to[1] ?? 0)];
      const across = (k: 0 | 1): number => (to[k] ?? 0) - (from[k] ?? 0);
      const length = Math.hypot(across(0), across(1));
      const pieces =
        projection.epsg === 4326 ? 1 : Math.min(PIECES_MAX, Math.ceil(length / STRAIGHT_DEGREES) || 1);
      return Array.from({ length: pieces }, (_, n) => {
        const share = (n + 1) / pieces;
        return projection.forward((from[0] ?? 0) + across(0) * share, (from[1] ?? 0) + across(1) * share);
      });
    }),
  );
}

/** Whether a file's pixels are the grid's own: north up, in the same system and of the same size. */
function isAlike(source: SourceGrid, epsg: number, [width, height]: readonly [number, number]): boolean {
  const [, stepX, turnX, , turnY, stepY] = source.transform;
  const isSame = (a: number, b: number): boolean => Math.abs(a / b - 1) < 1e-3;
  return source.epsg === epsg && turnX === 0 && turnY === 0 && isSame(stepX, width) && isSame(-stepY, height);
}

/**
 * The grid of a delivery: the bounding box of the ordered area in whole pixels. Pixels of a file that has the ordered
 * projection and pixel size stay where they are, so that their values are copied.
 * @param pixelMetres size of a pixel on the ground; in degrees it is that at the area's middle latitude
 * @param source the grid of the scene's file
 */
export function groundOfOrder(
  name: ProjectionName,
  area: Footprint,
  pixelMetres: number,
  source?: SourceGrid,
): OrderedGround {
  const projection = projectionFor(name, area);
  const rings = ringsOn(projection, area);
  const [xs, ys] = ([0, 1] as const).map((axis) => rings.flatMap((ring) => ring.map((at) => at[axis])));
  const [lowest, highest] = [Math.min, Math.max].map(
    (pick) => (values: readonly number[]) => values.reduce((a, b) => pick(a, b)),
  );
  const [south, top] = [lowest!(ys!), highest!(ys!)];
  const degree = metresPerDegree((south + top) / 2);
  let [pixelWidth, pixelHeight] =
    projection.epsg === 4326
      ? [pixelMetres / degree.longitude, pixelMetres / degree.latitude]
      : [pixelMetres, pixelMetres];
  let [west, north] = [lowest!(xs!), top];
  if (source && isAlike(source, projection.epsg, [pixelWidth, pixelHeight])) {
    const [left, stepX, , upper, , stepY] = source.transform;
    [pixelWidth, pixelHeight] = [stepX, -stepY];
    west = left + Math.floor((west - left) / pixelWidth + 1e-6) * pixelWidth;
    north = upper - Math.floor((upper - north) / pixelHeight + 1e-6) * pixelHeight;
  }
  const count = (span: number, pixel: number): number => Math.max(1, Math.ceil(span / pixel - 1e-6));
  const grid: DeliveredGrid = {
    epsg: projection.epsg,
    west,
    north,
    pixelWidth,
    pixelHeight,
    width: count(highest!(xs!) - west, pixelWidth),
    height: count(north - south, pixelHeight),
  };
  return { grid, projection, rings };
}
