import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layersOf } from '../../../server/imagery/imagery.queries.ts';
import { filesOf, IMAGERY } from '../../../server/imagery/layers/addLayer.ts';
import { ensureDemoLayers } from '../../../server/simulator/layers/demoLayers.ts';
import { colours } from '../../../server/imagery/tiles/display.ts';
import { gridOfTile, sourceOf } from '../../../server/imagery/tiles/renderTile.ts';
import { warp } from '../../../server/imagery/tiles/warp.ts';
import { runOperator } from '../../../server/operator/operator.ts';
import { databaseServers, startServer, type TestServer } from '../support/harness.ts';
import { SINGAPORE, writePicture } from './pictures.ts';
import { watchTurns } from '../support/turnsOfLoop.ts';

const VECTOR = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [103.8, 1.3],
            [103.81, 1.3],
            [103.81, 1.31],
            [103.8, 1.3],
          ],
        ],
      },
    },
  ],
};

describe.each(databaseServers)('imagery layers ($name)', (server) => {
  let app: TestServer;
  let environment: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    app = await startServer(server);
    environment = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.deps.config.dataDir, LOG_LEVEL: 'silent' };
    folder = path.dirname(app.deps.config.dataDir);
  });
  afterAll(() => app.close());

  const operate = async (...args: string[]) => {
    const output: string[] = [];
    const print = (line: string) => output.push(line);
    const code = await runOperator(['imagery', ...args], { print, warn: print }, environment);
    return { code, output: output.join('\n') };
  };
  const visibleLayers = async (token: string) =>
    (await app.call('imageryLayers', {}, { token })).reply.data ?? [];
  const stored = () => readdir(app.deps.files.pathOf(IMAGERY)).catch(() => []);

  it('operator imagery add FILE.tif --name … [--vector FILE.geojson]: checks, copies, computes bounds and statistics', async () => {
    const [file, vector] = [path.join(folder, 'harbour.tif'), path.join(folder, 'harbour.geojson')];
    await writePicture(file, { ...SINGAPORE, width: 300, height: 200 });
    await writeFile(vector, JSON.stringify(VECTOR));
    const added = await operate(
      'add',
      file,
      '--name',
      '新加坡港',
      '--description',
      'The harbour',
      '--date',
      '2026-11-14',
      '--sensor',
      'OPTICAL',
      '--range',
      '0,3000',
      '--vector',
      vector,
    );
    expect(added).toEqual({
      code: 0,
      output: expect.stringMatching(/^Layer \d+: 新加坡港\nNo account can see it yet/),
    });
    const { token, email, id: account } = await app.signIn();
    expect(await visibleLayers(token)).toEqual([]);
    const id = /\d+/.exec(added.output)?.[0] ?? '';
    expect(await operate('grant', email, id)).toEqual({ code: 0, output: `${email} can see layer ${id}` });
    const [layer] = await visibleLayers(token);
    expect(layer).toMatchObject({
      id: Number(id),
      name: '新加坡港',
      serviceType: 'TMS',
      existVec: true,
      bands: 4,
      acquired: '2026-11-14T00:00:00.000Z',
      sensorType: 'OPTICAL',
    });
    for (const [option, value] of [
      ['--date', '2026-02-30'],
      ['--date', 'today'],
      ['--sensor', 'RADAR'],
      ['--range', '3000,0'],
      ['--range', '1'],
      ['--range', '0,'],
    ] as const)
      expect((await operate('add', file, option, value)).code).not.toBe(0);
    expect(layer?.footprint).toMatch(/^POLYGON \(\(103\.74/);
    const { reply } = await app.call('layerVector', { params: { layerId: Number(id) } }, { token });
    expect(reply.data?.geom).toMatch(/^MULTIPOLYGON|^POLYGON/);
    const [row] = await layersOf(app.deps.db.pool, account);
    const high = Math.max(
      ...Array.from({ length: 60_000 }, (_, at) => SINGAPORE.value(at % 300, Math.floor(at / 300), 0)),
    );
    expect(row?.stats).toHaveLength(4);
    expect(row?.display).toEqual({ bands: [0, 1, 2], low: [0, 0, 0], high: [3000, 3000, 3000] });
    expect(row?.stats[0]?.max).toBeLessThanOrEqual(high);
    expect(row?.stats[0]?.max).toBeGreaterThan(high * 0.98);
    expect((await operate('list')).output).toContain('新加坡港');
    expect((await operate('revoke', email, id)).code).toBe(0);
    expect(await visibleLayers(token)).toEqual([]);
    expect((await operate('remove', id)).code).toBe(0);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['a file that is not there', ['nowhere.tif'], 'it is no TIFF that can be read'],
    ['a vector file that is none', ['good.tif', '--vector', 'good.tif'], 'its vector file is no JSON'],
    [
      'a vector file around the globe, of which either side may be meant',
      ['good.tif', '--vector', 'around.geojson'],
      'an area around the globe, and its side is unclear: write it along the pole (… 180 90, -180 90 …)',
    ],
    [
      'a name that is too long',
      ['good.tif', '--name', 'x'.repeat(65)],
      '--name must have 1 to 64 characters',
    ],
  ])('%s is refused clearly, and nothing is left behind', async (_, args, sentence) => {
    await writePicture(path.join(folder, 'good.tif'), { ...SINGAPORE, width: 20, height: 20 });
    const around = { type: 'Polygon', coordinates: [[[0, 50], [120, 55], [-120, 52], [0, 50]]] }; // prettier-ignore
    await writeFile(path.join(folder, 'around.geojson'), JSON.stringify(around));
    const { code, output } = await operate(
      'add',
      ...args.map((arg) => (/\.(?:tif|geojson)$/.test(arg) ? path.join(folder, arg) : arg)),
    );
    expect(code).not.toBe(0);
    expect(output).toContain(sentence);
    expect(await stored()).toEqual([]);
  });
});

