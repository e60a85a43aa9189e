import type { Pool, PoolClient } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomOf } from '../../../../server/simulator/archive/random.ts';
import { findItems } from '../../../../server/stac/queries/items.ts';
import { searchOfAddress } from '../../../../server/stac/requests/parameters.ts';
import { databaseFor, databaseServers } from '../../support/harness.ts';
import { randomFootprint } from '../../search/randomAreas.ts';
import { sceneOf } from '../../search/sceneFixtures.ts';
import { explained, multiply, storeAll, type Statement } from '../../search/storedScenes.ts';

/** A pool that notes the statements with values that its clients are given. */
function noting(pool: Pool, noted: Statement[]): Pool {
  const clientOf = (client: PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const [given, values] = args as [string | Statement, unknown[]?];
          if (name === 'query' && typeof given === 'object') noted.push(given);
          else if (name === 'query' && values !== undefined) noted.push({ text: given as string, values });
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return async () => clientOf(await target.connect());
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const COPIES = 99;

describe.each(databaseServers)('STAC searches are served by indexes, at 200,000 scenes ($name)', (server) => {
  const fresh = databaseFor(server);
  beforeAll(async () => {
    const random = randomOf('STAC searches and their indexes');
    const scenes = Array.from({ length: 2_000 }, (_, i) =>
      sceneOf(`R_${i}`, randomFootprint(random), {
        satellite: `SV-${i % 20}`,
        satCode: null,
        gsd: 0.3 + random() * 30,
        cloudCover: random() * 100,
      }),
    );
    await storeAll(fresh.db, scenes);
    await multiply(fresh.db, COPIES);
  });

  /** The plans of a search's statements: the page and the count, or near a place the count with its order and the rows by their ids. */
  const plansOf = async (params: Record<string, string>) => {
    const noted: Statement[] = [];
    const { limit, sort, where } = await searchOfAddress(params);
    const readPool = noting(fresh.db.readPool, noted);
    await findItems({ readPool }, { limit, sort, where, from: null, counted: null });
    const read = noted
      .map(({ text, values }) => ({
        text: text.replace(/^declare candidates no scroll cursor for /, ''),
        values,
      }))
      .filter(({ text }) => /from (?:scenes|\(select)/.test(text));
    expect(read).toHaveLength(2);
    return Promise.all(read.map((statement) => explained(fresh.db, statement)));
  };

  it.each([
    ['a place', { bbox: '0,0,1,1' }],
    ['a place in CQL2', { filter: 'S_INTERSECTS(geometry, BBOX(0, 0, 1, 1)) AND eo:cloud_cover < 20' }],
    ['what lies in a place', { filter: 'S_WITHIN(geometry, BBOX(0, 0, 2, 2))' }],
    ['what contains a point', { filter: 'S_CONTAINS(geometry, POINT(0.5 0.5)) AND gsd < 3' }],
    ['what is a place', { filter: 'S_EQUALS(geometry, POLYGON((0 0, 1 0, 1 1, 0 1, 0 0)))' }],
    ['what touches a line', { filter: 'S_TOUCHES(LINESTRING(0 0, 1 1), geometry)' }],
    ['what a line crosses', { filter: 'S_CROSSES(geometry, LINESTRING(0 0, 1 1))' }],
    ['what overlaps a place', { filter: 'S_OVERLAPS(geometry, BBOX(0, 0, 1, 1))' }],
    [
      'what two places share',
      { bbox: '0,0,2,2', filter: 'S_INTERSECTS(geometry, POINT(1 1)) AND NOT gsd > 3' },
    ],
    ['one Item', { ids: 'R_1' }],
    ['one Item in CQL2', { filter: "id = 'R_1'" }],
    ['a few Items in CQL2', { filter: "id IN ('R_1', 'R_2', 'R_3')" }],
    ['an hour', { datetime: '2026-03-01T00:00:00Z/2026-03-01T01:00:00Z' }],
    [
      'an hour in CQL2',
      {
        filter:
          "datetime >= TIMESTAMP('2026-03-01T00:00:00Z') AND datetime < TIMESTAMP('2026-03-01T01:00:00Z')",
      },
    ],
    [
      'an interval in CQL2',
      { filter: "T_DURING(datetime, INTERVAL('2026-03-01T00:00:00Z', '2026-03-01T01:00:00Z'))" },
    ],
    ['one collection', { collections: 'sv-1', datetime: '2026-03-01T00:00:00Z/2026-04-01T00:00:00Z' }],
  ])('%s is found and counted without reading the whole archive', async (_, params) => {
    for (const nodes of await plansOf(params))
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });

  it.each([
    ['everything', {}],
    ['a common property', { filter: 'eo:cloud_cover < 50' }],
    ['arithmetic', { filter: 'gsd * 2 < 20 + 1' }],
  ])('the first page of %s reads only the newest scenes', async (_, params) => {
    const [page] = await plansOf(params);
    expect(page!.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(page!.map((node) => node['Index Name'])).toContain('scenes_newest');
  });
});
