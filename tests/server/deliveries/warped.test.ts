import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromFile } from 'geotiff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groundOfOrder, type OrderedGround } from '../../../server/orders/delivery/deliveredGrid.ts';
import type { GeoTransform, PixelSource } from '../../../server/orders/delivery/pixelSource.ts';
import { warpedTo } from '../../../server/orders/delivery/warped.ts';
import { square } from '../search/sceneFixtures.ts';
import { gdalPython, hasGdal } from './gdal.ts';

const [WIDTH, HEIGHT] = [120, 90];
/** A smooth surface, so that a position error shows as a value error. */
const heightAt = (column: number, row: number): number => 1000 + 40 * column + 25 * row;

/** A file of one band, with its pixels in memory. */
function sourceOf(epsg: number, transform: GeoTransform, isClasses = false): PixelSource {
  return {
    grid: { epsg, width: WIDTH, height: HEIGHT, transform },
    bands: [{ name: 'height', commonName: null, isClasses }],
    kind: 'uint16',
    noData: 0,
    async read({ column, row, width, height }) {
      const samples = new Uint16Array(width * height);
      for (let y = 0, at = 0; y < height; y++)
        for (let x = 0; x < width; x++, at++) samples[at] = heightAt(column + x, row + y);
      return [samples];
    },
    close: () => Promise.resolve(),
  };
}

const readAll = async (ground: OrderedGround, source: PixelSource) =>
  (
    await warpedTo(
      ground,
      source,
    )({ column: 0, row: 0, width: ground.grid.width, height: ground.grid.height })
  )[0]!;

// Umbra's picture of Mount Yasur has such a turned grid, in zone 59S
const TURNED: GeoTransform = [337_574.6, -1.43, -5.77, 7_840_301.6, -5.77, 1.43];
/** Its lower left part. */
const YASUR = square(169.449, -19.531, 169.4505, -19.529);

describe('pixels of a file on the ordered grid', () => {
  it('are copied where the file has the ordered system, pixel size and direction', async () => {
    const source = sourceOf(32648, [369_010, 10, 0, 140_405, 0, -10]);
    const ground = groundOfOrder('UTM', square(103.825, 1.264, 103.83, 1.267), 10, source.grid);
    const { west, north, pixelWidth, width, height } = ground.grid;
    expect([(west - 369_010) % 10, (140_405 - north) % 10, pixelWidth]).toEqual([0, 0, 10]);
    const values = await readAll(ground, source);
    const [column, row] = [(west - 369_010) / 10, (140_405 - north) / 10];
    for (let at = 0; at < width * height; at++)
      expect(values[at]).toBe(heightAt(column + (at % width), row + Math.floor(at / width)));
  });

  it('outside the file have no data', async () => {
    const source = sourceOf(32648, [369_010, 10, 0, 140_405, 0, -10]);
    const values = await readAll(groundOfOrder('UTM', square(103.9, 1.3, 103.902, 1.302), 10), source);
    expect(values.every((value) => value === 0)).toBe(true);
  });

  it('of classes are never interpolated', async () => {
    const source = sourceOf(32759, TURNED, true);
    const values = await readAll(groundOfOrder('UTM', YASUR, 3), source);
    const classes = new Set<number>([0]);
    for (let row = 0; row < HEIGHT; row++)
      for (let column = 0; column < WIDTH; column++) classes.add(heightAt(column, row));
    expect(values.filter((value) => !classes.has(value))).toHaveLength(0);
    expect(values.some((value) => value > 0)).toBe(true);
  });

  describe.runIf(hasGdal)('as gdalwarp puts them (where GDAL is installed)', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'groundtrack-warp-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it.each([
      ['a turned grid to UTM', 32759, TURNED, 'UTM', YASUR, 5],
      ['a turned grid to degrees', 32759, TURNED, 'LAT_LON', YASUR, 5],
      [
        'degrees to UTM',
        4326,
        [103.82, 0.0001, 0, 1.27, 0, -0.0001],
        'UTM',
        square(103.822, 1.263, 103.83, 1.268),
        11,
      ],
      [
        'one zone to degrees',
        32648,
        [369_010, 10, 0, 140_405, 0, -10],
        'LAT_LON',
        square(103.825, 1.264, 103.83, 1.267),
        10,
      ],
    ] as const)('%s', async (_, epsg, transform, projection, area, pixel) => {
      const source = sourceOf(epsg, transform);
      const ground = groundOfOrder(projection, area, pixel);
      const [from, to] = [path.join(folder, 'from.tif'), path.join(folder, 'to.tif')];
      gdalPython(
        `import json, sys
import numpy as np
from osgeo import gdal, osr
gdal.UseExceptions()
file, epsg, transform, width, height = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]), ${WIDTH}, ${HEIGHT}
d = gdal.GetDriverByName('GTiff').Create(file, width, height, 1, gdal.GDT_UInt16)
s = osr.SpatialReference(); s.ImportFromEPSG(epsg); d.SetProjection(s.ExportToWkt()); d.SetGeoTransform(transform)
y, x = np.mgrid[0:height, 0:width]
d.GetRasterBand(1).WriteArray((1000 + 40 * x + 25 * y).astype('uint16'))
d.GetRasterBand(1).SetNoDataValue(0)
d = None
print('1')`,
        from,
        String(epsg),
        JSON.stringify(transform),
      );
      const { grid } = ground;
      const edges = [
        grid.west,
        grid.north - grid.height * grid.pixelHeight,
        grid.west + grid.width * grid.pixelWidth,
        grid.north,
      ].map(String);
      const size = [grid.width, grid.height].map(String);
      const system = `EPSG:${grid.epsg}`;
      const options = ['-q', '-overwrite', '-r', 'bilinear', '-et', '0', '-t_srs', system];
      execFileSync('gdalwarp', [...options, '-te', ...edges, '-ts', ...size, from, to]);
      const tiff = await fromFile(to);
      const wanted = (await tiff.readRasters())[0]!;
      await tiff.close();
      if (typeof wanted === 'number') throw new TypeError('a band was asked for');
      const values = await readAll(ground, source);
      let [both, alone] = [0, 0];
      for (let at = 0; at < values.length; at++) {
        if ((values[at] === 0) !== (wanted[at] === 0)) alone++;
        else if (values[at] !== 0) {
          both++;
          // a tenth of a pixel: GDAL rounds the weights of its kernel
          expect(Math.abs(values[at]! - wanted[at]!)).toBeLessThanOrEqual(4);
        }
      }
      expect(both).toBeGreaterThan(500);
      // the edge of the picture
      expect(alone).toBeLessThan(both * 0.05);
    });
  });
});
