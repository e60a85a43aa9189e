import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openRaster } from '../../../../src/raster/delivered/rasterFile.ts';
import { pixelPlaceAt, samplesAt } from '../../../../src/raster/delivered/pixelValues.ts';
import { outlineOf } from '../../../../src/raster/delivered/rasterPlace.ts';
import { bytesOf, gdalValues, madeFile, randomFrom, type MadeFile } from './gdalFiles.ts';

const UTM = { epsg: 32648, transform: [370_000.25, 0.5, 0, 150_000.5, 0, -0.5] };
const SOUTH = { epsg: 32759, transform: [337_574.596, -0.143, -0.577, 7_840_301.577, -0.577, 0.143] };
const DEGREES = { epsg: 4326, transform: [103.7, 0.0000123, 0, 1.35, 0, -0.0000118] };
const MERCATOR = { epsg: 3857, transform: [11_544_000, 30, 0, 150_000, 0, -30] };
const TILED = ['TILED=YES', 'BLOCKXSIZE=128', 'BLOCKYSIZE=128'];

const CASES: Record<string, Omit<MadeFile, 'width' | 'height'>> = {
  'UTM, 8 bit, tiled with overviews': { ...UTM, type: 'Byte', bands: 3, options: TILED, overviews: true },
  'UTM, 16 bit, a COG': {
    ...UTM,
    type: 'UInt16',
    bands: 4,
    options: [...TILED, 'COMPRESS=DEFLATE', 'PREDICTOR=2'],
    overviews: true,
  },
  'UTM, 16 bit, in strips': {
    ...UTM,
    type: 'UInt16',
    bands: 4,
    options: ['COMPRESS=DEFLATE', 'PREDICTOR=2'],
  },
  'UTM, 8 bit, in strips, band by band': { ...UTM, type: 'Byte', bands: 3, options: ['INTERLEAVE=BAND'] },
  'degrees, 8 bit, in strips': { ...DEGREES, type: 'Byte', bands: 4, options: ['COMPRESS=LZW'] },
  'degrees, 16 bit, tiled with overviews': {
    ...DEGREES,
    type: 'UInt16',
    bands: 2,
    options: [...TILED, 'COMPRESS=LZW', 'BIGTIFF=YES'],
    overviews: true,
  },
  'UTM south, turned, 8 bit': { ...SOUTH, type: 'Byte', bands: 1, options: TILED },
  'Web Mercator, 16 bit, pixels named by their middles': {
    ...MERCATOR,
    type: 'UInt16',
    bands: 3,
    options: [],
    isPoint: true,
  },
};

it.runIf(existsSync('/usr/bin/gdallocationinfo')).each(Object.entries(CASES))(
  'a thousand pixels have the values that gdallocationinfo reads: %s',
  async (name, made) => {
    const [width, height] = [611, 577];
    const file = madeFile({ ...made, width, height });
    const raster = await openRaster(bytesOf(file));
    const { bbox } = outlineOf(raster.place, width, height);
    const random = randomFrom(name.length);
    const places: [number, number][] = [];
    const read: number[][] = [];
    while (places.length < 1000) {
      const place: [number, number] = [
        bbox[0] + random() * (bbox[2] - bbox[0]),
        bbox[1] + random() * (bbox[3] - bbox[1]),
      ];
      const values = await samplesAt(raster, pixelPlaceAt(raster, ...place));
      // a turned image doesn't fill its box
      if (values === null) continue;
      places.push(place);
      read.push(values);
    }
    expect(read).toEqual(gdalValues(file, places));
  },
);
