import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cellValue, smoothstep } from '../noise.ts';
import { planeOf, type Places } from './places.ts';

/** A built-up place on the Mercator plane, km. */
interface Town {
  x: number;
  y: number;
  /** Of the built-up area, km on the plane. */
  radius: number;
}

/** A city of the npm package city-timezones. */
interface City {
  lat: number;
  lng: number;
  pop: number;
}

/** Squares of the plane, km, by which towns are found. */
const SQUARE = 200;
/** Beyond this many radii a town has no effect. */
const REACH = 2.4;
const RADIUS_MAX = 30;
/** Squares of the plane that have at most one village, km. */
const VILLAGE_SQUARE = 4.6;

let bySquare: Map<string, Town[]> | undefined;

const keyOf = (column: number, row: number): string => `${column} ${row}`;

/** Cities by their inhabitants, districts of large cities and ports (server/places). */
function towns(): Map<string, Town[]> {
  if (bySquare) return bySquare;
  const require = createRequire(import.meta.url);
  const cities = JSON.parse(
    readFileSync(require.resolve('city-timezones/data/cityMap.json'), 'utf8'),
  ) as City[];
  const table = JSON.parse(
    readFileSync(new URL('../../../places/table/places.json', import.meta.url), 'utf8'),
  ) as {
    districts: [string, string, string, number, number][];
    ports: [string, string, string, number, number][];
  };
  const squares = new Map<string, Town[]>();
  const add = (longitude: number, latitude: number, km: number): void => {
    const [x, y] = planeOf(longitude, latitude);
    const town = { x, y, radius: Math.min(RADIUS_MAX, km / Math.cos((latitude * Math.PI) / 180)) };
    const key = keyOf(Math.floor(x / SQUARE), Math.floor(y / SQUARE));
    const there = squares.get(key);
    if (there) there.push(town);
    else squares.set(key, [town]);
  };
  for (const { lat, lng, pop } of cities)
    // a million inhabitants live within some 6 km
    add(lng, lat, Math.max(0.8, 6 * Math.sqrt(Math.max(pop, 1000) / 1e6)) ** 0.9);
  for (const [, , , latitude, longitude] of table.districts) add(longitude, latitude, 2.6);
  for (const [, , , latitude, longitude] of table.ports) add(longitude, latitude, 1);
  bySquare = squares;
  return squares;
}

/** Villages from a pattern of the plane: at most one a square. */
function villages(west: number, north: number, east: number, south: number): Town[] {
  const found: Town[] = [];
  for (let row = Math.floor(north / VILLAGE_SQUARE); row * VILLAGE_SQUARE <= south; row++)
    for (let column = Math.floor(west / VILLAGE_SQUARE); column * VILLAGE_SQUARE <= east; column++) {
      if (cellValue(column, row, 811) > 0.55) continue;
      found.push({
        x: (column + cellValue(column, row, 812)) * VILLAGE_SQUARE,
        y: (row + cellValue(column, row, 813)) * VILLAGE_SQUARE,
        radius: 0.2 + 0.75 * cellValue(column, row, 814) ** 3,
      });
    }
  return found;
}

/**
 * How much towns fill each place, 0 to 1 in the middle of one.
 * @param settled 0 to 1 for each place: how likely there are villages
 */
export function townsAt(places: Places, settled: Float32Array): Float32Array {
  const { x, y, count, pixel, width, height } = places;
  const corners = [0, width - 1, count - width, count - 1];
  const [xs, ys] = [corners.map((at) => x[at]!), corners.map((at) => y[at]!)];
  const reach = RADIUS_MAX * REACH;
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const near: Town[] = [];
  for (let row = Math.floor((north - reach) / SQUARE); row <= (south + reach) / SQUARE; row++)
    for (let column = Math.floor((west - reach) / SQUARE); column <= (east + reach) / SQUARE; column++)
      near.push(...(towns().get(keyOf(column, row)) ?? []));
  const filled = new Float32Array(count);
  // steps of a pixel to the right and down; the plane is nearly even within a picture
  const [acrossX, acrossY] = [(xs[1]! - xs[0]!) / (width - 1 || 1), (ys[1]! - ys[0]!) / (width - 1 || 1)];
  const [downX, downY] = [(xs[2]! - xs[0]!) / (height - 1 || 1), (ys[2]! - ys[0]!) / (height - 1 || 1)];
  const determinant = acrossX * downY - acrossY * downX || 1;
  const pixelAt = (townX: number, townY: number): [number, number] => {
    const [dx, dy] = [townX - xs[0]!, townY - ys[0]!];
    return [(dx * downY - dy * downX) / determinant, (dy * acrossX - dx * acrossY) / determinant];
  };
  const splat = ({ x: townX, y: townY, radius }: Town, isVillage: boolean): void => {
    const r = radius * REACH;
    if (townX + r < west || townX - r > east || townY + r < north || townY - r > south) return;
    // the pixels around the town, in a picture that may be turned
    const [i, j] = pixelAt(townX, townY);
    const half = Math.ceil(r / pixel) + 2;
    // towns grow along their roads: lobes in directions of their own, never a disc
    const phase = cellValue(Math.round(townX * 8), Math.round(townY * 8), 815) * 2 * Math.PI;
    const [cos, sin] = [Math.cos(phase), Math.sin(phase)];
    const left = Math.max(0, Math.floor(i - half));
    const right = Math.min(width - 1, Math.ceil(i + half));
    const last = Math.min(height - 1, Math.ceil(j + half));
    for (let row = Math.max(0, Math.floor(j - half)); row <= last; row++)
      for (let at = row * width + left; at <= row * width + right; at++) {
        const dx = x[at]! - townX;
        const dy = y[at]! - townY;
        const plain = (dx * dx + dy * dy) / (radius * radius);
        if (plain > REACH * REACH) continue;
        // sines and cosines of the angle, its double and its triple
        const far = Math.sqrt(dx * dx + dy * dy) + 1e-9;
        const c1 = dx / far;
        const s1 = dy / far;
        const c2 = c1 * c1 - s1 * s1;
        const s2 = 2 * s1 * c1;
        const c3 = c2 * c1 - s2 * s1;
        const s3 = s2 * c1 + c2 * s1;
        const lobes = s2 * cos + c2 * sin + 0.8 * (c3 * cos + s3 * sin) + 0.6 * (s2 * c3 + c2 * s3);
        const squared = plain * (1 - 0.3 * lobes);
        const share = Math.exp(-squared) * (isVillage ? settled[at]! : 1);
        filled[at] = 1 - (1 - filled[at]!) * (1 - share);
      }
  };
  for (const town of near) splat(town, false);
  // villages smaller than two pixels are not seen
  for (const town of villages(west - 3, north - 3, east + 3, south + 3))
    if (town.radius > 2 * pixel) splat(town, true);
  return filled.map((value) => smoothstep(0.02, 0.75, value));
}
