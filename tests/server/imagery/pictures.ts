import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { NewLayer } from '../../../server/imagery/imagery.queries.ts';
import { writeTiff } from '../../../server/imagery/layers/tiffWriter.ts';
import { samplesOf, TIFF_TILE, type TiffImage } from '../../../src/raster/geotiff.ts';

/** Whether Debian's gdal-bin is installed. */
export const hasGdal = existsSync('/usr/bin/gdalwarp');

export function gdal(program: string, ...args: string[]): string {
  return execFileSync(`/usr/bin/${program}`, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

export type Picture = Pick<TiffImage, 'width' | 'height' | 'kind'> & {
  epsg: number;
  west: number;
  north: number;
  pixel: number;
  bands: number;
  noData?: number;
  hasAlpha?: boolean;
  /** Value of a band at a pixel. */
  value: (x: number, y: number, band: number) => number;
};

/** Writes a GeoTIFF with pixels computed by a function. */
export async function writePicture(file: string, picture: Picture): Promise<void> {
  const { width, height, kind, bands, epsg, west, north, pixel, value } = picture;
  const place = { epsg, west, north, pixelWidth: pixel, pixelHeight: pixel };
  const { hasAlpha = false, noData = null } = picture;
  await writeTiff(file, { width, height, bands, kind, hasAlpha, noData, place }, (column, row) =>
    Array.from({ length: bands }, (_, band) => {
      const samples = samplesOf(kind, TIFF_TILE * TIFF_TILE);
      for (let at = 0; at < samples.length; at++)
        samples[at] = value(
          column * TIFF_TILE + (at % TIFF_TILE),
          row * TIFF_TILE + Math.floor(at / TIFF_TILE),
          band,
        );
      return samples;
    }),
  );
}

/** Smooth hills between 1 and `most`, different in each band: a wave to the east and one to the south, kept for the next pixel. */
export const hills = (most: number): Picture['value'] => {
  const waves: { east: number[]; south: number[] }[] = [];
  return (x, y, band) => {
    const { east, south } = (waves[band] ??= { east: [], south: [] });
    const sum = (east[x] ??= Math.sin(x / (23 + 7 * band))) + (south[y] ??= Math.cos(y / (31 - 5 * band)));
    return Math.round(1 + ((most - 1) * (2 + sum)) / 4);
  };
};

/** An image of Singapore in UTM zone 48N, 16 bit, four bands. */
export const SINGAPORE = {
  width: 1500,
  height: 1100,
  kind: 'uint16',
  epsg: 32_648,
  west: 360_000,
  north: 150_000,
  pixel: 10,
  bands: 4,
  value: hills(40_000),
} as const satisfies Picture;

/** A layer's row whose files are never read. */
export const LAYER: NewLayer = {
  name: 'Harbour',
  description: 'A harbour',
  acquired: null,
  sensorType: null,
  storeName: 'none',
  overviews: 0,
  facts: {
    epsg: 4326,
    width: 10,
    height: 10,
    bands: 3,
    kind: 'uint8',
    noData: null,
    alphaBand: null,
    west: 103,
    north: 2,
    pixelWidth: 0.1,
    pixelHeight: 0.1,
  },
  display: { bands: [0, 1, 2], low: [0, 0, 0], high: [255, 255, 255] },
  stats: [],
  footprint: 'POLYGON((103 1,104 1,104 2,103 2,103 1))',
  vector: 'POLYGON((103.2 1.2,103.4 1.2,103.4 1.4,103.2 1.4,103.2 1.2))',
  bytes: 300,
  openToAll: false,
};
