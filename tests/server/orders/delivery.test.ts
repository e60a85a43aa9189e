import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverScene, type Delivery } from '../../../server/deliveries/delivery.ts';
import { sharedPictures } from '../../../server/catalogue/quicklooks/pictures.ts';
import type { FullScene } from '../../../server/db/search/scenes.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { readAreaWkt } from '../../../src/geo/wkt/wkt.ts';
import { testFolder, type TestFolder } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';

const GDALINFO = '/usr/bin/gdalinfo';
const aoi = aoiOf(readAreaWkt('POLYGON((103.7 1.2, 103.8 1.2, 103.8 1.3, 103.7 1.2))'));
const scene: FullScene = {
  ...sceneOf('SV2_20261114T032205_142', square(103.65, 1.15, 103.95, 1.4)),
  item: null,
  importRoot: null,
};
const order: Delivery['order'] = {
  orderNum: 'A1',
  productLevel: 'L3A',
  projection: 'LAT_LON',
  cropByAoi: true,
};

describe('the delivered zip of a scene', () => {
  let folder: TestFolder;
  beforeAll(async () => {
    folder = await testFolder();
    await mkdir(folder.dataDir, { recursive: true });
  });
  afterAll(async () => {
    await folder.remove();
  });

  async function deliver(change: Partial<Delivery['order']> = {}, ordered = scene) {
    const { fileName, bytes } = await deliverScene({
      scene: ordered,
      aoi,
      order: { ...order, ...change },
      files: folder.files,
      pictures: sharedPictures(),
    });
    const content = await readFile(
      folder.files.pathOf('deliveries', change.orderNum ?? order.orderNum, fileName),
    );
    return { fileName, bytes, content, zip: await JSZip.loadAsync(content) };
  }
  async function tiffOf(zip: JSZip, name: string) {
    const content = await zip.file(name)!.async('arraybuffer');
    const image = await (await fromArrayBuffer(content)).getImage();
    return { content: Buffer.from(content), image, keys: image.getGeoKeys() };
  }

  it('a delivery is named after product and level, and holds image, metadata and licence note', async () => {
    const { fileName, bytes, content, zip } = await deliver();
    expect(fileName).toBe('SV2_20261114T032205_142_L3A.zip');
    expect(bytes).toBe(content.length);
    expect(Object.keys(zip.files).sort()).toEqual([
      'LICENCE.txt',
      'SV2_20261114T032205_142.json',
      'SV2_20261114T032205_142_L3A.tif',
    ]);
    expect(await zip.file('LICENCE.txt')!.async('string')).toContain('SIMULATED');
  });

  it('the GeoTIFF covers the intersection in EPSG:4326, transparent outside it', async () => {
    const { zip } = await deliver();
    const { image, keys } = await tiffOf(zip, 'SV2_20261114T032205_142_L3A.tif');
    expect(keys).toMatchObject({ GTModelTypeGeoKey: 2, GTRasterTypeGeoKey: 1, GeographicTypeGeoKey: 4326 });
    const [west = 0, south = 0, east = 0, north = 0] = image.getBoundingBox();
    const pixel = image.getResolution()[0] ?? 1;
    for (const [is, should] of [
      [west, 103.7],
      [south, 1.2],
      [east, 103.8],
      [north, 1.3],
    ] as const)
      expect(Math.abs(is - should)).toBeLessThan(pixel * 1.01);
    expect([image.getSamplesPerPixel(), Math.max(image.getWidth(), image.getHeight())]).toEqual([4, 1024]);
    const alpha = (await image.readRasters({ samples: [3] }))[0]!;
    if (typeof alpha === 'number') throw new TypeError('one band was asked for');
    // the AOI is the lower right half of its bounding box
    const opaque = Array.from({ length: alpha.length }, (_, at) => alpha[at]).filter(
      (value) => value === 255,
    ).length;
    expect(opaque / alpha.length).toBeCloseTo(0.5, 2);
    expect([alpha[5], alpha[alpha.length - 6]]).toEqual([0, 255]);
  });

  it("a UTM delivery without clipping has the whole footprint in the area's UTM zone, with L1 in LAT_LON next to it", async () => {
    const { zip } = await deliver({ projection: 'UTM', cropByAoi: false, productLevelAppend: 'L1' });
    const { image, keys } = await tiffOf(zip, 'SV2_20261114T032205_142_L3A.tif');
    expect(keys).toMatchObject({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32648 });
    const [west = 0, south = 0, east = 0, north = 0] = image.getBoundingBox();
    // the footprint's corners in zone 48N, by gdaltransform
    const pixel = image.getResolution()[0] ?? 1;
    expect(west).toBeCloseTo(349_794.87, 1);
    expect(north).toBeCloseTo(154_785.61, 1);
    expect(Math.abs(east - 383_189.36)).toBeLessThan(pixel);
    expect(Math.abs(south - 127_131.21)).toBeLessThan(pixel);
    const { keys: first } = await tiffOf(zip, 'SV2_20261114T032205_142_L1.tif');
    expect(first).toMatchObject({ GeographicTypeGeoKey: 4326 });
  });

  it('UTM zones south of the equator are numbered 327xx', async () => {
    const south = { ...scene, geometry: square(151, -34, 151.2, -33.8) };
    const { zip } = await deliver({ projection: 'UTM', cropByAoi: false }, south);
    expect((await tiffOf(zip, 'SV2_20261114T032205_142_L3A.tif')).keys).toMatchObject({
      ProjectedCSTypeGeoKey: 32756,
    });
  });

  it('the metadata is a STAC Item marked simulated', async () => {
    const { zip } = await deliver();
    const item = JSON.parse(await zip.file('SV2_20261114T032205_142.json')!.async('string'));
    expect(item).toMatchObject({
      type: 'Feature',
      stac_version: '1.0.0',
      id: 'SV2_20261114T032205_142',
      bbox: [103.7, 1.2, 103.8, 1.3],
      properties: {
        datetime: '2026-06-15T03:22:05Z',
        simulated: true,
        gsd: 0.5,
        'eo:cloud_cover': 3,
        'view:off_nadir': 8.4,
      },
    });
    expect(item.properties['groundtrack:area_km2']).toBeCloseTo(areaKm2(item.geometry), 5);
    expect(Object.values(item.assets)).toEqual([
      { href: './SV2_20261114T032205_142_L3A.tif', type: 'image/tiff; application=geotiff', roles: ['data'] },
    ]);
  });

  it('delivering twice produces identical bytes', async () => {
    expect((await deliver()).content).toEqual((await deliver()).content);
  });

  it('the delivery of an imported Item has its own metadata and a note about where the pixels are', async () => {
    const item = {
      type: 'Feature',
      id: 'a/b',
      properties: { datetime: 'x' },
      assets: { image: { href: 'https://x.example/a.tif' } },
    };
    const imported = { ...scene, facts: { ...scene.facts, productId: 'a/b', simulated: false }, item };
    const { fileName, zip } = await deliver({}, imported);
    expect(fileName).toBe('a_b_L3A.zip');
    expect(Object.keys(zip.files).sort()).toEqual(['LICENCE.txt', 'NOTE.txt', 'a_b.json']);
    expect(JSON.parse(await zip.file('a_b.json')!.async('string'))).toEqual(item);
  });

  it('a scene without an intersection with the AOI cannot be clipped', async () => {
    await expect(deliver({}, { ...scene, geometry: square(0, 0, 1, 1) })).rejects.toThrow(
      'nothing in common',
    );
  });

  it.runIf(existsSync(GDALINFO))(
    'GDAL reads projection, bounds, bands and alpha (where gdalinfo is installed)',
    async () => {
      const { zip } = await deliver({ projection: 'UTM', cropByAoi: false });
      const file = path.join(folder.dataDir, 'check.tif');
      await writeFile(file, await zip.file('SV2_20261114T032205_142_L3A.tif')!.async('nodebuffer'));
      const info = JSON.parse(execFileSync(GDALINFO, ['-json', '-checksum', file], { encoding: 'utf8' }));
      expect(info.driverShortName).toBe('GTiff');
      expect(info.coordinateSystem.wkt).toContain('ID["EPSG",32648]');
      expect(info.bands.map((band: { colorInterpretation: string }) => band.colorInterpretation)).toEqual([
        'Red',
        'Green',
        'Blue',
        'Alpha',
      ]);
      expect(info.bands.every((band: { checksum: number }) => band.checksum > 0)).toBe(true);
      expect(info.metadata[''].TIFFTAG_IMAGEDESCRIPTION).toBe('SIMULATED SV2_20261114T032205_142');
      const [west, south] = info.wgs84Extent.coordinates[0].reduce(
        ([x, y]: number[], [a, b]: number[]) => [Math.min(x!, a!), Math.min(y!, b!)],
        [180, 90],
      );
      expect(west).toBeCloseTo(103.65, 3);
      expect(south).toBeCloseTo(1.15, 3);
    },
  );
});
