import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { VALUES } from '../../../contract/limits.ts';
import { firstStyle } from '../../../src/machines/imagery/delivered.rules.ts';
import { factsOfImage } from '../../../src/raster/delivered/deliveredImage.ts';
import { drawTile } from '../../../src/raster/delivered/drawTile.ts';
import { gridValues } from '../../../src/raster/delivered/gridValues.ts';
import { openRaster, type ByteSource } from '../../../src/raster/delivered/rasterFile.ts';
import { onBenchPage } from '../support/benchPage.ts';
import { quantile } from '../support/databases.ts';
import type { ImageryPortal } from './imageryPortal.ts';
import { GDALWARP, gdalSeconds, gridOfTiles, perSecond, tilesOf, ZOOM } from './pictureTiles.ts';

/** Parts of a file on the disk. */
async function fileBytes(file: string): Promise<ByteSource> {
  const handle = await open(file);
  return {
    read: async (offset, length) => {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
}

/**
 * What the browser's worker does with a delivered image, in one thread: the same tiles drawn from the file, and the bands read
 * on the grid of an analysis; beside gdalwarp by nearest pixel.
 */
export async function measuredViewer(portal: ImageryPortal, folder: string) {
  const tiles = tilesOf();
  const image = await openRaster(await fileBytes(portal.picture));
  const { style } = firstStyle(await factsOfImage(image));
  const last = 2 ** ZOOM - 1;
  const drawn = async () => {
    const began = performance.now();
    for (const { z, x, y } of tiles) await drawTile(image, { z, x, y: last - y, side: 256 }, style);
    return perSecond(tiles.length, (performance.now() - began) / 1000);
  };
  const cold = await drawn();
  const grid = gridOfTiles(tiles);
  const read = async (bands: readonly number[]) => {
    const began = performance.now();
    await gridValues(image, { ...grid, pixel: grid.pixelWidth }, bands);
    return perSecond((grid.width * grid.height * bands.length) / 1e6, (performance.now() - began) / 1000);
  };
  const figures = {
    drawnTilesPerSecond: { cold, warm: await drawn() },
    millionSamplesPerSecond: await read([0, 1, 2, 3]),
    onMap: await measuredWays(),
  };
  if (!existsSync(GDALWARP)) return figures;
  const seconds = await gdalSeconds(portal.picture, grid, join(folder, 'near.tif'), '-r', 'near');
  return {
    ...figures,
    gdalwarp: { millionSamplesPerSecond: perSecond((grid.width * grid.height * 4) / 1e6, seconds) },
  };
}

const SAMPLE = 'server/simulator/samples/files/landsat8-2345.tif';
/** Rounds of each way; they take turns. */
const TURNS = 4;
const ROUNDS = 3;

/** Milliseconds until a delivered image is drawn on a map, medians: as tiles of a protocol, and as a layer of deck.gl's. */
async function measuredWays() {
  const isReady = () => window.drawn !== undefined;
  return onBenchPage(
    '',
    async (page) => {
      await page.route('**/image.tif', (route) => route.fulfill({ path: SAMPLE }));
      const times = { protocol: [] as number[], deck: [] as number[] };
      const tiles = { protocol: 0, deck: 0 };
      for (let turn = 0; turn < TURNS; turn++)
        for (const way of ['protocol', 'deck'] as const) {
          const drawn = await page.evaluate(([one, rounds]) => window.drawn!(one, rounds), [
            way,
            ROUNDS,
          ] as const);
          times[way].push(...drawn.milliseconds);
          tiles[way] = drawn.tiles;
        }
      const of = (way: keyof typeof times) => ({ p50Ms: quantile(times[way], 0.5), tiles: tiles[way] });
      return { protocol: of('protocol'), deck: of('deck') };
    },
    { file: 'lab/bench/imagery/viewer.html', isReady },
  );
}

/** The values call over HTTP: windows of four bands, one at a time. */
export async function measuredValues(portal: ImageryPortal) {
  const { west, north, pixelWidth: pixel } = gridOfTiles(tilesOf());
  const side = VALUES.side;
  const times: number[] = [];
  for (let at = 0; at < 12; at++) {
    const place = { west: west + at * 40 * pixel, north: north - at * 40 * pixel, pixel };
    const began = performance.now();
    const reply = await portal.post('/api/imagery/v1/values', {
      layerId: portal.layer,
      bands: [0, 1, 2, 3],
      ...place,
      width: side,
      height: side,
    });
    if (reply.result !== 1) throw new Error(`the values were refused: ${reply.message}`);
    times.push(performance.now() - began);
  }
  return { side, p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}
