import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv, type AnySchemaObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { deliveries, ID, scene } from './deliveries.ts';

const SCHEMAS = 'tests/fixtures/stac';
const ITEM = 'https://schemas.stacspec.org/v1.1.0/item-spec/json-schema/item.json';

function published(): Ajv {
  // formats are notes in these schemas; those of GeoJSON and PROJ are not among them
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const foreign of [
    'geojson.org/schema/Feature',
    'geojson.org/schema/Geometry',
    'proj.org/schemas/v0.7/projjson.schema',
  ])
    ajv.addSchema({}, `https://${foreign}.json`);
  for (const folder of ['core', 'extensions'])
    for (const name of readdirSync(path.join(SCHEMAS, folder)))
      ajv.addSchema(JSON.parse(readFileSync(path.join(SCHEMAS, folder, name), 'utf8')) as AnySchemaObject);
  return ajv;
}
const ajv = published();

interface Item {
  stac_extensions: string[];
  properties: Record<string, unknown>;
  assets: Record<string, Record<string, unknown>>;
}

/** What the schemas of STAC and of the Item's extensions object to. */
function faultsOf(item: Item): string[] {
  return [ITEM, ...item.stac_extensions].flatMap((address) => {
    const validate = ajv.getSchema(address) ?? ajv.getSchema(`${address}#`);
    if (validate === undefined) return [`no schema ${address}`];
    if (validate(item) === true) return [];
    return (validate.errors ?? []).map((error) => `${address} ${error.instancePath} ${error.message}`);
  });
}

describe('the Item of a delivery, by the published schemas of STAC 1.1 and its extensions', () => {
  const deliver = deliveries();
  const itemOf = async (changes: object) => {
    const facts = { ...scene.facts, ...changes };
    const { pathOf } = await deliver(
      { productLevelAppend: 'L1' },
      { ordered: { ...scene, facts }, pixelsMax: 40_000 },
    );
    return JSON.parse(await readFile(pathOf(`${ID}_L3A.json`), 'utf8')) as Item;
  };

  it.each([
    ['OPTICAL', {}, ['eo', 'file', 'processing', 'projection', 'raster', 'sat', 'view']],
    [
      'SAR',
      { cloudCover: null, sunElevation: null, imagingMode: 'Spotlight', sideLookDirection: 'Right' },
      ['file', 'processing', 'projection', 'raster', 'sar', 'sat', 'view'],
    ],
    ['NIGHT', { offNadirAngle: null }, ['eo', 'file', 'processing', 'projection', 'raster', 'sat', 'view']],
  ])('of %s is valid, and declares what it uses', async (sensorType, changes, extensions) => {
    const item = await itemOf({ orbitDirection: 'Descending', ...changes, sensorType });
    expect(faultsOf(item)).toEqual([]);
    const names = item.stac_extensions.map((address) => new URL(address).pathname.split('/')[1]);
    expect(names.sort()).toEqual(extensions);
  });

  it('is refused with a wrong checksum, projection, cloud cover or sample type', async () => {
    const item = await itemOf({});
    const key = `${ID}_L3A`;
    const changed = (asset: object, properties: object = {}): Item => ({
      ...item,
      properties: { ...item.properties, ...properties },
      assets: { ...item.assets, [key]: { ...item.assets[key], ...asset } },
    });
    for (const wrong of [
      changed({ 'file:checksum': 'no hash' }),
      changed({ 'proj:shape': [1] }),
      changed({}, { 'eo:cloud_cover': 101 }),
      changed({ bands: [{ name: 'red', data_type: 'byte' }] }),
    ])
      expect(faultsOf(wrong)).not.toEqual([]);
  });
});
