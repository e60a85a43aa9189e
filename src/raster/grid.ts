import { polygonsOf, type AreaGeometry } from '../geo/area/areaGeometry.ts';
import { signedRingKm2 } from '../geo/area/area.ts';
import { rectangleRing, viewBoundsOf } from '../geo/entry/bbox.ts';
import { stretchesAt } from '../geo/area/stretches.ts';

/** A rectangle of square pixels on EPSG:3857: metres; its west may lie on the next turn of the globe. */
export interface RasterGrid {
  /** Outer edge of the upper left pixel. */
  west: number;
  north: number;
  pixel: number;
  width: number;
  height: number;
}
/** A part of a grid: pixels from its upper left corner. */
export interface GridPart {
  left: number;
  top: number;
  width: number;
  height: number;
}

const RADIUS = 6_378_137;
const RAD = Math.PI / 180;
const HALF = RADIUS * Math.PI;
/** Web Mercator ends where its square does, degrees. */
const LATITUDE_END = 85.0511287798066;
/** Pixels along the shorter side of a small area, at least: its edge is not a matter of luck. */
const SIDE_MIN = 16;

const xOf = (longitude: number): number => RADIUS * longitude * RAD;
const yOf = (latitude: number): number =>
  RADIUS *
  Math.log(Math.tan(Math.PI / 4 + (Math.max(-LATITUDE_END, Math.min(LATITUDE_END, latitude)) * RAD) / 2));
const longitudeOf = (x: number): number => x / RADIUS / RAD;
const latitudeOf = (y: number): number => (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) / RAD;

/**
 * The pixels that hold an area: as fine as the layer is, and no more of them than `most`.
 * @param finest metres of EPSG:3857 that a pixel of the layer spans
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

/** The parts that are read one by one, row by row; none of them lies on both sides of 180°. */
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

/** Where a part lies on the one turn of the globe that pictures lie on, metres. */
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

/** 1 for each pixel whose middle lies in the area. */
export function insideOf(area: AreaGeometry, grid: RasterGrid): Uint8Array {
  const inside = new Uint8Array(grid.width * grid.height);
  const home = { type: 'MultiPolygon', coordinates: polygonsOf(area) } as const;
  for (let y = 0; y < grid.height; y++) {
    const stretches = stretchesAt(home, latitudeOf(grid.north - (y + 0.5) * grid.pixel));
    for (let at = 0; at + 1 < stretches.length; at += 2)
      // an area that was cut at 180° has parts on both sides: the grid goes on beyond it
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

/** Area on the ellipsoid of a pixel of each row, km² (decision 17): a row of a Mercator grid has one latitude. */
export function pixelAreas({ north, pixel, height }: RasterGrid): Float64Array {
  const wide = longitudeOf(pixel);
  return Float64Array.from({ length: height }, (_, row) => {
    const upper = latitudeOf(north - row * pixel);
    const lower = latitudeOf(north - (row + 1) * pixel);
    return Math.abs(signedRingKm2(rectangleRing([0, lower, wide, upper])));
  });
}

/** Metres on the ground that a pixel spans, in the grid's middle. */
export function groundMetres({ north, pixel, height }: RasterGrid): number {
  return pixel * Math.cos(latitudeOf(north - (height * pixel) / 2) * RAD);
}
