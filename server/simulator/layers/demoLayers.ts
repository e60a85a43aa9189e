import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import sharp from 'sharp';
import type { FileStore } from '../../base/files/fileStore.ts';
import { addLayer } from '../../imagery/layers/addLayer.ts';
import { sampleLayers } from './sampleLayers.ts';
import { SIMULATED_BANDS, SIMULATED_RANGE, simulatedGround, writeSimulated } from './demoBands.ts';
import { TIFF_TILE } from '../../../src/raster/geotiff.ts';
import { writeTiff } from '../../imagery/layers/tiffWriter.ts';

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
/** Advisory lock, so that of several starting processes only one makes the layers. */
const DEMO_LOCK = 7_130_005;

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

type Deps = { pool: Pool; files: FileStore; now: Date };

/** The public-domain pictures of the whole Earth. */
async function addEarth(deps: Deps, folder: string): Promise<number> {
  const file = path.join(folder, 'earth.tif');
  for (const { picture, name, description } of DEMO_LAYERS) {
    await writeEarth(path.join(pictureFolder(), picture), file);
    await addLayer(deps, { file, name, description, vector: null, openToAll: true });
  }
  return DEMO_LAYERS.length;
}

async function addSimulated(deps: Deps, folder: string): Promise<number> {
  const file = path.join(folder, 'simulated.tif');
  const ground = await simulatedGround();
  for (const { unbuilt, acquired, name, description } of SIMULATED_LAYERS) {
    await writeSimulated(file, { ground, unbuilt, acquired });
    const bandNames = [...SIMULATED_BANDS];
    const sensorType = 'OPTICAL';
    const layer = {
      file,
      name,
      description,
      acquired,
      sensorType,
      bandNames,
      range: SIMULATED_RANGE,
    } as const;
    await addLayer(deps, { ...layer, vector: null, openToAll: true });
  }
  return SIMULATED_LAYERS.length;
}

async function addSamples(deps: Deps, folder: string): Promise<number> {
  const layers = await sampleLayers(folder);
  for (const layer of layers) await addLayer(deps, { ...layer, vector: null, openToAll: true });
  return layers.length;
}

/** Sets that are made once; each name records that its set was made. */
const SETS = [
  { once: 'demoLayers', add: addEarth },
  { once: 'demoBandLayers', add: addSimulated },
  { once: 'demoSampleLayers', add: addSamples },
] as const;

/**
 * Makes the demo layers at the first start, visible to every user. Layers that the operator removes later are
 * not made again.
 * @returns the number of layers made
 */
export async function ensureDemoLayers(deps: Deps): Promise<number> {
  const client = await deps.pool.connect();
  const folder = await mkdtemp(path.join(tmpdir(), 'demo-layers-'));
  let made = 0;
  try {
    await client.query('select pg_advisory_lock($1)', [DEMO_LOCK]);
    for (const { once, add } of SETS) {
      const { rowCount } = await client.query('select from done_once where name = $1', [once]);
      if (rowCount !== 0) continue;
      made += await add(deps, folder);
      await client.query('insert into done_once (name, at) values ($1, $2)', [once, deps.now]);
    }
    return made;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [DEMO_LOCK]).catch(() => undefined);
    client.release();
    await rm(folder, { recursive: true, force: true });
  }
}
