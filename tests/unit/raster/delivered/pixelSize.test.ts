import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { factsOfImage } from '../../../../src/raster/delivered/deliveredImage.ts';
import { openRaster } from '../../../../src/raster/delivered/rasterFile.ts';
import { bytesOf, madeFile } from './gdalFiles.ts';

/** Kilometres of a degree of latitude on WGS 84, as tables have them. */
const DEGREES = [
  [0, 110.574],
  [30, 110.852],
  [60, 111.412],
] as const;

it.runIf(existsSync('/usr/bin/gdal_translate')).each(DEGREES)(
  'the pixels of an image in degrees are measured at its latitude: %i°',
  async (latitude, kilometres) => {
    const step = 10 / (kilometres * 1000);
    const transform = [10, step, 0, latitude + 8 * step, 0, -step];
    const file = madeFile({
      type: 'Byte',
      bands: 1,
      width: 16,
      height: 16,
      epsg: 4326,
      transform,
      options: [],
    });
    expect((await factsOfImage(await openRaster(bytesOf(file)))).gsd).toBeCloseTo(10, 3);
  },
);
