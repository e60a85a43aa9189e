import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLayer, filesOf } from '../../../server/imagery/layers/addLayer.ts';
import { blockReader } from '../../../server/imagery/tiles/blocks.ts';
import { byteCache } from '../../../server/imagery/tiles/byteCache.ts';
import { ImageError, openImage } from '../../../server/imagery/layers/imageFile.ts';
import { gridOfTile, renderTile } from '../../../server/imagery/tiles/renderTile.ts';
import { warp, type Grid, type Warped } from '../../../server/imagery/tiles/warp.ts';
import { grantLayer, layerOf } from '../../../server/imagery/imagery.queries.ts';
import { databaseServers, serverFor, testFolder } from '../support/harness.ts';
import { gdal, hasGdal, hills, SINGAPORE, writePicture, type Picture } from './pictures.ts';

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const fileOf = (name: string): string => path.join(path.dirname(folder.dataDir), name);

/** A part of it around the tiles of zoom 13 and 14: 700 × 560 pixels. */
const NEAR = { ...SINGAPORE, width: 700, height: 560, west: 363_000, north: 147_600 };
const written = new Map<string, Promise<void>>();

/** The file of a picture, which is written once: a name stands for one picture. */
async function pictureFile(name: string, picture: Picture): Promise<string> {
  const file = fileOf(`${name.replaceAll(/[^\w-]+/g, '-')}.tif`);
  if (!written.has(file)) written.set(file, writePicture(file, picture));
  await written.get(file);
  return file;
}

async function warpedImage(file: string, grid: Grid): Promise<Warped> {
  const image = await openImage(file);
  const blocks = blockReader(image, file, byteCache(64 * 1024 * 1024));
  return warp({ facts: image.facts, levels: image.levels, blocks }, grid).finally(image.close);
}

describe('decoded blocks', () => {
  it('the ones used last stay within the limit; one beyond it stays alone, and a larger one doesn’t stay', () => {
    const cache = byteCache<string>(100, 160);
    cache.set('a', 'A', 60);
    cache.set('b', 'B', 40);
    cache.get('a');
    cache.set('c', 'C', 30);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual(['A', undefined, 'C', 90]);
    cache.set('wide', 'W', 150);
    expect([cache.get('a'), cache.get('c'), cache.get('wide'), cache.bytes]).toEqual([
      undefined,
      undefined,
      'W',
      150,
    ]);
    cache.set('wider', 'X', 161);
    expect([cache.get('wider'), cache.get('wide')]).toEqual([undefined, 'W']);
    cache.set('a', 'A', 60);
    expect([cache.get('wide'), cache.get('a'), cache.bytes]).toEqual([undefined, 'A', 60]);
  });
});

/** The TMS tile (zoom, column, row from the south) at a position in degrees. */
function tileAt(longitude: number, latitude: number, z: number): { z: number; x: number; y: number } {
  const n = 2 ** z;
  const rad = (latitude * Math.PI) / 180;
  const x = Math.floor(((longitude + 180) / 360) * n);
  const fromNorth = Math.floor(((1 - Math.log(Math.tan(rad) + 1 / Math.cos(rad)) / Math.PI) / 2) * n);
  return { z, x, y: n - 1 - fromNorth };
}

/** The same grid by gdalwarp. */
async function gdalwarped(file: string, grid: Grid): Promise<Warped> {
  const out = `${file}.warped.tif`;
  const { west, north, width, height, pixelWidth, pixelHeight } = grid;
  const extent = [west, north - height * pixelHeight, west + width * pixelWidth, north].map(String);
  gdal(
    'gdalwarp',
    '-q',
    '-overwrite',
    '-t_srs',
    `EPSG:${grid.epsg}`,
    '-te',
    ...extent,
    '-ts',
    String(width),
    String(height),
    '-r',
    'bilinear',
    '-et',
    '0',
    file,
    out,
  );
  return warpedImage(out, grid);
}

/** Share of samples that differ by more than `most`, where both are opaque. */
function shareApart(a: Warped, b: Warped, most: number): number {
  let [differing, all] = [0, 0];
  for (let at = 0; at < a.alpha.length; at++) {
    if (a.alpha[at]! < 255 || b.alpha[at]! < 255) continue;
    a.bands.forEach((values, band) => {
      all++;
      if (Math.abs(values[at]! - b.bands[band]![at]!) > most) differing++;
    });
  }
  expect(all).toBeGreaterThan(10_000);
  return differing / all;
}

