import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../../contract/calls/apiKeys.ts';
import { databaseServers } from '../../support/harness.ts';
import { sceneOf, square } from '../../search/sceneFixtures.ts';
import { linkOf, startStac, type StacItem, type StacLink, type StacServer } from './stacServer.ts';
import { box } from '../../../fixtures/box.ts';

const CORE = 'https://api.stacspec.org/v1.0.0/core';

const scenes = [
  sceneOf('SV_A', square(103, 1, 104, 2), { acquisitionDate: '2026-06-15T03:22:05.123456Z' }),
  sceneOf('SV_B', square(10, 50, 11, 51), { acquisitionDate: '2026-06-16T03:22:05Z', cloudCover: null }),
  sceneOf('NS/1 C', square(0, 0, 1, 1), {
    acquisitionDate: '2026-06-14T00:00:00Z',
    satellite: 'NS-1',
    satCode: 'NS1',
    sensorType: 'SAR',
    sensor: 'X-SAR',
    imagingMode: 'Spotlight',
    sideLookDirection: 'Right',
    cloudCover: null,
    gsd: 1,
  }),
  sceneOf(
    'DATELINE',
    {
      type: 'MultiPolygon',
      coordinates: [square(179, 0, 180, 1), square(-180, 0, -178, 1)].map(
        (one) => one.coordinates as number[][][],
      ),
    },
    {
      acquisitionDate: '2026-06-13T00:00:00Z',
      satellite: 'Sentinel-2A',
      satCode: null,
    },
  ),
];

