import type { OfferedSample } from '../../../contract/settings.ts';
import { SAMPLES_SUPPLIER } from '../../../contract/orders/tariff.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { boundsOf } from '../../../src/geo/entry/bbox.ts';
import { writeWkt } from '../../../src/geo/wkt/writeWkt.ts';
import type { Database } from '../../database/open.ts';
import type { NewScene } from '../../search/scenes.ts';
import { beginBatch, deleteBatches, dropEmptyBatch, storeScenes } from '../../search/scenes.store.ts';
import { SAMPLES, sampleFootprint, type Sample } from './sampleTable.ts';

/** The source of the batch of samples, by which a later start finds it. */
const SOURCE = 'open samples of Groundtrack';
/** Advisory lock, so that of several starting processes one stores the samples. */
const SAMPLES_LOCK = 7_130_006;

const round = (value: number): number => Math.round(value * 100) / 100;

/** A sample as a STAC Item, without the addresses of its files. */
function itemOf(sample: Sample): Record<string, unknown> {
  const [from, to] = sample.taken;
  const geometry = sampleFootprint(sample);
  const known = {
    'eo:cloud_cover': sample.cloudCover,
    'view:off_nadir': sample.offNadirAngle,
    'view:sun_elevation': sample.sunElevation,
  };
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    id: sample.productId,
    geometry,
    bbox: boundsOf(geometry),
    properties: {
      ...(from === to ? { datetime: from } : { datetime: null, start_datetime: from, end_datetime: to }),
      platform: sample.satellite,
      instruments: [sample.sensor],
      gsd: sample.gsd,
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
      license: sample.licence,
      providers: [{ name: sample.producer, roles: ['producer', 'licensor'] }],
      attribution: sample.attribution,
    },
    links: [],
    assets: {},
  };
}

/** What a sample's Item says of its period, licence and producer, for the Item of a delivery. */
export function sampleProperties(item: unknown): Record<string, unknown> {
  const properties = (item as { properties: Record<string, unknown> }).properties;
  const names = ['datetime', 'start_datetime', 'end_datetime', 'license', 'providers', 'attribution'];
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));
}

/** A sample as a scene of the archive. */
export function sceneOfSample(sample: Sample): NewScene {
  const geometry = sampleFootprint(sample);
  const { productId, satellite, sensor, sensorType, gsd, cloudCover, offNadirAngle, sunElevation } = sample;
  return {
    geometry,
    quicklookHref: null,
    item: itemOf(sample),
    facts: {
      productId,
      satellite,
      sensor,
      sensorType,
      gsd,
      cloudCover,
      offNadirAngle,
      sunElevation,
      // STAC 1.0: an Item without a datetime has a period
      acquisitionDate: sample.taken[0],
      satCode: null,
      area: round(areaKm2(geometry)),
      orbitDirection: null,
      sideLookDirection: null,
      imagingMode: null,
      productMode: null,
      sourceCode: null,
      supplier: SAMPLES_SUPPLIER,
      simulated: false,
    },
  };
}

/**
 * Stores the open samples as scenes, or removes them if the operator leaves them out. Idempotent; existing archives
 * get them too.
 */
export async function ensureSamples(db: Database, isWanted: boolean): Promise<void> {
  await db.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [SAMPLES_LOCK]);
    if (!isWanted) return deleteBatches(client, SOURCE);
    const batch = await beginBatch(client, { kind: 'imported', source: SOURCE });
    await storeScenes(client, batch, SAMPLES.map(sceneOfSample));
    await dropEmptyBatch(client, batch);
  });
}

/** The samples that the search form offers: the search that finds each. */
export const offeredSamples = (): OfferedSample[] =>
  SAMPLES.map((sample) => ({
    productId: sample.productId,
    name: sample.satellite,
    gsd: sample.gsd,
    sensorType: sample.sensorType,
    place: sample.place,
    aoiWkt: writeWkt(sampleFootprint(sample)),
    acquisitionDateFrom: sample.taken[0].slice(0, 10),
    acquisitionDateTo: sample.taken[1].slice(0, 10),
  }));
