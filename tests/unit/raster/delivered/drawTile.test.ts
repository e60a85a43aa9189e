import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawTile, type ImageStyle } from '../../../../src/raster/delivered/drawTile.ts';
import { openRaster } from '../../../../src/raster/delivered/rasterFile.ts';
import { histogramOf, percentAtValue, valueAtPercent } from '../../../../src/raster/delivered/stretch.ts';
import { bytesOf, gdalValues, madeFile } from './gdalFiles.ts';

const PLAIN: ImageStyle = {
  bands: [0, 1, 2],
  ramp: 'grey',
  low: 0,
  high: 255,
  gamma: 1,
  pixels: 'sharp',
  noData: 'transparent',
};
/** The middle of a tile's pixel, degrees (OGC Two Dimensional Tile Matrix Set, WebMercatorQuad). */
const degreesOf = (z: number, x: number, y: number, column: number, row: number): [number, number] => {
  const [across, down] = [(x + (column + 0.5) / 256) / 2 ** z, (y + (row + 0.5) / 256) / 2 ** z];
  return [across * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI];
};

describe.runIf(existsSync('/usr/bin/gdallocationinfo'))('tiles of a delivered image', () => {
  it.each([
    ['UTM', { epsg: 32648, transform: [372_000, 0.5, 0, 149_500, 0, -0.5] }],
    ['a turned grid', { epsg: 32648, transform: [372_000, 0.4, 0.3, 149_300, 0.3, -0.4] }],
    ['degrees', { epsg: 4326, transform: [103.85, 0.000005, 0, 1.352, 0, -0.000005] }],
  ] as const)('each of their pixels shows the image at its place: %s', async (_, place) => {
    const file = madeFile({ ...place, type: 'Byte', bands: 3, width: 600, height: 500, options: [] });
    const raster = await openRaster(bytesOf(file));
    const [z, n] = [20, 2 ** 20];
    const [longitude, latitude] = raster.place.projection.back(
      place.transform[0] + 300 * place.transform[1] + 250 * place.transform[2],
      place.transform[3] + 300 * place.transform[4] + 250 * place.transform[5],
    );
    const x = Math.floor(((longitude + 180) / 360) * n);
    const sine = Math.sin((latitude * Math.PI) / 180);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * n);
    const rgba = await drawTile(raster, { z, x, y, side: 256 }, PLAIN);
    if (rgba === null) throw new Error('the tile lies on the image');
    const places = Array.from({ length: 900 }, (_, at) => [(at * 37) % 256, (at * 101) % 256] as const);
    const wanted = gdalValues(
      file,
      places.map(([column, row]) => degreesOf(z, x, y, column, row)),
    );
    const shown = places.map(([column, row]) => {
      const at = (row * 256 + column) * 4;
      return [...rgba.subarray(at, at + 3)];
    });
    // a place on the edge of two pixels may be drawn as either
    const differing = shown.filter((values, at) => values.join() !== wanted[at]?.join());
    expect(differing.length).toBeLessThan(places.length * 0.02);
  });

  it('a tile beside the image, or where it has no data, is empty', async () => {
    const file = madeFile({
      epsg: 4326,
      transform: [103.85, 0.0001, 0, 1.4, 0, -0.0001],
      type: 'Byte',
      bands: 3,
      width: 64,
      height: 64,
      options: [],
    });
    const raster = await openRaster(bytesOf(file));
    expect(await drawTile(raster, { z: 10, x: 0, y: 0, side: 256 }, PLAIN)).toBeNull();
  });

  it('percentiles of the shown bands stand for values and back', async () => {
    const file = madeFile({
      epsg: 4326,
      transform: [103.85, 0.0001, 0, 1.4, 0, -0.0001],
      type: 'Byte',
      bands: 3,
      width: 200,
      height: 200,
      options: [],
    });
    const histogram = await histogramOf(await openRaster(bytesOf(file)));
    expect([histogram.min, histogram.max]).toEqual([0, 255]);
    // random bytes: evenly distributed
    for (const percent of [2, 25, 50, 98]) {
      const value = valueAtPercent(histogram, [0, 1, 2], percent);
      expect(Math.abs(value - (255 * percent) / 100)).toBeLessThan(3);
      expect(Math.abs(percentAtValue(histogram, [0, 1, 2], value) - percent)).toBeLessThan(1);
    }
  });
});
