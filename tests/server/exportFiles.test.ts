import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import JSZip from 'jszip';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportType } from '../../contract/limits.ts';
import type { Footprint } from '../../contract/search.ts';
import { openPictures, type Pictures } from '../../server/catalogue/pictures.ts';
import { viewOfScene } from '../../server/catalogue/quicklook.ts';
import { workOffExports } from '../../server/exports/exportLoop.ts';
import { SCENE_ATTRIBUTES } from '../../server/exports/sceneAttributes.ts';
import { tidyExports } from '../../server/exports/tidyExports.ts';
import { EXPORT_LIFE_MS, EXPORT_REMEMBERED_MS } from '../../server/rules/limits.ts';
import { rfc7946Geometry } from '../../src/geo/write/geojson.ts';
import { rfc7946Faults } from '../unit/geo/write/rfc7946.ts';
import { databaseServers, startServer } from './harness.ts';
import type { TestServer } from './harness.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { storeAll } from './storedScenes.ts';

const [GDALINFO, OGR2OGR] = ['/usr/bin/gdalinfo', '/usr/bin/ogr2ogr'];
const hasGdal = existsSync(GDALINFO) && existsSync(OGR2OGR);
const AOI =
  'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.5, 103.7 1.2), (103.8 1.3, 103.8 1.4, 103.9 1.4, 103.9 1.3, 103.8 1.3))';
const HOLED: Footprint = {
  type: 'Polygon',
  coordinates: [
    ...square(10, 10, 14, 14).coordinates,
    ...square(11, 11, 12, 12).coordinates.map((ring) => (ring as number[][]).toReversed()),
  ] as number[][][],
};
const ACROSS: Footprint = {
  type: 'MultiPolygon',
  coordinates: [square(179, -1, 180, 1).coordinates, square(-180, -1, -179, 1).coordinates] as number[][][][],
};
/** A turned one, its ring from the upper left corner on (docs/decisions/024). */
const TURNED: Footprint = {
  type: 'Polygon',
  coordinates: [
    [
      [103.7, 1.45],
      [103.65, 1.2],
      [103.88, 1.15],
      [103.93, 1.4],
      [103.7, 1.45],
    ],
  ],
};
const UNKNOWN = {
  cloudCover: null,
  offNadirAngle: null,
  sunElevation: null,
  sensor: null,
  supplier: null,
  productMode: null,
};
const SCENES = [
  sceneOf('TURNED', TURNED, { supplier: '天视成像' }),
  sceneOf('HOLED/1', HOLED, { ...UNKNOWN, simulated: false }),
  sceneOf('HOLED 1', square(20, 20, 21, 21), { simulated: false }),
  sceneOf('ACROSS', ACROSS, { gsd: 2, cloudCover: 7.25 }),
];
const IDS = SCENES.map((scene) => scene.facts.productId);

