import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importStac } from '../../../../server/stac/importStac.ts';
import { constellation } from '../../../../server/simulator/archive/constellation.ts';
import { databaseServers } from '../../support/harness.ts';
import { expectAsItCame, REAL_ITEMS, realItems, type SourceItem } from './asItCame.ts';
import { stacFor, type StacItem, type StacLink } from './stacServer.ts';

describe.each(databaseServers)('an imported Item comes out as it came in ($name)', (server) => {
  const app = stacFor(server, []);
  beforeAll(async () => {
    const { db } = app.deps;
    for (const name of readdirSync(REAL_ITEMS))
      await importStac({ satellites: constellation, db, path: path.join(REAL_ITEMS, name) });
  });

  it.each(realItems.map((source) => [source.id, source] as const))('%s', async (id, source) => {
    const address = `/stac/collections/${source.collection}/items/${encodeURIComponent(id)}`;
    const item = (await (await app.get(address)).json()) as SourceItem;
    expect(item.collection).toBe(source.collection);
    expectAsItCame(item, source, address);
  });

  it('collections have the names of their source', async () => {
    const reply = (await (await app.get('/stac/collections')).json()) as { collections: { id: string }[] };
    expect(reply.collections.map(({ id }) => id)).toEqual([
      'landsat-c2-l1',
      'naip',
      'sentinel-1-grd',
      'simple-collection',
    ]);
  });

  it('a collection says what its source says of it, beside its place in this catalogue', async () => {
    const { db, files } = app.deps;
    const said = {
      type: 'Collection',
      stac_version: '1.0.0',
      id: 'naip',
      title: 'NAIP: National Agriculture Imagery Program',
      description: 'Aerial imagery of the agricultural growing seasons.',
      license: 'proprietary',
      keywords: ['NAIP', 'aerial'],
      providers: [{ name: 'USDA', roles: ['producer'] }],
      extent: {
        spatial: { bbox: [[-124.8, 24.7, -66.9, 49.1]] },
        temporal: { interval: [['2010-01-01T00:00:00Z', null]] },
      },
      summaries: { gsd: [0.3, 0.6, 1] },
      links: [
        { rel: 'self', href: 'https://elsewhere.example/collections/naip' },
        { rel: 'license', href: 'https://www.fsa.usda.gov/help/policies-and-links/', type: 'text/html' },
        { rel: 'items', href: 'https://elsewhere.example/collections/naip/items' },
      ],
    };
    const keep = async (document: object) => {
      await files.write(['import', 'naip.json'], JSON.stringify(document));
      await importStac({ satellites: constellation, db, path: files.pathOf('import', 'naip.json') });
    };
    const naip = async () =>
      (await (await app.get('/stac/collections/naip')).json()) as Record<string, unknown>;
    const { links: given, ...told } = said;
    await keep(said);
    // summaries are read at most a tenth of the time
    await expect.poll(naip, { timeout: 5_000 }).toMatchObject(told);
    const { links } = await naip();
    const hrefs = (rel: string) =>
      (links as StacLink[]).filter((one) => one.rel === rel).map(({ href }) => href);
    expect(hrefs('via')).toEqual([given[0]!.href]);
    expect(hrefs('license')).toContain(given[1]!.href);
    expect(hrefs('items')).toEqual(['http://portal.test/stac/collections/naip/items']);
    // a change of it is seen, though no scene has changed
    await keep({ ...said, title: 'NAIP' });
    await expect.poll(naip, { timeout: 5_000 }).toMatchObject({ title: 'NAIP' });
  });

  it('two Items with one id in two collections are two, also when they are imported again', async () => {
    const { db, files } = app.deps;
    const base = realItems[0]!;
    const twins = ['one', 'two'].map((collection, at) => ({
      ...base,
      id: 'TWIN',
      collection,
      properties: { ...base.properties, gsd: at + 1 },
    }));
    const file = files.pathOf('import', 'twins.ndjson');
    const imported = async (items: readonly object[]) => {
      await files.write(['import', 'twins.ndjson'], items.map((item) => JSON.stringify(item)).join('\n'));
      return importStac({ satellites: constellation, db, path: file });
    };
    expect(await imported(twins)).toMatchObject({ inserted: 2, replaced: 0 });
    expect(await imported(twins.toReversed())).toMatchObject({ inserted: 0, unchanged: 2 });
    const renewed = twins.map((twin) => ({ ...twin, properties: { ...twin.properties, gsd: 9 } }));
    expect(await imported(renewed.slice(1))).toMatchObject({ updated: 1 });
    const { features } = await app.page({ ids: 'TWIN', sortby: 'collection' });
    expect(features.map(({ id, collection, properties }) => [id, collection, properties['gsd']])).toEqual([
      ['TWIN', 'one', 1],
      ['TWIN', 'two', 9],
    ]);
    // filters by id mean the Item's own, as it is read
    for (const filter of ["id = 'TWIN'", "'TWIN' = id", "id IN ('TWIN', 'NONE')", "id LIKE 'TWI%'"])
      expect(await app.ids({ filter })).toEqual(['TWIN', 'TWIN']);
    expect(await app.ids({ filter: "id = 'two/TWIN'" })).toEqual([]);
    expect(await app.ids({ filter: "id <> 'TWIN' AND gsd = 9 AND collection = 'two'" })).toEqual([]);
    expect(await app.ids({ body: { query: { id: { eq: 'TWIN' }, gsd: { eq: 9 } } } })).toEqual(['TWIN']);
    for (const { links, collection } of features) {
      const self = await app.get(links.find(({ rel }) => rel === 'self')!.href);
      expect(((await self.json()) as StacItem).collection).toBe(collection);
    }
    // orders and the portal know them by different names
    const { rows } = await db.pool.query<{ id: string }>(
      `select product_id as id from scenes where product_id like '%TWIN' order by 1`,
    );
    expect(rows.map(({ id }) => id)).toEqual(['TWIN', 'two/TWIN']);
  });

  it('a page has a very large Item as its columns, its own address has it whole', async () => {
    const { db, files } = app.deps;
    const base = realItems[0]!;
    // hexadecimal digits of hashes are hardly compressed
    const notes = Array.from({ length: 2_000 }, (_, at) =>
      createHash('sha256').update(String(at)).digest('hex'),
    );
    const large = { ...base, id: 'LARGE', properties: { ...base.properties, notes } };
    await files.write(['import', 'large.json'], JSON.stringify(large));
    await importStac({ satellites: constellation, db, path: files.pathOf('import', 'large.json') });
    const { features } = await app.page({ ids: 'LARGE', limit: '10' });
    expect(features[0]).toMatchObject({ id: 'LARGE', collection: base.collection });
    expect(features[0]!.properties).not.toHaveProperty('notes');
    const whole = await app.get(features[0]!.links.find(({ rel }) => rel === 'self')!.href);
    expect(((await whole.json()) as StacItem).properties['notes']).toEqual(notes);
  });

  it('what must be ordered, or stays where it was imported from, is named with the page of the order', async () => {
    const base = realItems[0]!;
    const closed = {
      ...base,
      id: 'CLOSED',
      properties: { ...base.properties, 'order:status': 'orderable' },
      assets: {
        data: { href: 'https://files.example/data.tif', type: 'image/tiff', roles: ['data'], title: 'Data' },
        disk: { href: './here/data.tif', roles: ['data'] },
        bucket: { href: 's3://bucket/data.tif', roles: ['data'] },
        thumbnail: { href: 'https://files.example/t.png', roles: ['thumbnail'] },
      },
    };
    const { db, files } = app.deps;
    await files.write(['import', 'closed.json'], JSON.stringify(closed));
    await importStac({ satellites: constellation, db, path: files.pathOf('import', 'closed.json') });
    const { features } = await app.page({ ids: 'CLOSED' });
    const [item] = features as SourceItem[];
    const order = item!.links.find(({ rel }) => rel === 'order')!.href;
    const ordered = { href: order, type: 'text/html', 'order:status': 'orderable' };
    expect(item!.assets).toMatchObject({
      ...closed.assets,
      data: { ...ordered, roles: ['data'], title: 'Data' },
      disk: { ...ordered, roles: ['data'] },
      groundtrack_thumbnail: { roles: ['thumbnail'] },
      quicklook: { roles: ['overview'] },
    });
    expect(item!.stac_extensions.some((address) => address.includes('/order/'))).toBe(true);
    expect(JSON.stringify(item)).not.toContain('./here');
  });
});
