import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gridValues } from '../../../../src/raster/delivered/gridValues.ts';
import { openRaster } from '../../../../src/raster/delivered/rasterFile.ts';
import { outlineOf } from '../../../../src/raster/delivered/rasterPlace.ts';
import { bytesOf, gdalValues, madeFile } from './gdalFiles.ts';

const METRES = Math.PI * 6_378_137;
const mercator = ([longitude, latitude]: readonly number[]) =>
  [
    (longitude! / 180) * METRES,
    Math.log(Math.tan(Math.PI / 4 + (latitude! * Math.PI) / 360)) * 6_378_137,
  ] as const;
const degrees = (x: number, y: number): [number, number] => [
  (x / METRES) * 180,
  (Math.atan(Math.sinh(y / 6_378_137)) * 180) / Math.PI,
];

it.runIf(existsSync('/usr/bin/gdallocationinfo'))(
  'the values on a grid of Web Mercator are those that GDAL reads at the middles of its pixels',
  async () => {
    const [width, height] = [400, 300];
    const transform = [370_000.25, 10, 0, 150_000.5, 0, -10];
    const made = { type: 'UInt16', bands: 3, epsg: 32648, options: ['TILED=YES'], transform } as const;
    const file = madeFile({ ...made, width, height });
    const raster = await openRaster(bytesOf(file));
    const { bbox } = outlineOf(raster.place, width, height);
    const [west, south] = mercator(bbox);
    const [east, north] = mercator(bbox.slice(2));
    // a little beyond the image, with pixels of another size than its own
    const pixel = 13.7;
    const grid = {
      west: west - 100,
      north: north + 100,
      pixel,
      width: Math.ceil((east - west + 200) / pixel),
      height: Math.ceil((north - south + 200) / pixel),
    };
    const { bands, cover } = await gridValues(raster, grid, [2, 0]);
    const places = Array.from({ length: 2000 }, (_, at) => (at * 7919) % cover.length);
    const inside = places.filter((at) => cover[at] === 255);
    expect(inside.length).toBeGreaterThan(1500);
    expect(cover[0]).toBe(0);
    const expected = gdalValues(
      file,
      inside.map((at) =>
        degrees(
          grid.west + ((at % grid.width) + 0.5) * pixel,
          grid.north - (Math.floor(at / grid.width) + 0.5) * pixel,
        ),
      ),
    );
    const other = inside.filter(
      (at, row) => bands[0]![at] !== expected[row]![2] || bands[1]![at] !== expected[row]![0],
    );
    expect(other).toEqual([]);
  },
);
