import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { randomOf } from '../../../server/simulator/archive/random.ts';
import { projectionOf } from '../../../src/geo/projections.ts';
import { gridOfTile } from '../../../server/imagery/tiles/renderTile.ts';
import type { Grid } from '../../../server/imagery/tiles/warp.ts';
import { PICTURE, type Tile } from './imageryPortal.ts';

/** The zoom at which a tile pixel is about an image pixel. */
export const ZOOM = 14;
export const GDALWARP = '/usr/bin/gdalwarp';

export const perSecond = (count: number, seconds: number): number => Math.round((count / seconds) * 10) / 10;

/** All tiles completely inside the image, in random order. */
export function tilesOf(): Tile[] {
  const { back } = projectionOf(PICTURE.epsg) ?? {};
  if (back === undefined) throw new Error('unknown projection');
  const [west, south] = back(PICTURE.west, PICTURE.north - PICTURE.height * PICTURE.pixel);
  const [east, north] = back(PICTURE.west + PICTURE.width * PICTURE.pixel, PICTURE.north);
  const column = (longitude: number) => ((longitude + 180) / 360) * 2 ** ZOOM;
  const row = (latitude: number) =>
    ((1 + Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** ZOOM;
  // the image's grid lines aren't meridians: omits another tile at each side
  const inner = (from: number, to: number) =>
    Array.from({ length: Math.floor(to) - Math.ceil(from) - 2 }, (_, at) => Math.ceil(from) + 1 + at);
  const random = randomOf('tiles');
  return inner(column(west), column(east))
    .flatMap((x) => inner(row(south), row(north)).map((y) => ({ z: ZOOM, x, y, at: random() })))
    .toSorted((a, b) => a.at - b.at);
}

/** Seconds of gdalwarp for a grid: one process, one thread, bilinear and as exact as ours. */
export async function gdalSeconds(
  source: string,
  grid: Grid,
  file: string,
  ...more: string[]
): Promise<number> {
  const { west, north, width, height, pixelWidth, pixelHeight } = grid;
  const extent = [west, north - height * pixelHeight, west + width * pixelWidth, north].map(String);
  const size = ['-te', ...extent, '-ts', String(width), String(height)];
  const began = performance.now();
  const kind = ['-r', 'bilinear', '-et', '0', ...more];
  await promisify(execFile)(GDALWARP, [
    '-q',
    '-overwrite',
    '-t_srs',
    `EPSG:${grid.epsg}`,
    ...size,
    ...kind,
    source,
    file,
  ]);
  return (performance.now() - began) / 1000;
}

/** The bounding rectangle of the tiles. */
export function gridOfTiles(tiles: readonly Tile[]): Grid {
  const grids = tiles.map(gridOfTile);
  const [west, north] = [
    Math.min(...grids.map((one) => one.west)),
    Math.max(...grids.map((one) => one.north)),
  ];
  const [{ pixelWidth: pixel = 0 } = {}] = grids;
  const side = (numbers: readonly number[]) => (Math.max(...numbers) - Math.min(...numbers) + 1) * 256;
  return {
    epsg: 3857,
    west,
    north,
    pixelWidth: pixel,
    pixelHeight: pixel,
    width: side(tiles.map(({ x }) => x)),
    height: side(tiles.map(({ y }) => y)),
  };
}
