import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageryExportForm } from '../../../contract/imagery.ts';
import { exportGrid, regionOf } from '../../../server/exports/exportGrid.ts';
import {
  exportThread,
  IMAGERY_EXPORTS,
  imageryExportFile,
  workOffImageryExports,
} from '../../../server/exports/imageryExports.loop.ts';
import { openImage } from '../../../server/imagery/layers/imageFile.ts';
import { projectionOf } from '../../../src/geo/projections.ts';
import { areaOfWkt } from '../../../server/base/areas/areas.ts';
import { quantile } from '../support/databases.ts';
import { openImageryPortal, PICTURE, type ImageryPortal, type Tile } from './imageryPortal.ts';
import { GDALWARP, gdalSeconds, gridOfTiles, perSecond, tilesOf } from './pictureTiles.ts';
import { measuredValues, measuredViewer } from './viewer.ts';
import { benchFolder } from '../start.ts';

/** Simultaneous requests of a browser. */
const AT_ONCE = 6;

const megabytes = (bytes: number): number => Math.round(bytes / 1e4) / 100;

/** Requests all tiles, the given number at a time. */
async function fetched(portal: ImageryPortal, tiles: readonly Tile[]) {
  const times: number[] = [];
  const left = [...tiles];
  const began = performance.now();
  const asker = async () => {
    for (let tile = left.pop(); tile !== undefined; tile = left.pop()) {
      const asked = performance.now();
      await portal.tile(tile);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, asker));
  const seconds = (performance.now() - began) / 1000;
  return {
    tilesPerSecond: perSecond(tiles.length, seconds),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}

async function measuredTiles(portal: ImageryPortal, folder: string) {
  const tiles = tilesOf();
  // the threads have started, and no block of what follows is decoded
  await fetched(
    portal,
    tiles.slice(0, AT_ONCE).map(({ z, x, y }) => ({ z: z - 4, x: x >> 4, y: y >> 4 })),
  );
  const cold = await fetched(portal, tiles);
  const warm = await fetched(portal, tiles);
  if (!existsSync(GDALWARP)) return { tiles: tiles.length, cold, warm };
  // only reprojected, without writing PNG
  const seconds = await gdalSeconds(portal.picture, gridOfTiles(tiles), join(folder, 'tiles.tif'));
  return { tiles: tiles.length, cold, warm, gdalwarp: { tilesPerSecond: perSecond(tiles.length, seconds) } };
}

/** A square in the middle of the image, side in kilometres. */
function middle(kilometres: number): string {
  const degrees = kilometres / 111.32 / 2;
  const { back } = projectionOf(PICTURE.epsg)!;
  const half = (PICTURE.width * PICTURE.pixel) / 2;
  const [x, y] = back(PICTURE.west + half, PICTURE.north - half);
  const at = (east: number, north: number) => `${x + east * degrees} ${y + north * degrees}`;
  return `POLYGON((${at(-1, -1)},${at(1, -1)},${at(1, 1)},${at(-1, 1)},${at(-1, -1)}))`;
}

async function measuredExport(portal: ImageryPortal, folder: string, kilometres: number) {
  const { deps, layer } = portal;
  const thread = exportThread();
  const made = async (side: number) => {
    const form: ImageryExportForm = {
      taskName: 'Bench',
      dsId: layer,
      aoi: middle(side),
      outMode: 'bbox',
      outResolution: 2,
      outProj: 'EPSG:3857',
    };
    const reply = await portal.post('/api/imagery/v1/export/submit', form);
    if (reply.result !== 1) throw new Error(`the export was refused: ${reply.message}`);
    const began = performance.now();
    await workOffImageryExports(deps, undefined, thread);
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await deps.db.pool.query<{ id: number; status: number }>(
      'select id, status from imagery_exports order by id desc limit 1',
    );
    const [row] = rows;
    if (row?.status !== 2) throw new Error('the export failed');
    return { form, seconds, file: deps.files.pathOf(IMAGERY_EXPORTS, imageryExportFile(row)) };
  };
  // warm-up: starts the thread and opens the file
  await made(0.5);
  const { form, seconds, file } = await made(kilometres);
  await thread.close();
  const image = await openImage(portal.picture);
  const aoi = regionOf(form, await areaOfWkt(form.aoi));
  const grid = exportGrid(form, aoi.geometry, image.facts);
  await image.close();
  if (grid === null) throw new Error('nothing was exported');
  // four bands and alpha, two bytes each
  const bytes = grid.width * grid.height * 10;
  const ours = {
    seconds: Math.round(seconds * 100) / 100,
    megabytesPerSecond: perSecond(bytes / 1e6, seconds),
  };
  const sizes = { megabytes: megabytes(bytes), fileMegabytes: megabytes(statSync(file).size) };
  if (!existsSync(GDALWARP)) return { ...sizes, ours };
  const other = join(folder, 'gdal.tif');
  const written = ['TILED=YES', 'COMPRESS=DEFLATE', 'PREDICTOR=2', 'ZLEVEL=5', 'BIGTIFF=YES'];
  const options = ['-dstalpha', ...written.flatMap((one) => ['-co', one])];
  const gdal = await gdalSeconds(portal.picture, grid, other, ...options);
  return {
    ...sizes,
    ours,
    gdalwarp: {
      seconds: Math.round(gdal * 100) / 100,
      megabytesPerSecond: perSecond(bytes / 1e6, gdal),
      fileMegabytes: megabytes(statSync(other).size),
    },
  };
}

/**
 * Tiles per second over HTTP, rendered and cached, and uncompressed MB/s of an export, each compared with
 * gdalwarp for the same place in the same run. `BENCH_EXPORT_KM` is the side of the exported square.
 */
export async function benchImagery() {
  const folder = benchFolder();
  const portal = await openImageryPortal(folder.path);
  try {
    const tiles = await measuredTiles(portal, folder.path);
    const viewer = await measuredViewer(portal, folder.path);
    const values = await measuredValues(portal);
    const kilometres = Number(process.env['BENCH_EXPORT_KM'] ?? 12);
    return { tiles, viewer, values, export: await measuredExport(portal, folder.path, kilometres) };
  } finally {
    await portal.stop();
    folder.remove();
  }
}