const [first] = databaseServers;

describe.runIf(first !== undefined)('decision 28: imagery layers on a first start', () => {
  it('real public-domain layers of NASA, simulated ones and the open samples are added once, for everyone', async () => {
    const app = await startServer(first!);
    try {
      const deps = { pool: app.deps.db.pool, files: app.deps.files, now: app.clock.now() };
      const watch = watchTurns();
      expect(await ensureDemoLayers(deps)).toBe(7);
      // the files are written and measured in a thread: each took the loop for up to a second of processor
      expect(watch.longest()).toBeLessThan(300);
      expect(await ensureDemoLayers(deps)).toBe(0);
      const { token, id } = await app.signIn();
      const { reply } = await app.call('imageryLayers', {}, { token });
      expect(reply.data?.map(({ name, bandNames }) => [name, bandNames?.join()])).toEqual([
        ['Blue Marble', 'red,green,blue'],
        ['City lights', 'red,green,blue'],
        ['Singapore 2021 (simulated)', 'red,green,blue,nir'],
        ['Singapore 2026 (simulated)', 'red,green,blue,nir'],
        ['Landsat 8 2015-08-04, Alabama and Florida', 'blue,green,red,nir,quality'],
        ['Landsat 7 1999–2003, Andros, Bahamas', 'red,green,blue'],
        ['Umbra 2023-02-12, Mount Yasur, Vanuatu', 'amplitude'],
      ]);
      const [before, after] = (reply.data ?? []).slice(2, 4);
      expect(before?.footprint).toBe(after?.footprint);
      const [marble] = await layersOf(app.deps.db.pool, id);
      if (!marble) throw new Error('no layer');
      const files = filesOf(app.deps.files, marble);
      // the tile north-east of 0°, 0°: the Sahara in the middle, the Gulf of Guinea in its south-west corner
      const shown = colours(
        await warp(await sourceOf(files), gridOfTile({ z: 2, x: 2, y: 2 }), files.display.bands),
        files.display,
      );
      const at = (x: number, y: number) => [...shown.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4)];
      const [sand, sea] = [at(60, 190), at(4, 252)];
      expect(sand[0]).toBeGreaterThan(sand[2]! + 30);
      expect(sea[2]).toBeGreaterThan(sea[0]!);
      expect(sea[3]).toBe(255);
    } finally {
      await app.close();
    }
    // seven layers with their overviews: half a minute of a processor
  }, 240_000);
});
