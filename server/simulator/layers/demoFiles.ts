import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { TIFF_TILE } from '../../../src/raster/geotiff.ts';
import { writeTiff } from '../../imagery/layers/tiffWriter.ts';
import { makeImage } from '../../orders/delivery/image.ts';
import type { View } from '../../search/sceneView.ts';
import { groundOf, type Ground } from '../painting/ground/ground.ts';
import { cellValue } from '../painting/noise.ts';
import { groundPainter } from '../painting/paint.ts';
import { SAMPLES, sampleFootprint, type Sample } from '../samples/sampleTable.ts';
import { sceneOfSample } from '../samples/samples.ts';
import { openPixels } from '../supplier/openPixels.ts';
import type { DemoLayers, DemoSet } from './demoLayers.ts';

/** The bands of a simulated picture, in the order in which scenes are painted. */
const SIMULATED_BANDS = ['red', 'green', 'blue', 'nir'] as const;
/** Reflectance times 10,000, as space agencies store it, that is shown as black and as white: 0 to 0.3. */
const SIMULATED_RANGE = [0, 3000] as const;
/** Singapore and southern Johor, 0.0003° (33 m) per pixel. */
const VIEW: View = {
  width: 896,
  height: 896,
  origin: [103.68, 1.46],
  right: [0.0003, 0],
  down: [0, -0.0003],
};

/** A clear morning, seen from straight above. */
const LOOK = {
  satCode: '',
  sensorType: 'OPTICAL',
  cloudCover: 0,
  sunElevation: 60,
  orbitDirection: 'Descending',
  sideLookDirection: null,
} as const;

/** The ground before this share of the quarters of its towns was built: each has the age of its parcel. */
function before(ground: Ground, unbuilt: number): Ground {
  const built = ground.built.map((share, at) =>
    cellValue(ground.parcels.id[at]!, 0, 79) < unbuilt ? share * 0.04 : share,
  );
  return { ...ground, built };
}

/** The ground of all simulated pictures, computed once because it is slow. */
const simulatedGround = (): Promise<Ground> => groundOf(VIEW);

/**
 * Writes a simulated four-band 16-bit picture in degrees: the ground of the quicklooks as a sensor with a
 * near-infrared band sees it on a day. Deterministic.
 * @param unbuilt the share of the towns that was built only later, 0 to 1
 */
async function writeSimulated(
  file: string,
  { ground, unbuilt, acquired }: { ground: Ground; unbuilt: number; acquired: Date },
): Promise<void> {
  const { width, height, origin, right } = VIEW;
  const place = {
    epsg: 4326,
    west: origin[0],
    north: origin[1],
    pixelWidth: right[0],
    pixelHeight: right[0],
  };
  const image = {
    width,
    height,
    bands: SIMULATED_BANDS.length,
    kind: 'uint16',
    hasAlpha: false,
    noData: 0,
    place,
    description: 'SIMULATED',
  } as const;
  const paint = groundPainter(before(ground, unbuilt), { ...LOOK, acquisitionDate: acquired.toISOString() });
  const colour = new Float64Array(4);
  await writeTiff(file, image, (column, row) => {
    const [left, top] = [column * TIFF_TILE, row * TIFF_TILE];
    const bands = SIMULATED_BANDS.map(() => new Uint16Array(TIFF_TILE * TIFF_TILE));
    for (let y = 0; y < Math.min(TIFF_TILE, height - top); y++)
      for (let x = 0; x < Math.min(TIFF_TILE, width - left); x++) {
        paint((top + y) * width + left + x, colour);
        // sensor noise, different in each picture
        const noise = 1 + 0.04 * (cellValue(left + x, top + y, unbuilt === 0 ? 71 : 73) - 0.5);
        bands.forEach((band, at) => {
          band[y * TIFF_TILE + x] = Math.max(1, Math.round((colour[at]! * noise * SIMULATED_RANGE[1]) / 255));
        });
      }
    return bands;
  });
}

const isDayKnown = ({ taken: [from, to] }: Sample): boolean => from.slice(0, 10) === to.slice(0, 10);

/** The date of a sample as part of its layer's name; the years if the day is unknown. */
function dayOf(sample: Sample): string {
  const [from, to] = sample.taken;
  return isDayKnown(sample) ? from.slice(0, 10) : `${from.slice(0, 4)}–${to.slice(0, 4)}`;
}

/**
 * The open samples as files that can be layers: north up, in the UTM zone of their place.
 * @param folder absolute path of a folder for the files
 */
async function sampleLayers(folder: string): Promise<DemoLayers> {
  const layers: DemoLayers = [];
  for (const sample of SAMPLES) {
    const file = path.join(folder, `${sample.productId}.part`);
    const { bands } = await makeImage(
      {
        scene: sceneOfSample(sample),
        area: sampleFootprint(sample),
        projection: 'UTM',
        pixelMetres: sample.pixelMetres,
        file,
        thumbnail: null,
      },
      openPixels,
    );
    layers.push({
      file,
      name: `${sample.satellite} ${dayOf(sample)}, ${sample.place['en']}`,
      description: `Open data, ${sample.pixelMetres} m. ${sample.attribution}.`,
      bandNames: bands.map(({ name }) => name),
      acquired: isDayKnown(sample) ? new Date(sample.taken[0]) : null,
      sensorType: sample.sensorType,
    });
  }
  return layers;
}

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