describe.each(databaseServers)('decision 10: files of scene exports ($name)', (server) => {
  let app: TestServer;
  let token: string;
  let folder: string;
  let pictures: Pictures;
  beforeAll(async () => {
    app = await startServer(server);
    pictures = openPictures();
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
  afterAll(async () => {
    await pictures.close();
    await app.close();
  });

  async function exported(type: ExportType, productIds = IDS, name = 'Harbour'): Promise<string> {
    const body = {
      name,
      type,
      productIds: type === 'aoi' ? [] : productIds,
      aoiWkt: type === 'aoi' ? AOI : '',
    };
    const { reply } = await app.call('submitExportTask', { body }, { token });
    await workOffExports({ ...app.deps, pictures });
    const tasks = (await app.call('exportTasks', {}, { token })).reply.data ?? [];
    const place = tasks.find((task) => task.id === reply.data?.id)?.outPathRel;
    if (!place) throw new Error(`no file: ${JSON.stringify(tasks[0])} ${app.logged.join()}`);
    return place;
  }
  const contentOf = async (place: string) => Buffer.from(await (await app.request(place)).arrayBuffer());
  const zipOf = async (place: string) => JSZip.loadAsync(await contentOf(place));
  /** All files of a zip on disk, for programs that read files. */
  async function unpacked(place: string, name: string): Promise<string> {
    const into = path.join(folder, name);
    for (const file of Object.values((await zipOf(place)).files)) {
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

  it('GeoJSON: one FeatureCollection by RFC 7946, with the properties of a scene', async () => {
    const place = await exported('GeoJSON');
    const answer = await app.request(place);
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

  it('product IDs: a text, one id a line; the same scene twice is exported once', async () => {
    const place = await exported('productIds', [...IDS, 'ACROSS', 'TURNED']);
    expect((await contentOf(place)).toString()).toBe('TURNED\nHOLED/1\nHOLED 1\nACROSS\n');
    expect((await app.request(place)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
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
        const { facts, geometry: wanted } = SCENES[n]!;
        expect(rfc7946Geometry(geometry)).toEqual(wanted);
        for (const { name, type, valueOf } of SCENE_ATTRIBUTES) {
          const value = valueOf(facts);
          expect(properties[name] ?? null, name).toBe(type === 'D' ? String(value).slice(0, 10) : value);
        }
      });
      expect(features[0]?.properties['SUPPLIER']).toBe('天视成像');
    },
  );

  it('preview and Shp: beside the shapefile the picture of each scene that has one, named in its attributes', async () => {
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
    'preview and Shp: GDAL places each picture on its footprint, by either of its files (where gdal-bin is installed)',
    async () => {
      const into = await unpacked(await exported('previewAndShp'), 'previews');
      const features = featuresByGdal(path.join(into, 'scenes.shp'));
      expect(features.map(({ properties }) => properties['PREVIEW'] ?? null)).toEqual([
        'previews/TURNED.jpg',
        'previews/HOLED_1.jpg',
        null,
        'previews/ACROSS.jpg',
      ]);
      const look = (name: string) => {
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
        const { cornerCoordinates: at } = look(name);
        return [at['upperLeft'], at['lowerLeft'], at['lowerRight'], at['upperRight']]
          .flat()
          .map((value) => Number(value!.toFixed(4)));
      };
      const wanted: Record<string, number[]> = {
        TURNED: TURNED.coordinates[0]!.slice(0, 4).flat() as number[],
        HOLED_1: [10, 14, 10, 10, 14, 10, 14, 14],
        // eastward past 180°, as the map shows it
        ACROSS: [179, 1, 179, -1, 181, -1, 181, 1],
      };
      for (const [name, at] of Object.entries(wanted)) {
        expect(look(name).coordinateSystem?.wkt, name).toContain('WGS 84');
        expect(corners(name), name).toEqual(at);
        // and the same without GDAL's own file, by the world file alone
        await writeFile(path.join(into, 'previews', `${name}.jpg.aux.xml`), '<PAMDataset></PAMDataset>');
        expect(corners(name), name).toEqual(at);
      }
      const { width, height } = viewOfScene(TURNED, 512);
      expect(look('TURNED').size).toEqual([width, height]);
    },
  );

  it('AOI: one zip with GeoJSON, WKT and a shapefile of it', async () => {
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

  it('made again, a file has the same bytes', async () => {
    const [first, second] = [await exported('previewAndShp'), await exported('previewAndShp')];
    expect(await contentOf(second)).toEqual(await contentOf(first));
  });

  it('opens without a token, as a download with its name in any script, and is kept by no cache', async () => {
    const { headers } = await app.request(await exported('productIds', IDS, "港口's: *"));
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="__'s_ _.txt"; filename*=UTF-8''%E6%B8%AF%E5%8F%A3%27s_%20_.txt`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(Number(headers.get('content-length'))).toBeGreaterThan(20);
  });

  it('a renamed export is downloaded by its new name, and its old link stays good', async () => {
    const place = await exported('productIds');
    const tasks = async () => (await app.call('exportTasks', {}, { token })).reply.data ?? [];
    const id = (await tasks())[0]!.id;
    await app.call('renameExportTask', { body: { id, name: 'Strait' } }, { token });
    const renamed = (await tasks())[0]?.outPathRel ?? '';
    expect(renamed).toMatch(/\/Strait\.txt$/);
    for (const address of [place, renamed])
      expect((await app.request(address)).headers.get('content-disposition')).toContain(
        'filename="Strait.txt"',
      );
  });

  it.each(['..', 'CON', '../../etc/passwd', '<script>', '\u202Egnp.exe', '...', 'a\r\nb', '😀'])(
    'the name %j makes a file name that is safe',
    async (name) => {
      const body = { name, type: 'productIds' as const, productIds: IDS, aoiWkt: '' };
      const { reply } = await app.call('submitExportTask', { body }, { token });
      expect(reply.result).toBe(1);
      await workOffExports({ ...app.deps, pictures });
      const task = (await app.call('exportTasks', {}, { token })).reply.data?.find(
        (one) => one.id === reply.data?.id,
      );
      const answer = await app.request(task?.outPathRel ?? '');
      expect(answer.status).toBe(200);
      const shown = decodeURIComponent(
        /filename\*=UTF-8''(\S+)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
      );
      expect(shown).toMatch(/^(?!con\.|\.)[^<>:"/\\|?*\p{Cc}\p{Cf}]+\.txt$/iu);
    },
  );

  it('a secret that is wrong, or an export that is not done, leads nowhere', async () => {
    const place = await exported('productIds');
    const wrong = place.replace(/exportfile\/./, (text) =>
      text.endsWith('A') ? 'exportfile/B' : 'exportfile/A',
    );
    expect((await app.request(wrong)).status).toBe(404);
    const body = { name: 'Later', type: 'productIds' as const, productIds: IDS, aoiWkt: '' };
    const { reply } = await app.call('submitExportTask', { body }, { token });
    const { rows } = await app.deps.db.pool.query<{ secret: string }>(
      'select secret from scene_exports where id = $1',
      [reply.data?.id],
    );
    expect((await app.request(`/web/exportfile/${rows[0]?.secret}/Later.txt`)).status).toBe(404);
    await workOffExports(app.deps);
    expect((await app.request(`/web/exportfile/${rows[0]?.secret}/Later.txt`)).status).toBe(200);
  });

  it('after 7 days the link says so, the file is removed, and the list still tells of it', async () => {
    const place = await exported('productIds');
    const kept = app.deps.files.pathOf('exports');
    const before = await readdir(kept);
    app.clock.advance(EXPORT_LIFE_MS - 1);
    await tidyExports(app.deps);
    expect(await readdir(kept)).toEqual(before);
    expect((await app.request(place)).status).toBe(200);
    app.clock.advance(1);
    const gone = await app.request(place, { headers: { 'accept-language': 'zh' } });
    expect([gone.status, await gone.json()]).toEqual([
      410,
      { result: 0, message: '该导出文件已过期，请重新导出。' },
    ]);
    await tidyExports(app.deps);
    expect(await readdir(kept)).toEqual([]);
    expect((await app.request(place)).status).toBe(410);
    const { rows } = await app.deps.db.pool.query('select from scene_exports where status = 1');
    expect(rows.length).toBeGreaterThan(0);
    app.clock.advance(EXPORT_REMEMBERED_MS + 1);
    await tidyExports(app.deps);
    expect((await app.request(place)).status).toBe(404);
    token = (await app.signIn()).token;
  });

  it('files without an export, and what a kill left half written, are removed', async () => {
    const kept = app.deps.files.pathOf('exports');
    const place = await exported('productIds');
    const [mine] = await readdir(kept);
    await app.deps.files.write(['exports', '999999.zip'], 'nobody asks for it any more');
    await writeFile(path.join(kept, '1.zip.0000.part'), 'half');
    await writeFile(path.join(kept, '2.zip.0000.part'), 'half');
    const old = new Date(app.clock.now().getTime() - 2 * 86_400_000);
    await utimes(path.join(kept, '1.zip.0000.part'), old, old);
    await utimes(path.join(kept, '2.zip.0000.part'), app.clock.now(), app.clock.now());
    await tidyExports(app.deps);
    expect((await readdir(kept)).sort()).toEqual(['2.zip.0000.part', mine].sort());
    expect((await app.request(place)).status).toBe(200);
  });
});

it('docs/exports.md has a row for each attribute of a shapefile', async () => {
  const text = await readFile(new URL('../../docs/exports.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \| ([CND]) \| `(\w+)` \| ([^|]*) \|$/gm)].map(([, ...cells]) =>
    cells.map((cell) => cell.trim()),
  );
  expect(rows).toEqual(SCENE_ATTRIBUTES.map(({ name, type, from, unit }) => [name, type, from, unit]));
  for (const { name } of SCENE_ATTRIBUTES) expect(name).toMatch(/^[A-Z][A-Z0-9_]{0,9}$/);
});