const PLACES: [string, Picture, { longitude: number; latitude: number; z: number }][] = [
  ['UTM, 16 bit, four bands', NEAR, { longitude: 103.8, latitude: 1.31, z: 14 }],
  ['UTM, seen from further away', SINGAPORE, { longitude: 103.8, latitude: 1.31, z: 12 }],
  [
    'UTM south, 8 bit, grey',
    {
      ...NEAR,
      epsg: 32_756,
      west: 332_000,
      north: 6_253_000,
      kind: 'uint8',
      bands: 1,
      value: hills(250),
    },
    { longitude: 151.22, latitude: -33.87, z: 14 },
  ],
  [
    'degrees, 8 bit, colours',
    {
      ...NEAR,
      epsg: 4326,
      west: 10.03,
      north: 59.98,
      pixel: 0.0001,
      kind: 'uint8',
      bands: 3,
      value: hills(250),
    },
    { longitude: 10.06, latitude: 59.95, z: 13 },
  ],
  [
    'Web Mercator, floating, five bands',
    {
      ...NEAR,
      epsg: 3857,
      west: 1_005_000,
      north: 5_993_500,
      kind: 'float32',
      bands: 5,
      value: hills(9_000),
    },
    { longitude: 9.06, latitude: 47.3, z: 14 },
  ],
];

describe('Tiles /api/ogc: pixels of real files', () => {
  it.runIf(hasGdal).each(PLACES)(
    "%s: 99% of the tile's values are within 1% of the range of gdalwarp's output (where GDAL is installed)",
    async (name, picture, place) => {
      const file = await pictureFile(name, picture);
      const grid = gridOfTile(tileAt(place.longitude, place.latitude, place.z));
      const ours = await warpedImage(file, grid);
      const range =
        picture.value(0, 0, 0) === 0
          ? 255
          : { uint8: 250, uint16: 40_000, int16: 0, float32: 9_000 }[picture.kind];
      expect(shareApart(ours, await gdalwarped(file, grid), range / 100)).toBeLessThan(0.01);
    },
  );

  it.runIf(hasGdal).each([
    ['uint16', ['TILED=YES', 'COMPRESS=DEFLATE', 'PREDICTOR=2']],
    ['uint16', ['TILED=YES', 'COMPRESS=LZW', 'BLOCKXSIZE=512', 'BLOCKYSIZE=128']],
    ['uint16', ['TILED=YES', 'COMPRESS=NONE', 'ENDIANNESS=BIG']],
    ['uint16', ['TILED=YES', 'COMPRESS=DEFLATE', 'INTERLEAVE=BAND']],
    ['uint8', ['COMPRESS=DEFLATE']],
    ['float32', ['TILED=YES', 'COMPRESS=DEFLATE', 'PREDICTOR=3']],
  ] as const)('%s laid out as %j gives the same pixels as any other layout', async (kind, options) => {
    const file = await pictureFile(kind, { ...NEAR, bands: 3, kind, value: hills(250) });
    const other = fileOf(`${kind}-${options.join('-').replaceAll('=', '')}.tif`);
    gdal('gdal_translate', '-q', ...options.flatMap((option) => ['-co', option]), file, other);
    const grid = gridOfTile(tileAt(103.8, 1.31, 13));
    const [one, two] = [await warpedImage(file, grid), await warpedImage(other, grid)];
    expect(Math.max(...one.bands[0]!)).toBeGreaterThan(200);
    for (const [band, values] of one.bands.entries())
      expect(Buffer.from(two.bands[band]!.buffer).equals(Buffer.from(values.buffer))).toBe(true);
    expect(Buffer.from(two.alpha).equals(Buffer.from(one.alpha))).toBe(true);
  });

  it("nodata pixels are transparent and don't bleed into their neighbours", async () => {
    const file = fileOf('nodata.tif');
    const half = (x: number): number => (x < 350 ? 0 : 30_000);
    await writePicture(file, { ...NEAR, bands: 1, noData: 0, value: half });
    const tile = gridOfTile(tileAt(103.8, 1.31, 13));
    const { alpha, bands } = await warpedImage(file, tile);
    const values = new Set([...bands[0]!].filter((_, at) => alpha[at]! > 0));
    expect([...values]).toEqual([30_000]);
    expect(alpha.some((share) => share === 0)).toBe(true);
  });

  it('an alpha band is respected', async () => {
    const file = fileOf('alpha.tif');
    const value = (_: number, y: number, band: number): number => (band === 3 ? (y < 500 ? 255 : 0) : 200);
    await writePicture(file, { ...SINGAPORE, kind: 'uint8', hasAlpha: true, value });
    const { alpha } = await warpedImage(file, {
      epsg: 32_648,
      west: 365_000,
      north: 150_000,
      pixelWidth: 40,
      pixelHeight: 40,
      width: 100,
      height: 250,
    });
    expect(alpha[50 * 100 + 50]).toBe(255);
    expect(alpha[200 * 100 + 50]).toBe(0);
  });

  it.each([
    ['no TIFF', 'it is no TIFF that can be read', null],
    ['another coordinate system', 'its coordinate system is EPSG:2154', { epsg: 2154 }],
  ])('a file that is %s is refused clearly', async (name, sentence, picture) => {
    const file = fileOf(`${name.replaceAll(' ', '-')}.tif`);
    if (picture === null) await folder.files.write(['x.tif'], 'II is no picture');
    else await writePicture(file, { ...SINGAPORE, width: 10, height: 10, ...picture });
    const opening = openImage(picture === null ? folder.files.pathOf('x.tif') : file);
    await expect(opening).rejects.toThrow(ImageError);
    await expect(opening).rejects.toThrow(sentence);
  });
});

