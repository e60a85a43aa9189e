import { describe, expect, it } from 'vitest';
import { projectionOf } from '../../../src/geo/projections.ts';
import { gridOfTile } from '../../../server/imagery/tiles/renderTile.ts';
import { warp, type Grid, type Source } from '../../../server/imagery/tiles/warp.ts';
import type { Block } from '../../../server/imagery/tiles/blocks.ts';

const SIDE = 256;

/** An image whose two bands are the positions of its own pixels. */
function sourceOf(facts: Pick<Grid, 'epsg' | 'west' | 'north' | 'pixelWidth' | 'width' | 'height'>): Source {
  const { width, height, pixelWidth } = facts;
  const level = { width, height, scaleX: 1, scaleY: 1 };
  const block = (column: number, row: number): Block => {
    const bands = [new Float32Array(SIDE * SIDE), new Float32Array(SIDE * SIDE)] as const;
    for (let at = 0; at < SIDE * SIDE; at++) {
      bands[0][at] = column * SIDE + (at % SIDE) + 0.5;
      bands[1][at] = row * SIDE + Math.floor(at / SIDE) + 0.5;
    }
    return { width: SIDE, height: SIDE, bands: [...bands] };
  };
  return {
    facts: { ...facts, pixelHeight: pixelWidth, bands: 2, kind: 'float32', noData: null, alphaBand: null },
    levels: [level],
    blocks: {
      sizeOf: () => ({ width: SIDE, height: SIDE }),
      read: (_, column, row) => Promise.resolve(block(column, row)),
    },
  };
}

/** The tile of a zoom level around a place. */
function tileAround(z: number, longitude: number, latitude: number): Grid {
  const [x, y] = projectionOf(3857)!.forward(longitude, latitude);
  const half = Math.PI * 6_378_137;
  const tileAt = (value: number) => Math.floor(((value + half) / (2 * half)) * 2 ** z);
  return gridOfTile({ z, x: tileAt(x), y: tileAt(y) });
}

/** How far, in pixels of the image, the farthest pixel of a tile is from its exact place. */
async function farthest(grid: Grid, epsg: number, pixel: number): Promise<number> {
  const [from, to] = [projectionOf(3857)!, projectionOf(epsg)!];
  const middle = from.back(grid.west + 128 * grid.pixelWidth, grid.north - 128 * grid.pixelHeight);
  const [x, y] = to.forward(...middle);
  const [width, height] = epsg === 4326 && pixel > 0.05 ? [360 / pixel, 180 / pixel] : [1536, 1536];
  const [west, north] = width === 1536 ? [x - 768 * pixel, y + 768 * pixel] : [-180, 90];
  const source = sourceOf({ epsg, west, north, pixelWidth: pixel, width, height });
  const { bands, alpha } = await warp(source, grid);
  let [most, count] = [0, 0];
  for (let at = 0; at < alpha.length; at++) {
    const [column, row] = [(at % 256) + 0.5, Math.floor(at / 256) + 0.5];
    const [mapX, mapY] = to.forward(
      ...from.back(grid.west + column * grid.pixelWidth, grid.north - row * grid.pixelHeight),
    );
    const [exactX, exactY] = [(mapX - west) / pixel, (north - mapY) / pixel];
    // at its edges an image repeats its last pixels
    if (!(exactX > 1 && exactY > 1 && exactX < width - 1 && exactY < height - 1)) continue;
    count++;
    most = Math.max(most, Math.hypot(bands[0]![at]! - exactX, bands[1]![at]! - exactY));
  }
  expect(count).toBeGreaterThan(10_000);
  return most;
}

describe('tiles are drawn at most an eighth of a pixel from their exact places', () => {
  it.each([0, 1, 2, 4, 7])('of an image of the whole Earth in degrees, zoom %i', async (z) => {
    for (const latitude of [3, 62, 84]) {
      const grid = tileAround(z, 12, latitude);
      expect(await farthest(grid, 4326, 360 / (256 * 2 ** Math.min(z, 4)))).toBeLessThan(0.125);
    }
  });

  it.each([8, 11, 14, 18])(
    'of an image in UTM, at the edge of its zone and far north, zoom %i',
    async (z) => {
      for (const [longitude, latitude] of [
        [105.9, 1.3],
        [102.1, 51],
        [107, 83],
      ] as const) {
        const grid = tileAround(z, longitude, latitude);
        const pixel = grid.pixelWidth * Math.cos((latitude * Math.PI) / 180);
        expect(await farthest(grid, 32_648, pixel)).toBeLessThan(0.125);
      }
    },
  );

  it.each([3, 8, 12])('of an image in degrees across 180°, zoom %i', async (z) => {
    const grid = tileAround(z, 179.99, -17);
    expect(await farthest(grid, 4326, 360 / (256 * 2 ** z))).toBeLessThan(0.125);
  });
});
