import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { TIFF_TILE } from '../../../src/raster/geotiff.ts';
import { writeTiff } from '../../imagery/layers/tiffWriter.ts';
import { SIMULATED_BANDS, SIMULATED_RANGE, simulatedGround, writeSimulated } from './demoBands.ts';
import type { DemoLayers, DemoSet } from './demoLayers.ts';
import { sampleLayers } from './sampleLayers.ts';

/** Decision 28: public-domain NASA imagery of the whole Earth from the npm package three-globe, degrees. */
const DEMO_LAYERS = [
  {
    picture: 'earth-blue-marble.jpg',
    name: 'Blue Marble',
    description: 'NASA Blue Marble: the whole Earth by day, without clouds. Public domain.',
  },
  {
    picture: 'earth-night.jpg',
    name: 'City lights',
    description: 'NASA Earth at Night: the lights of the cities. Public domain.',
  },
] as const;
/** One place at two dates with a near-infrared band, to try indices and change detection. */
const SIMULATED_LAYERS = [
  {
    unbuilt: 0.18,
    acquired: new Date('2021-07-01T00:00:00Z'),
    name: 'Singapore 2021 (simulated)',
    description: 'Simulated · Singapore, 4 bands, 33 m',
  },
  {
    unbuilt: 0,
    acquired: new Date('2026-07-01T00:00:00Z'),
    name: 'Singapore 2026 (simulated)',
    description: 'Simulated · Singapore, 4 bands, 33 m',
  },
] as const;
/** A picture of the whole Earth (plate carrée) as a GeoTIFF in degrees. */
async function writeEarth(picture: string, file: string): Promise<void> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const place = { epsg: 4326, west: -180, north: 90, pixelWidth: 360 / width, pixelHeight: 180 / height };
  const image = { width, height, bands: 3, kind: 'uint8', hasAlpha: false, noData: null, place } as const;
  await writeTiff(file, image, (column, row) => {
    const [left, top] = [column * TIFF_TILE, row * TIFF_TILE];
    const bands = [0, 1, 2].map(() => new Uint8Array(TIFF_TILE * TIFF_TILE));
    for (let y = 0; y < Math.min(TIFF_TILE, height - top); y++)
      for (let x = 0; x < Math.min(TIFF_TILE, width - left); x++)
        for (let band = 0; band < 3; band++)
          bands[band]![y * TIFF_TILE + x] = data[((top + y) * width + left + x) * 3 + band]!;
    return bands;
  });
}

function pictureFolder(): string {
  // the package exports only its entry point
  const entry = createRequire(import.meta.url).resolve('three-globe');
  return path.join(path.dirname(entry), '../example/img');
}

/** The public-domain pictures of the whole Earth. */
async function earthLayers(folder: string): Promise<DemoLayers> {
  const layers: DemoLayers = [];
  for (const { picture, name, description } of DEMO_LAYERS) {
    const file = path.join(folder, `${picture}.tif`);
    await writeEarth(path.join(pictureFolder(), picture), file);
    layers.push({ file, name, description });
  }
  return layers;
}

async function simulatedLayers(folder: string): Promise<DemoLayers> {
  const ground = await simulatedGround();
  const layers: DemoLayers = [];
  for (const { unbuilt, acquired, name, description } of SIMULATED_LAYERS) {
    const file = path.join(folder, `${acquired.getUTCFullYear()}.tif`);
    await writeSimulated(file, { ground, unbuilt, acquired });
    const bandNames = [...SIMULATED_BANDS];
    layers.push({
      file,
      name,
      description,
      acquired,
      sensorType: 'OPTICAL',
      bandNames,
      range: SIMULATED_RANGE,
    });
  }
  return layers;
}

/** The makers of the sets, which write their files into a folder. */
export const MAKERS: Record<DemoSet, (folder: string) => Promise<DemoLayers>> = {
  demoLayers: earthLayers,
  demoBandLayers: simulatedLayers,
  demoSampleLayers: sampleLayers,
};
