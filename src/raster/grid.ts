import { polygonsOf, type AreaGeometry } from '../geo/area/areaGeometry.ts';
import { signedRingKm2 } from '../geo/area/area.ts';
import { rectangleRing, viewBoundsOf } from '../geo/entry/bbox.ts';
import { stretchesAt } from '../geo/area/stretches.ts';

/** A rectangle of square pixels on EPSG:3857, in metres; its west may be beyond 180°. */
export interface RasterGrid {
  /** Outer edge of the upper left pixel. */
  west: number;
  north: number;
  pixel: number;
  width: number;
  height: number;
}
/** A part of a grid, in pixels from its upper left corner. */
export interface GridPart {
  left: number;
  top: number;
  width: number;
  height: number;
}

const RADIUS = 6_378_137;
const RAD = Math.PI / 180;
const HALF = RADIUS * Math.PI;
/** Northern limit of the Web Mercator square, degrees. */
const LATITUDE_END = 85.0511287798066;
/** Minimum pixels along the shorter side, so that small areas don’t depend on pixel alignment. */
const SIDE_MIN = 16;

const xOf = (longitude: number): number => RADIUS * longitude * RAD;
const yOf = (latitude: number): number =>
  RADIUS *
  Math.log(Math.tan(Math.PI / 4 + (Math.max(-LATITUDE_END, Math.min(LATITUDE_END, latitude)) * RAD) / 2));
const longitudeOf = (x: number): number => x / RADIUS / RAD;
const latitudeOf = (y: number): number => (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) / RAD;

/**
 * The grid around an area, as fine as the layer but with at most `most` pixels.
 * @param finest pixel size of the layer, metres of EPSG:3857
 */
export function gridOver(area: AreaGeometry, finest: number, most: number): RasterGrid {
  const [west, south, east, north] = viewBoundsOf(area);
  const [left, lower, right, upper] = [xOf(west), yOf(south), xOf(east), yOf(north)];
  const [across, down] = [right - left, upper - lower];
  let pixel = Math.min(finest, Math.min(across, down) / SIDE_MIN);
  pixel = Math.max(pixel, Math.sqrt((across * down) / most), Math.max(across, down) / most);
  const sides = () => [Math.max(1, Math.ceil(across / pixel)), Math.max(1, Math.ceil(down / pixel))] as const;
  let [width, height] = sides();
  while (width * height > most) {
    pixel *= 1.001;
    [width, height] = sides();
  }
  return { west: left, north: upper, pixel, width, height };
}

/** The parts of a grid in reading order, row by row; none of them crosses 180°. */
export function partsOf(grid: RasterGrid, side: number): GridPart[] {
  const seam = Math.ceil((HALF - grid.west) / grid.pixel);
  const columns: number[] = [];
  for (let left = 0; left < grid.width; left += side) columns.push(left);
  if (seam > 0 && seam < grid.width && !columns.includes(seam)) columns.push(seam);
  columns.sort((a, b) => a - b);
  const parts: GridPart[] = [];
  for (let top = 0; top < grid.height; top += side)
    columns.forEach((left, at) => {
      const right = columns[at + 1] ?? grid.width;
      parts.push({ left, top, width: right - left, height: Math.min(side, grid.height - top) });
    });
  return parts;
}

/** The upper left corner of a part between 180° W and 180° E, where pictures are, metres. */
export function placeOfPart(grid: RasterGrid, { left, top }: GridPart): { west: number; north: number } {
  const west = grid.west + left * grid.pixel;
  return { west: west >= HALF ? west - 2 * HALF : west, north: grid.north - top * grid.pixel };
}

/** Corners of a grid in degrees, clockwise from its north-west; longitudes may pass 180. */
export function cornersOf(grid: RasterGrid): [number, number][] {
  const { west, north, pixel, width, height } = grid;
  const [left, right] = [longitudeOf(west), longitudeOf(west + width * pixel)];
  const [upper, lower] = [latitudeOf(north), latitudeOf(north - height * pixel)];
  return [
    [left, upper],
    [right, upper],
    [right, lower],
    [left, lower],
  ];
}

/** 1 for each pixel whose centre is in the area. */
export function insideOf(area: AreaGeometry, grid: RasterGrid): Uint8Array {
  const inside = new Uint8Array(grid.width * grid.height);
  const home = { type: 'MultiPolygon', coordinates: polygonsOf(area) } as const;
  for (let y = 0; y < grid.height; y++) {
    const stretches = stretchesAt(home, latitudeOf(grid.north - (y + 0.5) * grid.pixel));
    for (let at = 0; at + 1 < stretches.length; at += 2)
      // an area cut at 180° has parts on both sides, while the grid continues beyond 180°
      for (const turn of [0, 360]) {
        const columnOf = (longitude: number): number =>
          (xOf(longitude + turn) - grid.west) / grid.pixel - 0.5;
        const from = Math.max(0, Math.ceil(columnOf(stretches[at]!)));
        const to = Math.min(grid.width, Math.ceil(columnOf(stretches[at + 1]!)));
        if (to > from) inside.fill(1, y * grid.width + from, y * grid.width + to);
      }
  }
  return inside;
}

/** Area on the ellipsoid of one pixel in each row, km² (decision 17). */
export function pixelAreas({ north, pixel, height }: RasterGrid): Float64Array {
  const wide = longitudeOf(pixel);
  return Float64Array.from({ length: height }, (_, row) => {
    const upper = latitudeOf(north - row * pixel);
    const lower = latitudeOf(north - (row + 1) * pixel);
    return Math.abs(signedRingKm2(rectangleRing([0, lower, wide, upper])));
  });
}

/** Ground size of a pixel in the middle of the grid, metres. */
export function groundMetres({ north, pixel, height }: RasterGrid): number {
  return pixel * Math.cos(latitudeOf(north - (height * pixel) / 2) * RAD);
}
