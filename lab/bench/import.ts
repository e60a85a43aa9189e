import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { importStac } from '../../server/stac/importStac.ts';
import { simulateScenes } from '../../server/simulator/archive/simulate.ts';
import type { NewScene } from '../../server/search/scenes.ts';
import { onEachDatabase } from './support/databases.ts';
import { constellation } from '../../server/simulator/archive/constellation.ts';

const ITEMS = 20_000;

/** A typical Item of about 2.5 KB. */
function itemOf({ facts, geometry }: NewScene, bands: readonly string[]): unknown {
  const asset = (name: string) => ({
    href: `https://example.com/collection/${facts.productId}/${name}.tif`,
    type: 'image/tiff; application=geotiff; profile=cloud-optimized',
    roles: ['data'],
    title: `Band ${name}`,
    'eo:bands': [{ name, common_name: name, description: `surface reflectance, ${name}` }],
  });
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    id: `ITEM_${facts.productId}`,
    collection: 'bench',
    geometry,
    properties: {
      datetime: facts.acquisitionDate,
      platform: 'sentinel-2a',
      instruments: ['msi'],
      gsd: 10,
      'eo:cloud_cover': facts.cloudCover,
      'view:off_nadir': facts.offNadirAngle,
      'view:sun_elevation': facts.sunElevation,
    },
    links: [
      { rel: 'self', href: `https://example.com/${facts.productId}.json`, type: 'application/geo+json' },
    ],
    assets: {
      ...Object.fromEntries(bands.map((band) => [band, asset(band)])),
      thumbnail: {
        href: `https://example.com/${facts.productId}.jpg`,
        type: 'image/jpeg',
        roles: ['thumbnail'],
      },
    },
  };
}

async function writeItems(file: string): Promise<void> {
  const out = createWriteStream(file);
  const bands = ['red', 'green', 'blue', 'nir', 'swir16', 'swir22'];
  for (const scene of simulateScenes({ seed: 9, lastDay: '2026-11-21', count: ITEMS }))
    if (!out.write(`${JSON.stringify(itemOf(scene, bands))}\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

/** STAC Items imported per second from an ndjson file, first and again (unchanged), on each database. */
export async function benchImport(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'groundtrack-bench-'));
  const file = join(folder, 'items.ndjson');
  try {
    await writeItems(file);
    const megabytes = Math.round(statSync(file).size / 1e5) / 10;
    const perDatabase = await onEachDatabase(async ({ deps }) => {
      const rate = async (): Promise<number> => {
        const began = performance.now();
        const { accepted } = await importStac({ satellites: constellation, db: deps.db, path: file });
        return Math.round((accepted * 1000) / (performance.now() - began));
      };
      return { scenesPerSecond: await rate(), againPerSecond: await rate() };
    });
    return { items: ITEMS, megabytes, ...perDatabase };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
