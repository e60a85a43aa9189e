import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { expectAsItCame, realItems, type SourceItem } from '../stac/api/asItCame.ts';
import { linkOf, stacFor, type StacPage } from '../stac/api/stacServer.ts';
import { testClock } from '../support/clock.ts';
import { databaseServers } from '../support/harness.ts';
import { sourceOf, staticCatalogue, type StaticAnswer } from './archives.ts';

const A_COLLECTION = 150;
const COLLECTIONS = ['naip', 'sentinel-1-grd', 'landsat-c2-l1'];

/** 450 Items in three collections, each a real one that was moved; half of the ids occur in two of them. */
const items = COLLECTIONS.flatMap((collection, place) => {
  const base = realItems.find((item) => item.collection === collection)!;
  return Array.from({ length: A_COLLECTION }, (_, at): SourceItem => {
    const [east, north] = [at / 100, -at / 200];
    const ring = (base.geometry as Polygon).coordinates[0]!.map(([x, y]) => [x! + east, y! + north]);
    return {
      ...base,
      id: place > 0 && at % 2 === 0 ? `TWIN ${at}` : `${base.id}_${at}`,
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: {
        ...base.properties,
        datetime: new Date(Date.UTC(2022, place, 1, at, 0, at % 60)).toISOString(),
      },
    };
  });
});

const link = (rel: string, href: string) => ({ rel, href });
/** The static catalogue of these Items. */
const files = new Map<string, unknown>([
  [
    '/catalog.json',
    { type: 'Catalog', id: 'all', links: COLLECTIONS.map((id) => link('child', `./${id}/c.json`)) },
  ],
  ...COLLECTIONS.map((id): [string, unknown] => [
    `/${id}/c.json`,
    {
      type: 'Collection',
      id,
      title: `Of ${id}`,
      links: items.flatMap((item, at) => (item.collection === id ? link('item', `./${at}.json`) : [])),
    },
  ]),
  ...items.map((item, at): [string, unknown] => [`/${item.collection}/${at}.json`, item]),
]);

/** What goes wrong with a file the first time that it is asked for. */
function faultsOnce(): (path: string) => StaticAnswer | null {
  const left = new Map<string, StaticAnswer>(
    [...files.keys()].flatMap((path, at): [string, StaticAnswer][] => {
      if (at % 41 === 7) return [[path, { status: 503 }]];
      if (at % 53 === 11) return [[path, { status: 429, headers: { 'retry-after': '60' } }]];
      return at % 37 === 5 ? [[path, { body: '{"type":"Feature","id' }]] : [];
    }),
  );
  return (path) => {
    const fault = left.get(path) ?? null;
    left.delete(path);
    return fault;
  };
}

const keyOf = ({ collection, id }: Pick<SourceItem, 'collection' | 'id'>) => `${collection} ${id}`;

describe.each(databaseServers)(
  'a stranger’s catalogue of 450 Items in three collections ($name)',
  (server) => {
    const app = stacFor(server, []);
    const clock = testClock();
    const newest = async (): Promise<string> => {
      const { rows } = await app.deps.db.pool.query<{ at: string }>(
        'select max(updated_at)::text as at from scenes',
      );
      return rows[0]!.at;
    };
    /** Harvests it to the end, and once more. @returns the visits, and when a scene last changed after the first pass and the second */
    const harvested = async (name: string) => {
      const web = await staticCatalogue(files, faultsOnce());
      const source = await sourceOf({ db: app.deps.db, clock }, { name, url: `${web.url}/catalog.json` });
      const visits: string[] = [];
      try {
        while (visits.at(-1) !== 'ended' && visits.length < 100) {
          visits.push(...(await source.toEnd()));
          clock.advance(86_400_000);
        }
        const before = await newest();
        await source.toEnd();
        return { visits, changed: [before, await newest()] };
      } finally {
        web.close();
      }
    };

    /** All Items of some collections, page by page. */
    const readBack = async (collections: readonly string[]): Promise<SourceItem[]> => {
      const found: SourceItem[] = [];
      let next: string | undefined =
        `/stac/search?limit=100&collections=${encodeURIComponent(collections.join(','))}`;
      while (next !== undefined) {
        const page = (await (await app.get(next)).json()) as StacPage;
        found.push(...(page.features as SourceItem[]));
        next = linkOf(page.links, 'next')?.href;
      }
      return found;
    };

    it('harvested with faults in between, is read back equal to its source', async () => {
      const { visits } = await harvested('First');
      expect(visits.filter((visit) => visit === 'postponed').length).toBeGreaterThan(3);
      const found = new Map((await readBack(COLLECTIONS)).map((item) => [keyOf(item), item]));
      expect([...found.keys()].toSorted()).toEqual(items.map(keyOf).toSorted());
      for (const source of items)
        expectAsItCame(
          found.get(keyOf(source))!,
          source,
          `/stac/collections/${source.collection}/items/${encodeURIComponent(source.id)}`,
        );
    });

    it('is read back by pystac-client, where it is installed', async (context) => {
      const execute = promisify(execFile);
      const isThere = await execute('python3', ['-c', 'import pystac_client']).catch(() => null);
      if (isThere === null) context.skip();
      const http = serve({
        fetch: (request) => app.request(new URL(request.url).pathname + new URL(request.url).search, request),
        port: 0,
      });
      try {
        const { port } = http.address() as AddressInfo;
        const program = `from pystac_client import Client
client = Client.open('http://127.0.0.1:${port}/stac')
for item in client.search(collections=${JSON.stringify(COLLECTIONS)}, limit=100).items():
    print(item.collection_id, item.id)`;
        const { stdout } = await execute('python3', ['-c', program]);
        expect(stdout.trim().split('\n').toSorted()).toEqual(items.map(keyOf).toSorted());
      } finally {
        http.close();
      }
    });

    it('of two origins with the same collections and ids both are there, and neither changes the other', async () => {
      const { changed } = await harvested('Second');
      // its second pass changes nothing
      expect(changed[1]).toBe(changed[0]);
      expect((await readBack(COLLECTIONS)).map(keyOf).toSorted()).toEqual(items.map(keyOf).toSorted());
      const second = new Map(
        (await readBack(COLLECTIONS.map((id) => `${id}@Second`))).map((item) => [keyOf(item), item]),
      );
      expect(second.size).toBe(items.length);
      for (const source of items) {
        const collection = `${source.collection}@Second`;
        expectAsItCame(
          second.get(keyOf({ ...source, collection }))!,
          source,
          `/stac/collections/${encodeURIComponent(collection)}/items/${encodeURIComponent(source.id)}`,
        );
      }
      const collection = await app.get('/stac/collections/naip%40Second');
      expect(await collection.json()).toMatchObject({ id: 'naip@Second', title: 'Of naip' });
    });
  },
);
