import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import JSZip from 'jszip';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExportType } from '../../../contract/exportFormats.ts';
import type { Footprint } from '../../../contract/search.ts';
import { viewOfScene } from '../../../server/search/sceneView.ts';
import { workOffExports } from '../../../server/exports/sceneExports.loop.ts';
import { SCENE_ATTRIBUTES } from '../../../server/exports/sceneAttributes.ts';
import { rfc7946Geometry } from '../../../src/geo/write/geojson.ts';
import { rfc7946Faults } from '../../unit/geo/write/rfc7946.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { IDS, SCENES, TURNED } from './exportScenes.ts';
import { storeAll } from '../search/storedScenes.ts';

const [GDALINFO, OGR2OGR] = ['/usr/bin/gdalinfo', '/usr/bin/ogr2ogr'];
const hasGdal = existsSync(GDALINFO) && existsSync(OGR2OGR);
const AOI =
  'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.5, 103.7 1.2), (103.8 1.3, 103.8 1.4, 103.9 1.4, 103.9 1.3, 103.8 1.3))';
describe.each(databaseServers)('decision 10: files of scene exports ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  let folder: string;
  beforeAll(async () => {
    const root = path.join(app.deps.config.dataDir, 'import');
    folder = path.join(app.deps.config.dataDir, 'look');
    await mkdir(root, { recursive: true });
    await mkdir(folder, { recursive: true });
    const green = sharp({ create: { width: 60, height: 40, channels: 3, background: '#00ff00' } });
    await writeFile(path.join(root, 'thumb.png'), await green.png().toBuffer());
    await storeAll(
      app.deps.db,
      SCENES.map((scene) =>
        scene.facts.productId === 'HOLED/1' ? { ...scene, quicklookHref: 'thumb.png' } : scene,
      ),
    );
    await app.deps.db.pool.query('update scene_batches set root = $1', [root]);
    token = (await app.signIn()).token;
  });

  async function exported(type: ExportType, productIds = IDS, name = 'Harbour'): Promise<string> {
    const body = {
      name,
      type,
      productIds: type === 'aoi' ? [] : productIds,
      aoiWkt: type === 'aoi' ? AOI : '',
    };
    const { reply } = await app.call('submitExportTask', { body }, { token });
    await workOffExports(app.deps);
    const tasks = (await app.call('exportTasks', {}, { token })).reply.data ?? [];
    const urlPath = tasks.find((task) => task.id === reply.data?.id)?.outPathRel;
    if (!urlPath) throw new Error(`no file: ${JSON.stringify(tasks[0])} ${app.logged.join()}`);
    return urlPath;
  }
  const contentOf = async (urlPath: string) => Buffer.from(await (await app.request(urlPath)).arrayBuffer());
  const zipOf = async (urlPath: string) => JSZip.loadAsync(await contentOf(urlPath));
  /** Unpacks a zip to disk, for programs that read files. */
  async function unpacked(urlPath: string, name: string): Promise<string> {
    const into = path.join(folder, name);
    for (const file of Object.values((await zipOf(urlPath)).files)) {
      await mkdir(path.dirname(path.join(into, file.name)), { recursive: true });
      await writeFile(path.join(into, file.name), await file.async('nodebuffer'));
    }
    return into;
  }
  const featuresByGdal = (shp: string) =>
    JSON.parse(
      execFileSync(
        OGR2OGR,
        ['-f', 'GeoJSON', '-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=15', '/vsistdout/', shp],
        { encoding: 'utf8' },
      ),
    ).features as { geometry: Footprint; properties: Record<string, unknown> }[];

  it('GeoJSON: one FeatureCollection by RFC 7946, with the properties of each scene', async () => {
    const urlPath = await exported('GeoJSON');
    const answer = await app.request(urlPath);
    expect(answer.headers.get('content-type')).toBe('application/geo+json');
    const text = await answer.text();
    expect(rfc7946Faults(text)).toEqual([]);
    const { features } = JSON.parse(text);
    expect(features.map((feature: { id: string }) => feature.id)).toEqual(IDS);
    features.forEach((feature: { geometry: Footprint; properties: unknown }, n: number) => {
      expect(feature.geometry).toEqual(SCENES[n]!.geometry);
      expect(feature.properties).toEqual({ ...SCENES[n]!.facts, quicklookUrl: null });
    });
  });

  it('product IDs: a text file with one id per line, without repetition', async () => {
    const urlPath = await exported('productIds', [...IDS, 'ACROSS', 'TURNED']);
    expect((await contentOf(urlPath)).toString()).toBe('TURNED\nHOLED/1\nHOLED 1\nACROSS\n');
    expect((await app.request(urlPath)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('Shp: a zip with .shp .shx .dbf .prj .cpg', async () => {
    const zip = await zipOf(await exported('Shp'));
    expect(Object.keys(zip.files).sort()).toEqual([
      'scenes.cpg',
      'scenes.dbf',
      'scenes.prj',
      'scenes.shp',
      'scenes.shx',
    ]);
    expect(await zip.file('scenes.cpg')!.async('string')).toBe('UTF-8');
  });

  it.runIf(hasGdal)(
    'Shp: GDAL reads every scene, its geometry and its attributes (where gdal-bin is installed)',
    async () => {
      const features = featuresByGdal(path.join(await unpacked(await exported('Shp'), 'shp'), 'scenes.shp'));
      expect(features).toHaveLength(SCENES.length);
      features.forEach(({ geometry, properties }, n) => {
        const { facts, geometry: expected } = SCENES[n]!;
        expect(rfc7946Geometry(geometry)).toEqual(expected);
        for (const { name, type, valueOf } of SCENE_ATTRIBUTES) {
          const value = valueOf(facts);
          expect(properties[name] ?? null, name).toBe(type === 'D' ? String(value).slice(0, 10) : value);
        }
      });
      expect(features[0]?.properties['SUPPLIER']).toBe('天视成像');
    },
  );

  it('preview and Shp: the zip also has the quicklook of each scene that has one, named in its attributes', async () => {
    const zip = await zipOf(await exported('previewAndShp'));
    const names = Object.keys(zip.files).filter((name) => name.endsWith('.jpg'));
    // the second scene has the thumbnail of its Item, the third has none
    expect(names.sort()).toEqual(['previews/ACROSS.jpg', 'previews/HOLED_1.jpg', 'previews/TURNED.jpg']);
    for (const name of names) {
      const picture = await sharp(await zip.file(name)!.async('nodebuffer')).metadata();
      expect(picture.format).toBe('jpeg');
      const stem = name.slice(0, -4);
      for (const ending of ['.jgw', '.prj', '.jpg.aux.xml'])
        expect(zip.file(stem + ending), stem + ending).not.toBeNull();
      expect((await zip.file(`${stem}.jgw`)!.async('string')).trim().split('\n')).toHaveLength(6);
    }
    expect(await sharp(await zip.file('previews/HOLED_1.jpg')!.async('nodebuffer')).metadata()).toMatchObject(
      { width: 60, height: 40 },
    );
  });

  it.runIf(hasGdal)(
    'preview and Shp: GDAL places each quicklook on its footprint, by either georeference file (where gdal-bin is installed)',
    async () => {
      const into = await unpacked(await exported('previewAndShp'), 'previews');
      const features = featuresByGdal(path.join(into, 'scenes.shp'));
      expect(features.map(({ properties }) => properties['PREVIEW'] ?? null)).toEqual([
        'previews/TURNED.jpg',
        'previews/HOLED_1.jpg',
        null,
        'previews/ACROSS.jpg',
      ]);
      const gdalInfo = (name: string) => {
        const info = JSON.parse(
          execFileSync(GDALINFO, ['-json', path.join(into, 'previews', `${name}.jpg`)], { encoding: 'utf8' }),
        );
        return info as {
          size: [number, number];
          cornerCoordinates: Record<string, [number, number]>;
          coordinateSystem?: { wkt: string };
        };
      };
      const corners = (name: string) => {
        const { cornerCoordinates: at } = gdalInfo(name);
        return [at['upperLeft'], at['lowerLeft'], at['lowerRight'], at['upperRight']]
          .flat()
          .map((value) => Number(value!.toFixed(4)));
      };
      const expected: Record<string, number[]> = {
        TURNED: TURNED.coordinates[0]!.slice(0, 4).flat() as number[],
        HOLED_1: [10, 14, 10, 10, 14, 10, 14, 14],
        // continues east past 180°, as on the map
        ACROSS: [179, 1, 179, -1, 181, -1, 181, 1],
      };
      for (const [name, at] of Object.entries(expected)) {
        expect(gdalInfo(name).coordinateSystem?.wkt, name).toContain('WGS 84');
        expect(corners(name), name).toEqual(at);
        // and by the world file alone, without GDAL's own file
        await writeFile(path.join(into, 'previews', `${name}.jpg.aux.xml`), '<PAMDataset></PAMDataset>');
        expect(corners(name), name).toEqual(at);
      }
      const { width, height } = viewOfScene(TURNED, 1024);
      expect(gdalInfo('TURNED').size).toEqual([width, height]);
    },
  );

  it('AOI: one zip with GeoJSON, WKT and a shapefile of the area', async () => {
    const zip = await zipOf(await exported('aoi'));
    expect(Object.keys(zip.files).sort()).toEqual([
      'aoi.cpg',
      'aoi.dbf',
      'aoi.geojson',
      'aoi.prj',
      'aoi.shp',
      'aoi.shx',
      'aoi.wkt',
    ]);
    const json = await zip.file('aoi.geojson')!.async('string');
    expect(rfc7946Faults(json)).toEqual([]);
    const [feature] = JSON.parse(json).features;
    expect(feature.geometry.coordinates).toHaveLength(2);
    expect(feature.properties.areaKm2).toBeGreaterThan(900);
    expect(await zip.file('aoi.wkt')!.async('string')).toBe(`${AOI}\n`);
  });

  it('exporting twice produces identical bytes', async () => {
    const [first, second] = [await exported('previewAndShp'), await exported('previewAndShp')];
    expect(await contentOf(second)).toEqual(await contentOf(first));
  });
});

it('docs/exports.md has a row for each attribute of a shapefile', async () => {
  const text = await readFile(new URL('../../../docs/exports.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \| ([CND]) \| `(\w+)` \| ([^|]*) \|$/gm)].map(([, ...cells]) =>
    cells.map((cell) => cell.trim()),
  );
  expect(rows).toEqual(SCENE_ATTRIBUTES.map(({ name, type, from, unit }) => [name, type, from, unit]));
  for (const { name } of SCENE_ATTRIBUTES) expect(name).toMatch(/^[A-Z][A-Z0-9_]{0,9}$/);
});