describe.each(databaseServers)('Tiles /api/ogc ($name)', (server) => {
  const app = serverFor(server);
  let ours: { token: string; id: number };
  let stranger: { token: string };
  let layer: number;
  beforeAll(async () => {
    ours = await app.signIn();
    stranger = await app.signIn();
    const file = fileOf(`layer-${server.name}.tif`);
    await writePicture(file, {
      ...SINGAPORE,
      kind: 'uint8',
      bands: 3,
      value: (_, y, band) => (band === 0 ? 250 : y < 550 ? 10 : 200),
    });
    const deps = { pool: app.deps.db.pool, files: app.deps.files, now: app.clock.now() };
    layer = await addLayer(deps, { file, name: 'Harbour', description: '', vector: null, openToAll: false });
    await grantLayer(app.deps.db.pool, ours.id, layer);
  });

  const request = (query: Record<string, string | number>, headers: Record<string, string> = {}) =>
    app.request(
      `/api/ogc?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()}`,
      { headers },
    );
  const over = tileAt(103.8, 1.31, 11);
  const query = () => ({ service: 'tms', layer, ...over, token: ours.token });

  it('a TMS tile with inverted y shows the right area', async () => {
    const answer = await request(query());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([256, 256, 4]);
    const shown = [...data].filter((_, at) => at % 4 === 3 && data[at] === 255).length;
    expect(shown).toBeGreaterThan(5_000);
    // green increases from north to south
    const rows = Array.from({ length: 256 }, (_, y) => [0, 128, 255].map((x) => (y * 256 + x) * 4)).flat();
    const greens = rows.filter((at) => data[at + 3] === 255).map((at) => data[at + 1]!);
    expect(greens[0]).toBeLessThan(20);
    expect(greens.at(-1)).toBeGreaterThan(190);
  });

  it('a tile outside the image is transparent', async () => {
    const answer = await request({ ...query(), x: 0, y: 0 });
    const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data.every((value) => value === 0)).toBe(true);
  });

  it.each([
    ['webp', {}, { accept: 'image/avif,image/webp,*/*' }],
    ['png', {}, { accept: '*/*' }],
    ['jpeg', { format: 'jpeg' }, {}],
    ['webp', { format: 'webp' }, {}],
  ])('tiles are available as PNG, WebP and JPEG: %s', async (format, more, headers) => {
    const answer = await request({ ...query(), ...more }, headers as Record<string, string>);
    expect(answer.headers.get('content-type')).toBe(`image/${format}`);
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe(format);
  });

  it('tiles are cached with an ETag', async () => {
    const first = await request(query());
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, max-age=3600');
    const again = await request(query(), { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    ['no session', 401, { token: 'x'.repeat(43) }],
    ['no service', 400, { service: 'wms' }],
    ['a zoom that is none', 400, { z: 99 }],
    ['a column beyond the last', 400, { x: 2 ** 11 }],
    ['a layer that is not there', 404, { layer: 999_999 }],
  ])('%s gets the right error', async (_, status, more) => {
    expect((await request({ ...query(), ...more })).status).toBe(status);
  });

  it('a forbidden layer gets the same reply as a missing one, and the token is not logged', async () => {
    const answer = await request({ ...query(), token: stranger.token });
    const missing = await request({ ...query(), layer: 999_999 });
    expect([answer.status, await answer.text()]).toEqual([404, await missing.text()]);
    for (const { token } of [ours, stranger]) expect(app.logged.join('\n')).not.toContain(token);
  });

  it('a small scale reads only the overviews', async () => {
    const row = await layerOf(app.deps.db.pool, ours.id, layer);
    if (!row) throw new Error('no layer');
    expect(row.overviews).toBe(3);
    const files = filesOf(app.deps.files, row);
    // without full-resolution pixels only the overviews are left
    const image = await openImage(files.file, files.overviewFiles);
    const widths = image.levels.map((level) => level.width);
    await image.close();
    expect(widths).toEqual([1500, 750, 375, 188]);
    const picture = await renderTile({ layer: files, ...tileAt(103.8, 1.31, 7), format: 'png' });
    expect((await sharp(picture).stats()).channels[0]?.max).toBeGreaterThan(240);
  });
});
