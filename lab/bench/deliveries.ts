import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromFile } from 'geotiff';
import { SENSOR } from '../../contract/sensors.ts';
import type { Footprint } from '../../contract/search.ts';
import { rectangleRing } from '../../src/geo/entry/bbox.ts';
import type { Samples } from '../../src/raster/geotiff.ts';
import { makeImage, type ImageFacts, type ImageTask } from '../../server/orders/delivery/image.ts';
import { groundOfOrder, type OrderedGround } from '../../server/orders/delivery/deliveredGrid.ts';
import type { PixelSource, PixelWindow } from '../../server/orders/delivery/pixelSource.ts';
import { warpedTo, type WindowReader } from '../../server/orders/delivery/warped.ts';
import { simulateScenes } from '../../server/simulator/archive/simulate.ts';
import { openPixels } from '../../server/simulator/supplier/openPixels.ts';

const GDAL = '/usr/bin/gdal_translate';
/** Sides of the delivered area in degrees: 1.1 × 1.1 km, 5 megapixels at 0.5 m. */
const SIDE = 0.01;
const PIXEL = 0.5;
const COG = ['-q', '-of', 'COG', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=2', '-co', 'LEVEL=4'];
const OVERVIEWS = ['-co', 'OVERVIEW_RESAMPLING=AVERAGE', '-co', 'NUM_THREADS=1'];

const WARP = ['-r', 'bilinear', '-et', '0', '-t_srs', 'EPSG:4326'];

function areaOf([west, south]: readonly [number, number]): Footprint {
  const [east, north] = [west + SIDE, south + SIDE];
  return { type: 'Polygon', coordinates: [rectangleRing([west, south, east, north])] };
}

/** A file's pixels in memory. */
async function inMemory(file: string, { grid, bands, kind, noData }: ImageFacts): Promise<PixelSource> {
  const tiff = await fromFile(file);
  const all = (await tiff.readRasters()) as unknown as Samples[];
  await tiff.close();
  const { epsg, width, height, west, north, pixelWidth, pixelHeight } = grid;
  const cut = (values: Samples, window: PixelWindow): Samples => {
    const part = new Uint8Array(window.width * window.height);
    for (let row = 0; row < window.height; row++) {
      const from = (window.row + row) * width + window.column;
      part.set(values.subarray(from, from + window.width), row * window.width);
    }
    return part;
  };
  return {
    grid: { epsg, width, height, transform: [west, pixelWidth, 0, north, 0, -pixelHeight] },
    bands,
    kind,
    noData,
    read: async (window) => all.map((values) => cut(values, window)),
    close: () => Promise.resolve(),
  };
}

/** Writes what a reader gives. */
async function write(
  file: string,
  ground: OrderedGround,
  pixels: { source: PixelSource; read: WindowReader },
): Promise<void> {
  const task = { file, thumbnail: null } as ImageTask;
  await makeImage(task, async () => ({ ground, description: 'bench', ...pixels }));
}

async function megapixelsPerSecond(pixels: number, work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(pixels / 1e4 / ((performance.now() - began) / 1000)) / 100;
}

/**
 * Megapixels a second of a delivered image: painted and written, written alone beside gdal_translate, and warped to
 * degrees and written beside gdalwarp; one thread each for the pixels, the same compression and overviews.
 */
export async function benchDeliveries(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'groundtrack-bench-'));
  const at = (name: string) => join(folder, name);
  try {
    const [scene] = [...simulateScenes({ seed: 9, lastDay: '2026-11-21', count: 1 })];
    if (scene === undefined) throw new Error('no scene');
    const geometry = areaOf([103.8, 1.34]);
    const facts = { ...scene.facts, sensorType: SENSOR.OPTICAL, cloudCover: 10 };
    const file = at('made.part');
    const task = { scene: { facts, geometry }, area: geometry, pixelMetres: PIXEL, file, thumbnail: null };
    // the Earth's colours and coasts are read once
    await makeImage({ ...task, projection: 'UTM', pixelMetres: 100 }, openPixels);
    const made: ImageFacts[] = [];
    const began = performance.now();
    made.push(await makeImage({ ...task, projection: 'UTM' }, openPixels));
    const seconds = (performance.now() - began) / 1000;
    const image = made[0]!;
    const pixels = image.grid.width * image.grid.height;
    const source = await inMemory(file, image);
    const ground = groundOfOrder('LAT_LON', geometry, PIXEL);
    const same = groundOfOrder('UTM', geometry, PIXEL);
    const warped = ground.grid.width * ground.grid.height;
    const figures = {
      megapixels: Math.round(pixels / 1e4) / 100,
      megabytes: Math.round(statSync(file).size / 1e4) / 100,
      paintedAndWritten: Math.round(pixels / 1e4 / seconds) / 100,
      written: await megapixelsPerSecond(pixels, () =>
        write(at('copy.part'), same, { source, read: source.read }),
      ),
      warpedAndWritten: await megapixelsPerSecond(warped, () =>
        write(at('warped.part'), ground, { source, read: warpedTo(ground, source) }),
      ),
    };
    if (!existsSync(GDAL)) return figures;
    return {
      ...figures,
      gdalTranslate: await megapixelsPerSecond(pixels, () =>
        execFileSync(GDAL, [...COG, ...OVERVIEWS, file, at('gdal.tif')]),
      ),
      gdalwarp: await megapixelsPerSecond(warped, () =>
        execFileSync('/usr/bin/gdalwarp', [...COG, ...OVERVIEWS, ...WARP, file, at('gdalwarp.tif')]),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