describe.each(databaseServers)('the STAC API ($name)', (server) => {
  let app: StacServer;
  beforeAll(async () => {
    app = await startStac(server, scenes);
  });
  afterAll(() => app.close());
  const json = async (path: string): Promise<Record<string, unknown>> =>
    (await app.get(path)).json() as never;

  it('replies are compressed for who takes that, and the same', async () => {
    for (const path of ['/stac/search', '/stac/conformance', '/stac/collections']) {
      const zipped = await app.get(path, { 'accept-encoding': 'gzip' });
      expect(zipped.headers.get('content-encoding')).toBe('gzip');
      expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
      const plain = await app.get(path);
      expect(plain.headers.get('content-encoding')).toBeNull();
      const unzipped = gunzipSync(Buffer.from(await zipped.arrayBuffer()));
      expect(JSON.parse(unzipped.toString())).toEqual(await plain.json());
    }
  });

  it('the landing page is a Catalog that names its conformance classes, its links have their media types', async () => {
    const reply = await app.get('/stac');
    expect(reply.headers.get('content-type')).toBe('application/json');
    const page = (await reply.json()) as { type: string; conformsTo: string[]; links: StacLink[] };
    expect(page).toMatchObject({ type: 'Catalog', stac_version: '1.1.0' });
    expect(page.conformsTo).toContain(CORE);
    expect(await json('/stac/conformance')).toEqual({ conformsTo: page.conformsTo });
    const search = { href: 'http://portal.test/stac/search', type: 'application/geo+json' };
    expect(page.links).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rel: 'self', href: 'http://portal.test/stac', type: 'application/json' }),
        expect.objectContaining({ rel: 'search', method: 'GET', ...search }),
        expect.objectContaining({ rel: 'search', method: 'POST', ...search }),
        expect.objectContaining({ rel: 'child', href: 'http://portal.test/stac/collections/sv-2' }),
      ]),
    );
    for (const { rel, href, type, method } of page.links.filter((one) => one.method !== 'POST')) {
      const linked = await app.get(href);
      expect([rel, method, linked.status]).toEqual([rel, method, 200]);
      expect(linked.headers.get('content-type')?.split(';')[0]).toBe(type.split(';')[0]);
    }
  });

  it('a collection is a family of satellites, with the extent of its Items', async () => {
    const { collections } = (await json('/stac/collections')) as { collections: { id: string }[] };
    expect(collections.map(({ id }) => id)).toEqual(['ns-1', 'sentinel-2', 'sv-2']);
    expect(await json('/stac/collections/sv-2')).toMatchObject({
      type: 'Collection',
      license: 'other',
      extent: {
        spatial: { bbox: [[10, 1, 104, 51]] },
        temporal: { interval: [['2026-06-15T03:22:05Z', '2026-06-16T03:22:05Z']] },
      },
      summaries: { platform: ['sv2-03'], instruments: ['pms'], gsd: { minimum: 0.5, maximum: 0.5 } },
    });
    expect((await app.get('/stac/collections/sv-9')).status).toBe(404);
  });

  it('an Item has the fields of its extensions, its pictures and the portal’s page to order it', async () => {
    const item = (await json('/stac/collections/ns-1/items/NS%2F1%20C')) as unknown as StacItem;
    expect(item).toMatchObject({
      type: 'Feature',
      id: 'NS/1 C',
      collection: 'ns-1',
      bbox: [0, 0, 1, 1],
      properties: {
        datetime: '2026-06-14T00:00:00Z',
        platform: 'ns1',
        instruments: ['x-sar'],
        gsd: 1,
        'sar:instrument_mode': 'Spotlight',
        'sar:observation_direction': 'right',
        'sat:orbit_state': 'descending',
        'view:off_nadir': 8.4,
        'order:status': 'orderable',
      },
    });
    expect(item.properties).not.toHaveProperty('eo:cloud_cover');
    const order = new URL(linkOf(item.links, 'order')!.href);
    expect([order.origin, order.searchParams.get('scenes'), order.searchParams.get('from')]).toEqual([
      'http://portal.test',
      'NS/1 C',
      '2026-06-14',
    ]);
    const picture = await app.get(item.assets['thumbnail']!.href);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const self = await app.get(linkOf(item.links, 'self')!.href);
    expect(self.headers.get('content-type')).toBe('application/geo+json');
    expect(await self.json()).toEqual(item);
    expect((await app.get('/stac/collections/sv-2/items/NS%2F1%20C')).status).toBe(404);
  });

  it('the bbox of a footprint across 180° begins west of it and ends east of it', async () => {
    const { features } = await app.page({ ids: 'DATELINE' });
    expect(features[0]?.bbox).toEqual([179, 0, -178, 1]);
  });

  it.each([
    ['every Item, newest first', {}, ['SV_B', 'SV_A', 'NS/1 C', 'DATELINE']],
    ['ids', { ids: 'SV_A,SV_B,none' }, ['SV_B', 'SV_A']],
    ['collections', { collections: 'ns-1,sentinel-2' }, ['NS/1 C', 'DATELINE']],
    ['a bbox', { bbox: '9,49,10,50' }, ['SV_B']],
    ['a bbox with heights', { bbox: '9,49,0,10,50,9' }, ['SV_B']],
    ['a bbox across 180°', { bbox: '179.5,0,-179.5,1' }, ['DATELINE']],
    ['a bbox that is a point', { bbox: '103,1,103,1' }, ['SV_A']],
    ['an instant to the microsecond', { datetime: '2026-06-15T03:22:05.123456Z' }, ['SV_A']],
    ['an instant with an offset', { datetime: '2026-06-16t05:22:05+02:00' }, ['SV_B']],
    ['an open interval', { datetime: '../2026-06-14T00:00:00Z' }, ['NS/1 C', 'DATELINE']],
    ['an interval open at its end', { datetime: '2026-06-15T03:22:05.123457Z/' }, ['SV_B']],
    ['a line', { intersects: '{"type":"LineString","coordinates":[[9,50.5],[12,50.5]]}' }, ['SV_B']],
    ['points', { intersects: '{"type":"MultiPoint","coordinates":[[0.5,0.5],[60,60]]}' }, ['NS/1 C']],
    ['ascending', { sortby: 'properties.datetime' }, ['DATELINE', 'NS/1 C', 'SV_A', 'SV_B']],
    ['missing values last', { sortby: '-eo:cloud_cover,-id' }, ['SV_A', 'DATELINE', 'SV_B', 'NS/1 C']],
    ['a query', { query: '{"gsd":{"gte":"1"},"platform":{"startsWith":"ns","in":["ns1"]}}' }, ['NS/1 C']],
    ['terms', { q: 'spotlight, SENTINEL' }, ['NS/1 C', 'DATELINE']],
  ])('a search by %s', async (_, search: Record<string, string>, expected) => {
    const page = await app.page(search);
    expect(page.features.map(({ id }) => id).sort()).toEqual([...expected].sort());
    if ('sortby' in search)
      expect(page.features.map(({ id }) => id).filter((id) => id === expected[0])).toHaveLength(1);
    expect([page.numberMatched, page.numberReturned]).toEqual([expected.length, expected.length]);
  });

  it('the order is as wanted, and missing values are last either way', async () => {
    expect(await app.ids({})).toEqual(['SV_B', 'SV_A', 'NS/1 C', 'DATELINE']);
    expect(await app.ids({ sortby: '+id' })).toEqual(['DATELINE', 'NS/1 C', 'SV_A', 'SV_B']);
    expect(await app.ids({ sortby: 'gsd,-id' })).toEqual(['SV_B', 'SV_A', 'DATELINE', 'NS/1 C']);
    for (const sortby of ['eo:cloud_cover,id', '-eo:cloud_cover,id'])
      expect(await app.ids({ sortby })).toEqual(['DATELINE', 'SV_A', 'NS/1 C', 'SV_B']);
  });

  it('a body says the same as an address', async () => {
    const polygon = box(9, 49, 12, 52);
    expect(await app.ids({ body: { intersects: polygon } })).toEqual(['SV_B']);
    expect(
      await app.ids({ body: { collections: ['sv-2'], sortby: [{ field: 'datetime', direction: 'asc' }] } }),
    ).toEqual(['SV_A', 'SV_B']);
    expect(
      await app.ids({
        body: { bbox: [103.5, 1.5, 103.6, 1.6], limit: 1, datetime: '2026-01-01T00:00:00Z/..' },
      }),
    ).toEqual(['SV_A']);
  });

  it.each([
    '/stac/search?bbox=1,2,3',
    '/stac/search?bbox=[1,2,3,4]',
    '/stac/search?bbox=1,4,3,2',
    '/stac/search?bbox=0,0,1,1&intersects={"type":"Point","coordinates":[0,0]}',
    '/stac/search?intersects={"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}',
    '/stac/search?limit=0',
    '/stac/search?limit=x',
    '/stac/search?datetime=2026-06-15',
    '/stac/search?datetime=../..',
    '/stac/search?datetime=2026-06-15T00:00:00Z/2026-06-14T00:00:00Z',
    '/stac/search?datetime=0000-01-01T00:00:00Z',
    '/stac/search?datetime=2026-02-30T00:00:00Z',
    '/stac/search?sortby=geometry',
    '/stac/search?unknown=1',
    '/stac/search?limit=1&limit=2',
    '/stac/search?token=abc',
    '/stac/search?query={"gsd":{"near":1}}',
    '/stac/search?filter=gsd<1&filter-lang=cql2-json',
    '/stac/search?filter=gsd<1&filter-crs=http://www.opengis.net/def/crs/EPSG/0/3857',
    '/stac/collections/sv-2/items?collections=sv-2',
  ])('a request that is not valid gets 400 with its reason: %s', async (path) => {
    const reply = await app.get(path);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({
      code: expect.any(String) as string,
      description: expect.any(String) as string,
    });
  });

  it('fields are chosen: the more specific one wins', async () => {
    const fieldsOf = async (fields: unknown): Promise<Record<string, unknown>> =>
      (typeof fields === 'string'
        ? (await app.page({ ids: 'SV_A', fields })).features[0]
        : (await app.page({ body: { ids: ['SV_A'], fields } })).features[0]) as never;
    const whole = Object.keys(await fieldsOf({ exclude: ['nothing'] })).sort();
    expect(whole).toEqual(
      'assets bbox collection geometry id links properties stac_extensions stac_version type'.split(' '),
    );
    const valid = whole.filter((name) => name !== 'stac_extensions');
    const byDefault = await fieldsOf('');
    expect(Object.keys(byDefault).sort()).toEqual(valid);
    expect(byDefault['properties']).toEqual({ datetime: '2026-06-15T03:22:05.123456Z' });
    expect(Object.keys(await fieldsOf({})).sort()).toEqual(valid);
    expect(Object.keys(await fieldsOf('-geometry')).sort()).toEqual(
      valid.filter((name) => name !== 'geometry'),
    );
    expect(await fieldsOf('id,type')).toEqual({ id: 'SV_A', type: 'Feature' });
    expect(await fieldsOf({ include: ['geometry'], exclude: ['geometry'] })).toEqual({
      geometry: square(103, 1, 104, 2),
    });
    expect((await fieldsOf({ include: ['properties.gsd'], exclude: ['properties'] }))['properties']).toEqual({
      gsd: 0.5,
    });
    const properties = (await fieldsOf('properties,-properties.gsd'))['properties'];
    expect(properties).toMatchObject({ platform: 'sv2-03' });
    expect(properties).not.toHaveProperty('gsd');
  });

  describe('what one search may ask for is limited together', () => {
    const ring = (count: number, x: number): number[][] => {
      const corners = Array.from({ length: count - 1 }, (_, at) => {
        const angle = (at / (count - 1)) * 2 * Math.PI;
        return [x + Math.cos(angle), Math.sin(angle)];
      });
      return [...corners, corners[0]!];
    };
    const within = (count: number, x: number) => ({
      op: 's_intersects',
      args: [{ property: 'geometry' }, { type: 'Polygon', coordinates: [ring(count, x)] }],
    });
    const like = (pattern: string) => ({ op: 'like', args: [{ property: 'platform' }, pattern] });
    const faultOf = async (body: unknown): Promise<string> =>
      app.page({ body }).then(
        () => '',
        (error: unknown) => String(error),
      );

    it.each([
      [
        'names of fields',
        {
          fields: {
            include: Array.from({ length: 60 }, (_, at) => `a${at}`),
            exclude: Array.from({ length: 41 }, (_, at) => `b${at}`),
          },
        },
        'more than 100 names',
      ],
      ['terms of a text', { q: Array.from({ length: 21 }, (_, at) => `term${at}`) }, 'more than 20 entries'],
      [
        'keys of an order',
        { sortby: Array.from({ length: 1_001 }, () => ({ field: 'id', direction: 'asc' })) },
        'more than 1000 entries',
      ],
      [
        'vertices of all geometries',
        {
          intersects: { type: 'Polygon', coordinates: [ring(4_000, 10)] },
          filter: { op: 'and', args: [within(3_001, 10), within(3_001, 20)] },
        },
        'more than 10000 vertices',
      ],
      [
        'characters of texts and parts',
        { filter: { op: 'and', args: Array.from({ length: 200 }, () => like('x'.repeat(500))) } },
        'more than 2000 parts',
      ],
      ['wildcards of patterns', { filter: like('%a'.repeat(125)) }, 'more than 2000 parts'],
    ])('%s', async (_, body, fault) => {
      expect(await faultOf(body)).toContain(fault);
    });

    it('what is at the limits is answered', async () => {
      const fields = {
        include: Array.from({ length: 60 }, (_, at) => `a${at}`),
        exclude: Array.from({ length: 40 }, (_, at) => `b${at}`),
      };
      const filter = { op: 'or', args: [within(4_990, 10), within(4_990, 20), like('%a'.repeat(100))] };
      expect(await faultOf({ fields, filter })).toBe('');
    });

    it('1,200 names to include and 1,200 to leave out are refused at once', async () => {
      const names = Array.from({ length: 1_200 }, (_, at) => `a${at},-a${at}`).join();
      const begun = performance.now();
      expect((await app.get(`/stac/search?limit=100&fields=${names}`)).status).toBe(400);
      expect(performance.now() - begun).toBeLessThan(5_000);
    });
  });

  it('an unchanged reply is not sent again, and other sites may read the API alone', async () => {
    const first = await app.get('/stac/search', { origin: 'https://browser.example' });
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const etag = first.headers.get('etag')!;
    expect((await app.get('/stac/search', { 'if-none-match': etag })).status).toBe(304);
    expect((await app.get('/stac/search?limit=1', { 'if-none-match': etag })).status).toBe(200);
    const asked = await app.request('/stac/search', {
      method: 'OPTIONS',
      headers: { origin: 'https://browser.example', 'access-control-request-method': 'POST' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization,content-type,if-none-match',
    ]);
    const portal = await app.get('/config.json', { origin: 'https://browser.example' });
    expect(portal.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('aggregations count the Items that a search finds', async () => {
    const names =
      'total_count,datetime_min,datetime_max,collection_frequency,cloud_cover_frequency,datetime_frequency';
    const of = async (query: string) => {
      const { aggregations } = (await json(`/stac/${query}`)) as { aggregations: { name: string }[] };
      return Object.fromEntries(aggregations.map(({ name, ...rest }) => [name, rest]));
    };
    expect(await of('aggregate')).toEqual({});
    expect(await of(`aggregate?aggregations=${names}`)).toMatchObject({
      total_count: { data_type: 'integer', value: 4 },
      datetime_min: { value: '2026-06-13T00:00:00.000000Z' },
      datetime_max: { value: '2026-06-16T03:22:05.000000Z' },
      collection_frequency: {
        buckets: [
          { key: 'ns-1', data_type: 'string', frequency: 1 },
          { key: 'sentinel-2', frequency: 1 },
          { key: 'sv-2', frequency: 2 },
        ],
        overflow: 0,
      },
      cloud_cover_frequency: { buckets: [{ key: '0-10', from: 0, to: 10, frequency: 2 }], overflow: 2 },
      datetime_frequency: { buckets: [{ key: '2026-06-01T00:00:00Z', data_type: 'datetime', frequency: 4 }] },
    });
    expect(await of('aggregate?aggregations=total_count&bbox=9,49,12,52')).toMatchObject({
      total_count: { value: 1 },
    });
    expect(await of('collections/sv-2/aggregate?aggregations=total_count')).toMatchObject({
      total_count: { value: 2 },
    });
    const body = { aggregations: ['total_count'], filter: { op: '>', args: [{ property: 'gsd' }, 0.7] } };
    const reply = await app.request('/stac/aggregate', { method: 'POST', body: JSON.stringify(body) });
    expect(await reply.json()).toMatchObject({ type: 'AggregationCollection', aggregations: [{ value: 1 }] });
    const { aggregations } = (await json('/stac/aggregations')) as { aggregations: { name: string }[] };
    expect(aggregations.map(({ name }) => name)).toEqual(expect.arrayContaining(names.split(',')));
    expect((await app.get('/stac/aggregate?aggregations=unknown')).status).toBe(400);
  });

  it('collections are found by place, time and terms, in pages', async () => {
    const found = async (query: string) =>
      ((await json(`/stac/collections?${query}`)) as { collections: { id: string }[] }).collections.map(
        ({ id }) => id,
      );
    expect(await found('bbox=0,0,1,1')).toEqual(['ns-1', 'sentinel-2']);
    expect(await found('datetime=2026-06-15T00:00:00Z/..')).toEqual(['sv-2']);
    expect(await found('q=RADAR')).toEqual(['ns-1']);
    const page = (await json('/stac/collections?limit=2')) as { links: StacLink[]; numberMatched: number };
    expect(page.numberMatched).toBe(3);
    const next = (await json(linkOf(page.links, 'next')!.href.replace('http://portal.test', ''))) as {
      collections: { id: string }[];
      links: StacLink[];
    };
    expect(next.collections.map(({ id }) => id)).toEqual(['sv-2']);
    expect(linkOf(next.links, 'next')).toBeUndefined();
  });
});

describe('who may read the archive', () => {
  const [server] = databaseServers;
  it('needs a session’s token unless STAC_PUBLIC is on; what the API is like, anyone may read', async () => {
    const app = await startStac(server!, scenes, { STAC_PUBLIC: 'off' });
    try {
      const { token } = await app.signIn();
      for (const path of ['/stac/search', '/stac/collections', '/stac/collections/sv-2/items/SV_A']) {
        const refused = await app.get(path);
        expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
          401,
          'Bearer realm="Groundtrack"',
        ]);
        expect((await app.get(path, { authorization: `Bearer ${token}` })).status).toBe(200);
        expect((await app.get(path, { authorization: `Bearer ${token}x` })).status).toBe(401);
      }
      const keyFor = async (scopes: Scope[]) => {
        const body = { name: scopes.join(), scopes, sandbox: false, endsOn: null, monthlyLimit: null };
        const { reply } = await app.call('createApiKey', { body }, { token });
        return `Bearer ${reply.data?.key}`;
      };
      const read = await app.get('/stac/search', { authorization: await keyFor(['search']) });
      expect(read.status).toBe(200);
      expect(read.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/);
      expect((await app.get('/stac/search', { authorization: await keyFor(['exports']) })).status).toBe(403);
      for (const path of ['/stac', '/stac/conformance', '/stac/api', '/stac/api.html', '/stac/queryables'])
        expect((await app.get(path)).status).toBe(200);
      const { links } = (await (await app.get('/stac')).json()) as { links: StacLink[] };
      expect(linkOf(links, 'child')).toBeUndefined();
    } finally {
      await app.close();
    }
  });
});
