import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LayerValues, LayerValuesRequest } from '../../../contract/imagery.ts';
import { grantLayer } from '../../../server/imagery/imagery.queries.ts';
import { addLayer } from '../../../server/imagery/layers/addLayer.ts';
import { databaseServers, serverFor, testFolder } from '../support/harness.ts';
import { gdal, hasGdal, SINGAPORE, writePicture } from './pictures.ts';
import { refusal } from '../support/refusal.ts';

/** A 16-bit UTM image with nodata in its west, and one on the call's own grid. */
const UTM = {
  ...SINGAPORE,
  noData: 0,
  value: (x: number, y: number, band: number) => (x < 400 ? 0 : SINGAPORE.value(x, y, band)),
};
const MERCATOR = { ...SINGAPORE, width: 300, height: 200, epsg: 3857, west: 11_550_000, north: 150_000 };

describe.each(databaseServers)("AI analytics: the values of a layer's bands ($name)", (server) => {
  const app = serverFor(server);
  let folder: Awaited<ReturnType<typeof testFolder>>;
  let analyst: { token: string; id: number };
  let [utm, mercator] = [0, 0];
  const fileOf = (name: string) => path.join(path.dirname(folder.dataDir), name);
  beforeAll(async () => {
    folder = await testFolder();
    analyst = await app.signIn();
    const deps = { pool: app.deps.db.pool, files: app.deps.files, now: app.clock.now() };
    const layer = { description: '', vector: null, openToAll: false };
    await writePicture(fileOf('utm.tif'), UTM);
    await writePicture(fileOf('mercator.tif'), MERCATOR);
    const bandNames = ['blue', 'green', 'red', 'nir'];
    utm = await addLayer(deps, { ...layer, file: fileOf('utm.tif'), name: 'UTM', bandNames });
    mercator = await addLayer(deps, { ...layer, file: fileOf('mercator.tif'), name: 'Mercator' });
    for (const id of [utm, mercator]) await grantLayer(app.deps.db.pool, analyst.id, id);
  });
  afterAll(() => folder.remove());

  const window = (more: Partial<LayerValuesRequest>): LayerValuesRequest => ({
    layerId: mercator,
    west: MERCATOR.west,
    north: MERCATOR.north,
    pixel: 10,
    width: 256,
    height: 128,
    bands: [0],
    ...more,
  });
  const request = (body: LayerValuesRequest, token = analyst.token) =>
    app.call('layerValues', { body }, { token });
  const valuesOf = async (body: LayerValuesRequest): Promise<LayerValues> => {
    const { reply } = await request(body);
    if (!reply.data) throw new Error(reply.message);
    return reply.data;
  };
  const samples = (text: string | undefined) => {
    const bytes = Buffer.from(text ?? '', 'base64');
    return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16LE(2 * at));
  };
  const bytes = (text: string) => [...Buffer.from(text, 'base64')];

  it("on the image's own grid the values are exact, in the order of the requested bands", async () => {
    const { kind, bands, cover } = await valuesOf(window({ bands: [3, 1] }));
    expect(kind).toBe('uint16');
    const expected = (band: number) =>
      Array.from({ length: 256 * 128 }, (_, at) => MERCATOR.value(at % 256, Math.floor(at / 256), band));
    expect(samples(bands[0])).toEqual(expected(3));
    expect(samples(bands[1])).toEqual(expected(1));
    expect(bytes(cover).every((value) => value === 255)).toBe(true);
  });

  it.runIf(hasGdal)(
    "reprojected values agree with gdalwarp's within 1% of the range, and nodata is respected",
    async () => {
      const body = window({
        layerId: utm,
        west: 11_548_000,
        north: 149_000,
        pixel: 25,
        width: 256,
        height: 256,
      });
      const { bands, cover } = await valuesOf(body);
      const end = [body.west + 256 * 25, body.north - 256 * 25];
      const extent = [body.west, end[1], end[0], body.north].map(String);
      gdal(
        'gdalwarp',
        '-q',
        '-t_srs',
        'EPSG:3857',
        '-te',
        ...extent,
        '-ts',
        '256',
        '256',
        '-r',
        'bilinear',
        '-et',
        '0',
        fileOf('utm.tif'),
        fileOf('warped.tif'),
      );
      gdal('gdal_translate', '-q', '-of', 'ENVI', '-b', '1', fileOf('warped.tif'), fileOf('warped.raw'));
      const raw = readFileSync(fileOf('warped.raw'));
      const theirs = Array.from({ length: 256 * 256 }, (_, at) => raw.readUInt16LE(2 * at));
      const ours = samples(bands[0]);
      const covered = bytes(cover);
      const both = ours.flatMap((value, at) =>
        covered[at] === 255 && theirs[at]! > 0 ? [Math.abs(value - theirs[at]!)] : [],
      );
      expect(both.length).toBeGreaterThan(5_000);
      expect(both.filter((difference) => difference > 400).length / both.length).toBeLessThan(0.01);
      const without = covered.filter((value) => value === 0).length;
      expect(Math.abs(without - theirs.filter((value) => value === 0).length)).toBeLessThan(512);
    },
  );

  it('outside the image there are no values', async () => {
    const { bands, cover } = await valuesOf(window({ west: 0, north: 0 }));
    expect(new Set([...bytes(cover), ...samples(bands[0])])).toEqual(new Set([0]));
  });

  it('layers have their band names and their resolution', async () => {
    const { reply } = await app.call('imageryLayers', {}, { token: analyst.token });
    const layers = new Map(reply.data?.map((layer) => [layer.id, layer]));
    expect(layers.get(utm)?.bandNames).toEqual(['blue', 'green', 'red', 'nir']);
    expect(layers.get(utm)?.mercatorMetres).toBeCloseTo(10, 1);
    expect(layers.get(mercator)?.bandNames).toEqual(['', '', '', '']);
    expect(layers.get(mercator)?.mercatorMetres).toBeCloseTo(10, 6);
  });

  it("§8 Layer without vector data: 'no associated data'", async () => {
    const { reply } = await app.call('layerVector', { params: { layerId: utm } }, { token: analyst.token });
    expect(reply).toEqual(refusal('no associated data'));
  });

  it('a forbidden layer gets the same reply as a missing one', async () => {
    const stranger = await app.signIn();
    const answer = await request(window({}), stranger.token);
    expect(answer.reply).toEqual(refusal('Imagery layer not found.'));
    expect(await request(window({ layerId: 999_999 }), stranger.token)).toEqual(answer);
  });

  it('§6: utype 6 or higher may use AI analytics, others may not', async () => {
    const replyTo = async (utype: number) => {
      const { token, id } = await app.signIn({ utype });
      await grantLayer(app.deps.db.pool, id, mercator);
      return (await request(window({}), token)).reply;
    };
    for (const utype of [1, 2, 3, 4, 5])
      expect(await replyTo(utype)).toEqual(refusal('You don’t have permission to view this.'));
    for (const utype of [6, 7]) expect(await replyTo(utype)).toMatchObject({ result: 1 });
  });

  it('an unknown band is refused', async () => {
    expect((await request(window({ bands: [0, 4] }))).reply).toEqual(
      refusal('The layer has 4 bands. Select some of them.'),
    );
  });

  it.each([
    ['too wide', { width: 257 }],
    ['too many bands', { bands: [0, 1, 2, 3, 0, 1, 2, 3, 0] }],
    ['no bands', { bands: [] }],
    ['no pixel', { pixel: 0 }],
    ['a place that is none', { west: 1e9 }],
  ])('too large a request is refused: %s', async (_, more) => {
    expect((await request(window(more))).status).toBe(400);
  });
});
