import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseServers, startServer, type TestServer } from '../support/harness.ts';
import { sourceOf } from './archives.ts';
import { openArchive } from './openArchive.ts';

const IMAGE = new URL('../../../server/simulator/samples/files/landsat7-rgb.tif', import.meta.url);
const MEGABYTE = 1024 * 1024;

const item = (id: string, assets: unknown, properties: object = {}) => ({
  type: 'Feature',
  stac_version: '1.1.0',
  id,
  collection: 'open',
  geometry: { type: 'Polygon', coordinates: [[[103, 1], [104, 1], [104, 2], [103, 2], [103, 1]]] }, // prettier-ignore
  bbox: [103, 1, 104, 2],
  properties: { datetime: '2026-11-01T03:00:00Z', platform: 'other-1', ...properties },
  links: [],
  assets,
});

const COG = 'image/tiff; application=geotiff; profile=cloud-optimized';
const OPEN = item(
  'OPEN',
  {
    thumbnail: { href: './small.png', type: 'image/png', roles: ['thumbnail'] },
    gone: { href: '/files/gone.tif', type: COG },
    metadata: { href: './a.xml', type: 'application/xml', roles: ['metadata'] },
    visual: {
      href: '../files/image.tif',
      type: COG,
      title: 'True colour',
      roles: ['data'],
      'file:size': 12,
      'eo:bands': [{ name: 'B4', common_name: 'red' }, { common_name: 'green' }, { name: 'blue' }],
    },
    locked: { href: '/files/image.tif', type: COG, 'auth:refs': ['signedUrl'] },
    paid: { href: '/files/image.tif', type: COG, 'storage:requester_pays': true },
    scheme: { href: '/files/image.tif', type: COG, 'storage:refs': ['far'] },
    sold: { href: '/files/image.tif', type: COG, 'order:status': 'orderable' },
    bucket: { href: 's3://bucket/image.tif', type: COG },
  },
  { 'storage:schemes': { far: { type: 'aws-s3', requester_pays: true } } },
);
const SOLD = item('SOLD', { data: { href: '/files/image.tif', type: COG } }, { 'order:status': 'pending' });

describe.each(databaseServers)("an Item's own assets ($name)", (server) => {
  let image: Buffer;
  let elsewhere: Awaited<ReturnType<typeof openArchive>>;
  let app: TestServer;
  let token: string;
  beforeAll(async () => {
    image = await readFile(IMAGE);
    elsewhere = await openArchive(image, [OPEN, SOLD]);
    app = await startServer(server, { SOURCES_PRIVATE: 'on' });
    const source = await sourceOf(
      { db: app.deps.db, clock: app.clock },
      { name: 'Open archive', url: `${elsewhere.url}/catalog.json` },
    );
    expect((await source.toEnd()).at(-1)).toBe('ended');
    ({ token } = await app.signIn());
  });
  afterAll(async () => {
    elsewhere.close();
    await app.close();
  });
  const assetsOf = async (productId: string) =>
    (await app.call('itemAssets', { query: { productId } }, { token })).reply.data;
  const visual = async (): Promise<string> => {
    const found = await assetsOf('OPEN');
    return found?.assets.find(({ key }) => key === 'visual')?.imageUrl ?? '';
  };
  const part = (url: string, range: string | null, ifRange?: string) =>
    app.request(`http://portal.example${url}`, {
      headers: { ...(range !== null && { range }), ...(ifRange !== undefined && { 'if-range': ifRange }) },
    });

  it('that are open are downloadable, relative ones too; the thumbnail is none of them', async () => {
    const found = await assetsOf('OPEN');
    expect(found?.scene).toMatchObject({ id: 'OPEN', properties: { source: 'Open archive' } });
    expect(found?.assets[0]).toEqual({
      key: 'visual',
      title: 'True colour',
      type: COG,
      roles: ['data'],
      bandNames: ['red', 'green', 'blue'],
      bytes: 12,
      href: `${elsewhere.url}/files/image.tif`,
      imageUrl: expect.stringMatching(/^\/web\/asset\/OPEN\/visual\?k=[\w-]{22}$/),
    });
    expect(found?.assets.map(({ key, href }) => [key, href])).toEqual([
      ['visual', `${elsewhere.url}/files/image.tif`],
      ['gone', `${elsewhere.url}/files/gone.tif`],
      ['metadata', `${elsewhere.url}/items/a.xml`],
      ['bucket', null],
      ['locked', null],
      ['paid', null],
      ['scheme', null],
      ['sold', null],
    ]);
    // no image
    expect(found?.assets[2]?.imageUrl).toBeNull();
  });

  it('of an Item whose data must be ordered are not open', async () => {
    expect((await assetsOf('SOLD'))?.assets).toMatchObject([{ key: 'data', href: null, imageUrl: null }]);
  });

  it('are read for the map in parts, byte by byte, with the version of the file', async () => {
    const url = await visual();
    for (const [start, end] of [
      [0, 65_535],
      [100_000, 165_535],
      [image.length - 10, image.length - 1],
    ] as const) {
      const reply = await part(url, `bytes=${start}-${end}`);
      expect(reply.status).toBe(206);
      expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${end}/${image.length}`);
      expect(reply.headers.get('etag')).toBe('"first"');
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(image.subarray(start, end + 1));
    }
    // the archive has lost it, and our address is still right
    const gone = (await assetsOf('OPEN'))?.assets.find(({ key }) => key === 'gone')?.imageUrl ?? '';
    expect((await part(gone, 'bytes=0-9')).status).toBe(502);
    // replaced meanwhile: the reader is told by the whole file
    elsewhere.version.etag = '"second"';
    expect((await part(url, 'bytes=0-9', '"first"')).status).toBe(200);
    elsewhere.version.etag = '"first"';
    expect((await part(url, `bytes=${image.length}-${image.length + 9}`)).status).toBe(416);
  });

  it('are never read whole, in large parts, or by an address that was not given', async () => {
    const url = await visual();
    const calls = elsewhere.calls.length;
    for (const range of [
      null,
      'bytes=0-',
      'bytes=-10',
      `bytes=0-${8 * MEGABYTE}`,
      'bytes=9-0',
      'bytes=0-1,5-9',
    ])
      expect((await part(url, range)).status, String(range)).toBe(416);
    for (const other of ['/web/asset/OPEN/locked', '/web/asset/SOLD/visual', '/web/asset/OPEN/visual'])
      for (const k of [url.slice(url.indexOf('?k=') + 3), '', 'x'])
        if (`${other}?k=${k}` !== url)
          expect((await part(`${other}?k=${k}`, 'bytes=0-9')).status, `${other} ${k}`).toBe(404);
    expect(elsewhere.calls.length).toBe(calls);
  });

  it('on an address of the own network are not read unless the operator allows it', async () => {
    const url = await visual();
    const calls = elsewhere.calls.length;
    const { config } = app.deps;
    Object.assign(config, { sourcesPrivate: false });
    expect((await part(url, 'bytes=0-9')).status).toBe(502);
    Object.assign(config, { sourcesPrivate: true });
    expect(elsewhere.calls.length).toBe(calls);
    expect((await part(url, 'bytes=0-9')).status).toBe(206);
  });

  it('are none of a scene of this archive, and of an unknown one', async () => {
    const { reply } = await app.call('itemAssets', { query: { productId: 'UNKNOWN' } }, { token });
    expect(reply).toMatchObject({ result: 0, messageKey: 'notFound' });
  });
});
