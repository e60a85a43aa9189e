import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import geodesic from 'geographiclib-geodesic';
import { fromFile } from 'geotiff';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { square } from '../search/sceneFixtures.ts';
import { deliveries, ID, scene } from './deliveries.ts';

describe('the delivered files of a scene', () => {
  const deliver = deliveries();
  const imageOf = async (file: string) => {
    const tiff = await fromFile(file);
    const image = await tiff.getImage();
    return { tiff, image, keys: image.getGeoKeys() };
  };

  it('are image, thumbnail, metadata and licence, named after product and level', async () => {
    const { made, pathOf, folder } = await deliver();
    expect(made).toEqual([
      { fileName: `${ID}_L3A.tif`, pixelMetres: 0.5 },
      { fileName: `${ID}_L3A.webp`, pixelMetres: null },
      { fileName: `${ID}_L3A.json`, pixelMetres: null },
      { fileName: `${ID}_LICENCE.txt`, pixelMetres: null },
    ]);
    expect(await readFile(pathOf(`${ID}_LICENCE.txt`), 'utf8')).toContain('SIMULATED');
    const thumbnail = await sharp(pathOf(`${ID}_L3A.webp`)).metadata();
    expect([thumbnail.format, Math.max(thumbnail.width, thumbnail.height)]).toEqual(['webp', 446]);
    // nothing else is left
    expect((await readdir(folder)).sort()).toEqual(made.map(({ fileName }) => fileName).sort());
  });

  it('an image in degrees has pixels of the GSD on the ground, clipped to the AOI', async () => {
    const { pathOf } = await deliver();
    const { tiff, image, keys } = await imageOf(pathOf(`${ID}_L3A.tif`));
    expect(keys).toMatchObject({ GTModelTypeGeoKey: 2, GTRasterTypeGeoKey: 1, GeographicTypeGeoKey: 4326 });
    const [west = 0, south = 0, east = 0, north = 0] = image.getBoundingBox();
    const [stepX = 0, stepY = 0] = image.getResolution();
    for (const [is, should] of [
      [west, 103.7],
      [south, 1.2],
      [east, 103.704],
      [north, 1.204],
    ] as const)
      expect(Math.abs(is - should)).toBeLessThan(stepX * 1.01);
    // by geodesics, over a thousand pixels
    const { WGS84 } = geodesic.Geodesic;
    const across = WGS84.Inverse(1.202, 103.7, 1.202, 103.7 + 1000 * stepX).s12 ?? 0;
    const down = WGS84.Inverse(1.202, 103.7, 1.202 + 1000 * stepY, 103.7).s12 ?? 0;
    expect(across / 1000).toBeCloseTo(0.5, 4);
    expect(down / 1000).toBeCloseTo(0.5, 4);
    const red = (await image.readRasters({ samples: [0] }))[0]!;
    if (typeof red === 'number') throw new TypeError('one band was asked for');
    const inside = red.filter((value) => value !== 0).length;
    expect(inside / red.length).toBeCloseTo(0.5, 2);
    expect([red[5], red[red.length - 6]! > 0]).toEqual([0, true]);
    await tiff.close();
  });

  it('an area beyond the limit has the pixel size that its record states', async () => {
    const { made, pathOf } = await deliver({ projection: 'UTM', cropByAoi: false });
    // the footprint has 33.4 × 27.7 km
    expect(made[0]).toEqual({ fileName: `${ID}_L3A.tif`, pixelMetres: 30.39 });
    const { tiff, image } = await imageOf(pathOf(`${ID}_L3A.tif`));
    expect(image.getResolution().slice(0, 2)).toEqual([30.39, -30.39]);
    expect(image.getWidth() * image.getHeight()).toBeLessThan(1_010_000);
    const item = JSON.parse(await readFile(pathOf(`${ID}_L3A.json`), 'utf8'));
    expect(item.properties).toMatchObject({ gsd: 30.39, 'groundtrack:sensor_gsd': 0.5 });
    expect(item.assets[`${ID}_L3A`]).toMatchObject({ gsd: 30.39, 'raster:spatial_resolution': 30.39 });
    await tiff.close();
  });

  it("a UTM delivery has the footprint in the area's UTM zone, with L1 in LAT_LON next to it", async () => {
    const { pathOf, names } = await deliver({
      projection: 'UTM',
      cropByAoi: false,
      productLevelAppend: 'L1',
    });
    expect(names.slice(0, 2)).toEqual([`${ID}_L3A.tif`, `${ID}_L1.tif`]);
    const { tiff, image, keys } = await imageOf(pathOf(`${ID}_L3A.tif`));
    expect(keys).toMatchObject({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32648 });
    const [west = 0, south = 0, east = 0, north = 0] = image.getBoundingBox();
    // the footprint's corners in zone 48N, by gdaltransform
    const pixel = image.getResolution()[0] ?? 1;
    expect(west).toBeCloseTo(349_794.87, 1);
    expect(north).toBeCloseTo(154_785.61, 1);
    expect(Math.abs(east - 383_189.36)).toBeLessThan(pixel);
    expect(Math.abs(south - 127_131.21)).toBeLessThan(pixel);
    const first = await imageOf(pathOf(`${ID}_L1.tif`));
    expect(first.keys).toMatchObject({ GeographicTypeGeoKey: 4326 });
    const item = JSON.parse(await readFile(pathOf(`${ID}_L3A.json`), 'utf8'));
    expect([`${ID}_L3A`, `${ID}_L1`].map((key) => item.assets[key]['proj:code'])).toEqual([
      'EPSG:32648',
      'EPSG:4326',
    ]);
    await Promise.all([tiff.close(), first.tiff.close()]);
  });

  it('UTM zones south of the equator are numbered 327xx', async () => {
    const south = { ...scene, geometry: square(151, -34, 151.2, -33.8) };
    const { pathOf } = await deliver({ projection: 'UTM', cropByAoi: false }, { ordered: south });
    const { tiff, keys } = await imageOf(pathOf(`${ID}_L3A.tif`));
    expect(keys).toMatchObject({ ProjectedCSTypeGeoKey: 32756 });
    await tiff.close();
  });

  it('delivering twice produces identical bytes', async () => {
    const sums = async () => {
      const { names, pathOf } = await deliver({ orderNum: 'TWICE' });
      const sumOf = async (name: string) =>
        createHash('sha256')
          .update(await readFile(pathOf(name)))
          .digest('hex');
      return Promise.all(names.map(sumOf));
    };
    expect(await sums()).toEqual(await sums());
  });

  it('the metadata are a STAC 1.1 Item marked simulated, with the checksums of its files', async () => {
    const { pathOf } = await deliver();
    const item = JSON.parse(await readFile(pathOf(`${ID}_L3A.json`), 'utf8'));
    expect(item).toMatchObject({
      type: 'Feature',
      stac_version: '1.1.0',
      id: ID,
      bbox: [103.7, 1.2, 103.704, 1.204],
      properties: {
        datetime: '2026-06-15T03:22:05Z',
        license: 'other',
        simulated: true,
        gsd: 0.5,
        'eo:cloud_cover': 3,
        'view:off_nadir': 8.4,
        'processing:level': 'L3A',
      },
      links: [{ rel: 'license', href: `./${ID}_LICENCE.txt` }],
    });
    expect(item.properties['groundtrack:area_km2']).toBeCloseTo(areaKm2(item.geometry), 5);
    const asset = item.assets[`${ID}_L3A`];
    const content = await readFile(pathOf(asset.href.slice(2)));
    // multihash: 12 sha2-256, 20 its 32 bytes
    expect(asset['file:checksum']).toBe(`1220${createHash('sha256').update(content).digest('hex')}`);
    expect(asset['file:size']).toBe(content.length);
    expect(asset.bands.map((band: { name: string }) => band.name)).toEqual(['red', 'green', 'blue', 'nir']);
    expect(item.assets.thumbnail).toMatchObject({ href: `./${ID}_L3A.webp`, roles: ['thumbnail'] });
  });

  it('the delivery of an imported Item has its own metadata and a note about where the pixels are', async () => {
    const item = {
      type: 'Feature',
      id: 'a/b',
      properties: { datetime: 'x' },
      assets: { image: { href: 'https://x.example/a.tif' } },
    };
    const ordered = { ...scene, facts: { ...scene.facts, productId: 'a/b', simulated: false }, item };
    const { names, pathOf } = await deliver({}, { ordered });
    expect(names).toEqual(['a_b_L3A.json', 'a_b_NOTE.txt', 'a_b_LICENCE.txt']);
    expect(JSON.parse(await readFile(pathOf('a_b_L3A.json'), 'utf8'))).toEqual(item);
  });

  it('a scene without an intersection with the AOI cannot be clipped', async () => {
    await expect(deliver({}, { ordered: { ...scene, geometry: square(0, 0, 1, 1) } })).rejects.toThrow(
      'nothing in common',
    );
  });
});
