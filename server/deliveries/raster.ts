import proj4 from 'proj4';
import type { Footprint } from '../../contract/search.ts';
import type { Projection } from '../../contract/limits.ts';
import { DELIVERED_IMAGE } from '../../contract/orders/product.ts';
import { writeGeoTiff } from './geotiff.ts';
import { fillRings, ringOf } from '../catalogue/simulated/land.ts';
import { drawMark } from '../catalogue/painting/mark.ts';
import { paintScene, type PictureScene } from '../catalogue/painting/paint.ts';
import type { View } from '../catalogue/painting/view.ts';
import { eastwardBounds } from '../catalogue/painting/sceneView.ts';

/** Longest side of a delivered raster, pixels; the simulated ground has no finer detail. */
const RASTER_SIZE = DELIVERED_IMAGE.longestSide;
const METRES_PER_DEGREE = 111_195;
/** Pieces per edge on a UTM grid, because edges that are straight in degrees become curved. */
const EDGE_PIECES = 24;

/** The content of a raster. */
export interface RasterRequest {
  scene: PictureScene & { facts: { productId: string; gsd: number | null } };
  /** The ordered area; the raster is transparent outside. */
  area: Footprint;
  projection: Projection;
  /** Longest side in pixels, at most RASTER_SIZE. */
  size?: number;
}

/** A projection with its conversions from and to degrees. */
interface Grid {
  epsg: number;
  forward: (longitude: number, latitude: number) => [number, number];
  back: (x: number, y: number) => [number, number];
  /** Units of the projection per metre. */
  unitsPerMetre: number;
}

function gridOf(projection: Projection, west: number, south: number, east: number, north: number): Grid {
  if (projection === 'LAT_LON') {
    const home = (longitude: number): number => (longitude < west - 1e-9 ? longitude + 360 : longitude);
    return {
      epsg: 4326,
      forward: (longitude, latitude) => [home(longitude), latitude],
      back: (x, y) => [x, y],
      unitsPerMetre: 1 / METRES_PER_DEGREE,
    };
  }
  const middle = ((((west + east) / 2 + 180) % 360) + 360) % 360;
  const zone = Math.floor(middle / 6) + 1;
  const isSouth = (south + north) / 2 < 0;
  const utm = proj4(`+proj=utm +zone=${zone} ${isSouth ? '+south ' : ''}+datum=WGS84 +units=m +no_defs`);
  const pair = ([x = Number.NaN, y = Number.NaN]: number[]): [number, number] => [x, y];
  const centre = -183 + zone * 6;
  return {
    epsg: (isSouth ? 32700 : 32600) + zone,
    forward: (longitude, latitude) => pair(utm.forward([longitude, latitude])),
    back: (x, y) => {
      const [longitude, latitude] = pair(utm.inverse([x, y]));
      // near 180°, keep all longitudes within 180° of the zone's centre
      return [longitude - 360 * Math.round((longitude - centre) / 360), latitude];
    },
    unitsPerMetre: 1,
  };
}

/** The area's rings on the grid, with subdivided edges. */
function ringsOn(grid: Grid, area: Footprint): [number, number][][] {
  const pieces = grid.epsg === 4326 ? 1 : EDGE_PIECES;
  const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
  return rings.map((ring) =>
    ring.flatMap((to, i) => {
      const from = ring[i - 1];
      if (!from) return [grid.forward(to[0] ?? 0, to[1] ?? 0)];
      return Array.from({ length: pieces }, (_, n) => {
        const share = (n + 1) / pieces;
        const along = (k: 0 | 1): number => (from[k] ?? 0) + ((to[k] ?? 0) - (from[k] ?? 0)) * share;
        return grid.forward(along(0), along(1));
      });
    }),
  );
}

interface Frame {
  width: number;
  height: number;
  west: number;
  north: number;
  pixel: number;
}

/** The pixel frame around the rings: the sensor's resolution, or coarser to fit the longest side. */
function frameAround(rings: readonly [number, number][][], gsdUnits: number, size: number): Frame {
  const xs = rings.flat().map(([x]) => x);
  const ys = rings.flat().map(([, y]) => y);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  const pixel = Math.max(gsdUnits, (east - west) / size, (north - south) / size);
  const count = (span: number): number => Math.min(size, Math.max(1, Math.ceil(span / pixel - 1e-6)));
  return { width: count(east - west), height: count(north - south), west, north, pixel };
}

/** The frame as an affine view in degrees through three corners, exact to a pixel or two over one scene. */
function viewOfFrame(grid: Grid, { width, height, west, north, pixel }: Frame): View {
  const origin = grid.back(west, north);
  const right = grid.back(west + width * pixel, north);
  const below = grid.back(west, north - height * pixel);
  return {
    width,
    height,
    origin,
    right: [(right[0] - origin[0]) / width, (right[1] - origin[1]) / width],
    down: [(below[0] - origin[0]) / height, (below[1] - origin[1]) / height],
  };
}

/** A frame's pixels with alpha, opaque inside the rings. */
function masked(rgb: Uint8ClampedArray, rings: readonly [number, number][][], frame: Frame): Uint8Array {
  const { width, height, west, north, pixel } = frame;
  const inside = fillRings(rings.map(ringOf), width, height, (x, y) => [
    (x - west) / pixel,
    (north - y) / pixel,
  ]);
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] !== 1) continue;
    for (let k = 0; k < 3; k++) rgba[at * 4 + k] = rgb[at * 3 + k]!;
    rgba[at * 4 + 3] = 255;
  }
  return rgba;
}

/**
 * A simulated scene's ordered area as a GeoTIFF: RGB and alpha, EPSG:4326 or the area's UTM zone, with
 * SIMULATED marked in the picture and the file's description.
 */
export async function makeRaster({
  scene,
  area,
  projection,
  size = RASTER_SIZE,
}: RasterRequest): Promise<Uint8Array> {
  const bounds = eastwardBounds(area);
  const grid = gridOf(projection, ...bounds);
  const rings = ringsOn(grid, area);
  const frame = frameAround(rings, (scene.facts.gsd ?? 1) * grid.unitsPerMetre, Math.min(size, RASTER_SIZE));
  const rgb = await paintScene(scene, viewOfFrame(grid, frame));
  const { width, height } = frame;
  const rgba = masked(rgb, rings, frame);
  drawMark({ pixels: rgba, width, height, channels: 4 });
  return writeGeoTiff({
    width,
    height,
    rgba,
    epsg: grid.epsg,
    west: frame.west,
    north: frame.north,
    pixelWidth: frame.pixel,
    pixelHeight: frame.pixel,
    description: `SIMULATED ${scene.facts.productId}`,
  });
}
